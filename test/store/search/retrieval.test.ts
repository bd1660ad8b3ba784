import { expect } from 'chai'
import { findPassages } from '../../../shared/search/retrieval.ts'
import {
  indexFile,
  indexPair,
  indexTexts,
  makeOwner,
  type Owner,
} from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('retrieval', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  let owners = 0
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    owner = await makeOwner(db, `Organization ${++owners}`)
  })

  const find = (question: string, limit = 10, language: string | null = null, by = owner) =>
    findPassages(db, { ...by, question, language, limit })
  const textsFor = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map(({ text }) => text)

  describe('ranks', () => {
    it('a text with a rare word of the question before texts with a common one', async () => {
      await indexTexts(db, owner, [
        ...Array.from({ length: 20 }, (_, n) => `Our museum has a garden, number ${n}.`),
        'The observatory of our town is closed.',
      ])
      expect((await textsFor('observatory museum garden'))[0]).to.contain('observatory')
    })

    it('a short text before a long text with the same count of a word', async () => {
      const filler = Array.from({ length: 90 }, (_, n) => `filler${n}`).join(' ')
      await indexTexts(db, owner, [`Tickets cost ten euros. ${filler}`, 'Tickets cost ten euros.'])
      expect(await textsFor('What do tickets cost?')).to.deep.equal([
        'Tickets cost ten euros.',
        `Tickets cost ten euros. ${filler}`,
      ])
    })

    it('no word twice for its two forms: with and without an accent', async () => {
      await indexTexts(db, owner, [
        'Le café du théâtre.',
        'Le cafe du theatre.',
        'Un jardin.',
        'Un parc.',
      ])
      const [with_, without] = await find('café')
      expect(with_!.text).to.equal('Le café du théâtre.')
      expect(without!.text).to.equal('Le cafe du theatre.')
      expect(with_!.score).to.be.below(3 * without!.score)
    })

    it('a pair with the same question by a score above 0, also of stop words only', async () => {
      await indexPair(db, owner, 'Where are you?', 'In Basel.')
      const [pair] = await find('Where are you?')
      expect(pair!.score).to.be.above(0)
    })

    it('by scores that fall and are above 0', async () => {
      await indexTexts(db, owner, [
        'Red apples and red pears.',
        'Red plums.',
        'Green plums.',
        'Blue figs.',
      ])
      const scores = (await find('red plums apples')).map(({ score }) => score)
      expect(scores).to.have.length(3)
      expect(scores).to.deep.equal([...scores].sort((a, b) => b - a))
      expect(scores.at(-1)).to.be.above(0)
    })

    it('correctly also by words in more chunks than are read', async () => {
      await manyChunks(13_000, 'greenleaf')
      const others = Array.from({ length: 9 }, (_, n) => `Bluewater gives refunds ${n}.`)
      await indexTexts(db, owner, [...others, 'Greenleaf gives refunds 9.'])
      expect((await textsFor('greenleaf refunds'))[0]).to.equal('Greenleaf gives refunds 9.')
      expect(await find('greenleaf', 5)).to.have.length(5)
    })
  })

  /** Makes chunks of two words: a common word, and their number. */
  async function manyChunks(count: number, word: string): Promise<void> {
    const entry = await indexFile(db, owner, `${word} 0`)
    await db.raw(
      `with made as (
         insert into chunks (organization_id, entry_id, position, text, language, length)
         select ?, ?, n, ? || ' ' || n, 'english', 2 from generate_series(1, ?::int) n returning id, position
       ), found as (
         insert into postings (organization_id, chunk_id, term, frequency, length)
         select ?, id, ?, 1, 2 from made)
       insert into postings (organization_id, chunk_id, term, frequency, length)
       select ?, id, position::text, 1, 2 from made`,
      [owner.organizationId, entry, word, count, owner.organizationId, word, owner.organizationId],
    )
  }

  describe('finds a word in its own language:', () => {
    const CASES: Record<string, [text: string, question: string]> = {
      English: ['We ship parcels every morning.', 'When is a parcel shipped?'],
      German: ['Pakete werden täglich verschickt.', 'Wann verschickt ihr mein Paket?'],
      'German, by the first part of a compound': [
        'Die Lieferzeiten sind kurz.',
        'Wie lange dauert die Lieferung?',
      ],
      French: [
        "L'entreprise livre les commandes à domicile.",
        'Livrez-vous une commande ? Quelle entreprise ?',
      ],
      Spanish: [
        'Los horarios de la biblioteca cambian en verano.',
        '¿Qué horario tiene la biblioteca?',
      ],
      Russian: ['Мы доставляем посылки по всей стране.', 'Как доставляют посылку?'],
      Greek: ['Η ΑΘΗΝΑ έχει πολλά μουσεία.', 'Ποιο μουσείο είναι στην Αθήνα;'],
      Turkish: ["İSTANBUL'da mağazalarımız açıktır.", 'İstanbul mağazası ne zaman açık?'],
      Arabic: ['نُوَصِّلُ الطُّرُودَ إلى جميع المدن.', 'هل توصلون الطرود؟'],
      'Hebrew, by a word that stands with an article and in the plural': [
        'הספרים מסודרים על המדפים.',
        'באיזה מדף ספר עומד?',
      ],
      'Hebrew, by a plural': ['החנות פתוחה בבוקר.', 'מתי החנויות פותחות?'],
      'Persian, by a part of a compound': ['کتاب‌ها در قفسه‌ها چیده شده‌اند.', 'کتاب قفسه'],
      'Persian, by a compound in two words': ['نامه‌ها پنجشنبه می‌رسند.', 'نامه ها کی می رسند؟'],
      Hindi: ['हम हर दिन पार्सल भेजते हैं।', 'पार्सल कब भेजा जाता है?'],
      Chinese: ['我们每天早上发送包裹。', '包裹什么时候发送？'],
      Japanese: ['当店は日曜日に休みます。', '日曜日は休みですか？'],
      Korean: ['우리는 학교에서 도서관을 운영합니다.', '도서관은 언제 열어요?'],
      Thai: ['เราส่งพัสดุทุกเช้า', 'ส่งพัสดุเมื่อไหร่'],
      Lao: ['ພວກເຮົາເປີດຮ້ານທຸກມື້', 'ເປີດຮ້ານມື້ໃດ'],
      Khmer: ['យើងបើកហាងរាល់ថ្ងៃ', 'ហាងបើកពេលណា'],
      Burmese: ['ကျွန်ုပ်တို့ဆိုင်နေ့တိုင်းဖွင့်သည်', 'ဆိုင်ဘယ်အချိန်ဖွင့်သလဲ'],
      Polish: ['Biblioteka jest otwarta codziennie.', 'Kiedy otwarte są biblioteki?'],
      Vietnamese: ['Chúng tôi giao hàng mỗi ngày.', 'Khi nào giao hàng?'],
    }
    // All languages in one organization: each must be distinguished from the others, and stems
    // belong to one language.
    let babel: Owner
    before(async () => {
      babel = await makeOwner(db, 'Many languages')
      await indexTexts(
        db,
        babel,
        Object.values(CASES).map(([text]) => text),
      )
    })
    for (const [language, [text, question]] of Object.entries(CASES))
      it(language, async () => {
        expect((await textsFor(question, 1, null, babel))[0]).to.equal(text)
      })
  })

  describe('finds', () => {
    const SAME: [name: string, text: string, question: string][] = [
      ['capitals', 'The GRAND HOTEL is old.', 'grand hotel'],
      ['a word without its accents', 'Besuchen Sie unser Café in Zürich.', 'cafe zurich'],
      ['a short word without its accent', 'Vendemos pão e leite.', 'pao'],
      ['a short word with an accent that the text lacks', 'Vendemos pao e leite.', 'pão'],
      ['a word with accents that the text lacks', 'Our cafe in Zurich.', 'Café Zürich'],
      ['a Persian compound', 'کتاب‌ها اینجا هستند.', 'کتاب‌ها'],
      ['a Persian compound, written as one', 'کتاب‌ها اینجا هستند.', 'کتابها'],
      ['Persian that is typed with Arabic letters', 'کتابخانه یکشنبه باز است.', 'كتابخانه يكشنبه'],
      [
        'Persian of a text that is typed with Arabic letters',
        'كتابخانه يكشنبه باز است.',
        'کتابخانه یکشنبه',
      ],
      ['full-width letters', 'Model ＡＢＣ１２３ is new.', 'abc123'],
      ['digits of another script', 'اتصل بالرقم ٤٧١١ الآن.', '4711'],
      ['a number with and without a separator', 'It costs 12,500 yen.', '12500'],
      [
        'a name in a question of another language',
        'Dr. Szymborska leads the clinic.',
        'Wer ist Frau Szymborska?',
      ],
      ['a compound written in one', 'Please do the check-in online.', 'checkin'],
      ['a part of an address', 'Write to help@greenleaf.example.com.', 'greenleaf'],
      [
        'a word behind an article that clings to it',
        "Il faut l'autorisation du maire.",
        'autorisation',
      ],
      ['a decomposed accent', 'Cafe\u0301 Central', 'Café'],
      ['a word with a soft hyphen', 'Ein Donaudampfschiff.', 'Donau\u00addampf\u00adschiff'],
      ['a Greek word in capitals', 'Ο καφές είναι ζεστός.', 'ΚΑΦΕΣ'],
    ]
    for (const [name, text, question] of SAME)
      it(name, async () => {
        await indexTexts(db, owner, [text, 'Something else entirely.', 'Ganz etwas anderes.'])
        expect((await textsFor(question, 1))[0]).to.equal(text)
      })

    it("nothing for words that are in no text, and for the language's stop words", async () => {
      await indexTexts(db, owner, ['The library is open.'])
      expect(await find('zebra quantum')).to.deep.equal([])
      expect(await find('Who is the?')).to.deep.equal([])
    })

    it('what was indexed a moment ago, and nothing that was deleted', async () => {
      const id = await indexFile(db, owner, 'The vault opens at dawn.')
      expect(await textsFor('vault')).to.deep.equal(['The vault opens at dawn.'])
      await db('knowledge_entries').where({ id }).delete()
      expect(await find('vault')).to.deep.equal([])
      const left = await db('postings').where({ organization_id: owner.organizationId })
      expect(left).to.deep.equal([])
    })
  })

  describe('puts the pair with the same question first, before texts that share rarer words:', () => {
    const CASES: Record<string, [asked: string, question: string]> = {
      English: ['Do you ship to Norway?', '  do you ship to NORWAY '],
      'full width': ['Do you ship to Norway?', 'Ｄo you ship to Norway？'],
      Chinese: ['你们周日开门吗？', '你们 周日开门吗'],
      Japanese: ['日曜日は開いていますか？', '日曜日は開いていますか'],
      Thai: ['คุณเปิดวันอาทิตย์ไหม?', 'คุณเปิดวันอาทิตย์ไหม'],
      Arabic: ['هل أنتم مفتوحون؟', 'هل أنتم مَفتوحون'],
      'words that say nothing': ['Who are you?', 'who are you'],
    }
    for (const [name, [asked, question]] of Object.entries(CASES))
      it(name, async () => {
        for (let n = 0; n < 5; n++) await indexFile(db, owner, `${asked} ${asked} ${asked} ${n}`)
        const id = await indexPair(db, owner, asked, 'Certainly.')
        const found = await find(question)
        expect(found[0]).to.include({ knowledge_id: id, kind: 'qa', title: asked })
        expect(found.slice(1).every(({ score }) => score <= found[0]!.score)).to.equal(true)
      })

    it('with signs that matter distinguished', async () => {
      const sharp = await indexPair(db, owner, 'Do you teach C#?', 'Yes.')
      const plus = await indexPair(db, owner, 'Do you teach C++?', 'No.')
      const half = await indexPair(db, owner, 'Is it 1.5 m?', 'It is.')
      const fifteen = await indexPair(db, owner, 'Is it 15 m?', 'It is not.')
      for (const [question, id] of [
        ['do you teach c#', sharp],
        ['do you teach c++', plus],
        ['Is it 1.5 m', half],
        ['Is it 15 m', fifteen],
      ])
        expect((await find(question!))[0]!.knowledge_id).to.equal(id)
    })

    it('but never a pair of another agent', async () => {
      const id = await indexPair(db, owner, 'Do you ship?', 'Yes.')
      const [other] = await db('agents').insert(anotherAgent()).returning('id')
      await db('knowledge_entries')
        .where({ id })
        .update({ agent_ids: [other.id] })
      expect(await find('Do you ship?')).to.deep.equal([])
      expect(await find('Do you ship?', 6, null, { ...owner, agentId: other.id })).to.have.length(1)
    })
  })

  const anotherAgent = () => ({
    id: db.raw('gen_random_uuid()'),
    organization_id: owner.organizationId,
    name: 'Bob',
    default_tasks: [],
    is_active: true,
  })

  it("finds for an agent what serves it, however much better another agent's texts match", async () => {
    const [other] = await db('agents').insert(anotherAgent()).returning('id')
    const ids = await indexTexts(
      db,
      owner,
      Array.from({ length: 300 }, (_, n) => `Sapphire sapphire sapphire ${n}.`),
    )
    await db('knowledge_entries')
      .whereIn('id', ids)
      .update({ agent_ids: [other.id] })
    await indexTexts(db, owner, [`One sapphire among many other words of a long text.`])
    expect(await textsFor('sapphire')).to.deep.equal([
      'One sapphire among many other words of a long text.',
    ])
  })

  describe('of two organizations', () => {
    it('gives each its own texts only, by its own statistics', async () => {
      const another = await makeOwner(db, 'Another organization')
      const pick = <Item>(items: readonly Item[], seed: number) =>
        items[(seed * 48_271) % items.length]!
      const vocabulary = Array.from({ length: 60 }, (_, n) => `word${n}`)
      const text = (seed: number, canary: string) =>
        `${Array.from({ length: 12 }, (_, n) => pick(vocabulary, seed * 31 + n * 7)).join(' ')} ${canary}`
      await indexTexts(
        db,
        owner,
        Array.from({ length: 40 }, (_, n) => text(n, `canaryA${n}`)),
      )
      const questions = Array.from({ length: 40 }, (_, n) => text(n * 13 + 5, `canaryB${n}`))
      const before = await Promise.all(questions.map((question) => find(question)))
      await indexTexts(
        db,
        another,
        Array.from({ length: 60 }, (_, n) => text(n + 3, `canaryB${n}`)),
      )
      await indexPair(db, another, questions[0]!, 'canaryB')
      const after = await Promise.all(questions.map((question) => find(question)))
      expect(after).to.deep.equal(before)
      expect(after.flat()).to.have.length.above(100)
      expect(JSON.stringify(after)).not.to.contain('canaryB')
      const theirs = await Promise.all(
        questions.map((question) => find(question, 10, null, another)),
      )
      expect(JSON.stringify(theirs)).not.to.contain('canaryA')
      await indexPair(db, owner, 'Who?', 'Ours.')
      for (let n = 0; n < 12; n++) await indexPair(db, another, 'Who?', `Theirs ${n}.`)
      expect(await textsFor('who?')).to.deep.equal(['Who?\nOurs.'])
    })
  })

  describe('accepts', () => {
    const HOSTILE: Record<string, string> = {
      'operators of a text search': "library & (open | !closed) <-> 'x':*A \\",
      quotes: `library'; drop table chunks; -- " \``,
      'a question mark and bind parameters': 'library ? $1 :name %s',
      NUL: 'library\u0000 open',
      'half of a surrogate pair': 'library \ud83d open \udc00',
      'invisible characters': 'lib\u200brary \u{e0041}\u202e',
      '8,000 characters': `${'library '.repeat(20)}${'lorem ipsum dolor '.repeat(440)}`.slice(
        0,
        8000,
      ),
      '8,000 characters without a blank, and the word': `library ${'x'.repeat(7_992)}`,
      '4,000 different words': `library ${Array.from({ length: 1_300 }, (_, n) => `w${n}`).join(' ')}`,
    }
    for (const [name, question] of Object.entries(HOSTILE))
      it(name, async () => {
        await indexTexts(db, owner, ['The library is here.', 'Something else.'])
        expect((await textsFor(question))[0]).to.equal('The library is here.')
      })

    for (const [name, question] of Object.entries({
      'nothing but punctuation': '?!… — «»',
      'nothing but blanks': ' \n\t\u00a0',
      emojis: '🎉🎉 👩‍👩‍👧',
      'combining marks alone': '\u0301\u0301\u0301',
      nothing: '',
    }))
      it(`${name}, and finds nothing`, async () => {
        await indexTexts(db, owner, ['The library is here.'])
        expect(await find(question)).to.deep.equal([])
      })

    it('texts of any signs, too', async () => {
      const texts = [
        '\u{1f389} party',
        `${'y'.repeat(5_000)} end`,
        "it's ''quoted'' \\x",

        '١٢٣ ۴۵۶',
      ]
      await indexTexts(db, owner, texts)
      expect(await textsFor('party')).to.have.length(1)
      expect(await textsFor('quoted')).to.have.length(1)
      expect(await textsFor('123')).to.deep.equal(['١٢٣ ۴۵۶'])
    })
  })
})
