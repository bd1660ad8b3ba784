import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { replaceChunks } from '../../../shared/knowledge/chunks.ts'
import { addSynonyms, synonymRecords } from '../../../shared/knowledge/synonyms.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { makeWordIndex } from '../../../shared/search/wordIndex/wordIndex.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { extractAnswer } from '../../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../../workers/prompt/prompt.ts'
import {
  indexFile,
  indexPair,
  indexTexts,
  makeOwner,
  type Owner,
} from '../../support/data/knowledge.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'
import { countStatements } from '../../support/product/statements.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const SHOP = JSON.parse(
  readFileSync(new URL('../../../bench/data/shop.json', import.meta.url), 'utf8'),
)

describe('a question in other words', () => {
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
    owner = await makeOwner(db, `Speller ${++owners}`)
  })

  const find = (question: string, index = makeWordIndex(db, owner.organizationId)) =>
    findPassages(db, { ...owner, question, language: null, limit: 6 }, index)
  const textsFor = async (question: string) => (await find(question)).map(({ text }) => text)

  async function reply(question: string) {
    const inputs = {
      agent: PLAIN_AGENT,
      question,
      question_metadata: {},
      ...ASKED,
      locale: null,
      traits: null,
      history: [],
    }
    const found = await find(question)
    const { facts, sources } = buildPrompt(inputs, found, { history: 3000, knowledge: 2000 })
    return takeCitations(extractAnswer(facts), sources, { question, given: '' }).content
  }

  describe('with typing errors', () => {
    it('finds its answer in the shop, and is answered @long', async () => {
      for (const [question, answer] of SHOP.pairs) await indexPair(db, owner, question, answer)
      for (const [type, text] of SHOP.files) await indexFile(db, owner, text, type)
      const lost: string[] = []
      const unanswered: string[] = []
      for (const [question, answer] of SHOP.typos) {
        if (!(await textsFor(question)).some((text) => text.includes(answer))) lost.push(question)
        if (!(await reply(question)).includes(answer)) unanswered.push(question)
      }
      expect(lost).to.deep.equal([])
      expect(unanswered).to.have.length.at.most(3)
    })

    const WRITTEN: [what: string, text: string, question: string][] = [
      ['a missing letter', 'Our warranty covers batteries.', 'waranty'],
      ['swapped letters', 'Our warranty covers batteries.', 'warrnaty'],
      ['a wrong first letter', 'Our helmets are red.', 'jelmets'],
      ['two errors in a long word', 'The guarantee ends in May.', 'garrantee'],
      ['German stems', 'Die Gebühren für Überweisungen steigen.', 'Gebüren'],
      ['Russian stems', 'Доставка занимает три дня.', 'дотсавка'],
      ['Greek letters', 'Η αποστολή διαρκεί τρεις ημέρες.', 'αποτσολή'],
      ['Hebrew letters', 'המשלוח מגיע תוך יומיים.', 'המשלחו'],
      ['Arabic letters', 'التوصيل يستغرق ثلاثة أيام.', 'التوصلي'],
    ]
    for (const [what, text, question] of WRITTEN)
      it(`finds a text in spite of ${what}`, async () => {
        await indexTexts(db, owner, ['Another text of no interest.', text])
        expect(await textsFor(question)).to.deep.equal([text])
      })

    it('ranks a text with the word as typed before a text with a similar word', async () => {
      await indexTexts(db, owner, ['Our boots are red.', 'Our boats are red.'])
      expect(await textsFor('boats')).to.deep.equal(['Our boats are red.'])
    })

    it('scores a guessed word less than a word as typed', async () => {
      await indexTexts(db, owner, ['Helmets are blue.', 'Pedals are green.'])
      expect(await textsFor('hlemets pedals')).to.deep.equal([
        'Pedals are green.',
        'Helmets are blue.',
      ])
    })

    it('changes neither numbers, codes with digits, short words nor words near stop words', async () => {
      await indexTexts(db, owner, ['Model X200 costs 4500 with cat, what 電池 holds, want.'])
      for (const question of ['X201', '4501', 'cut', 'waht', '電力'])
        expect(await textsFor(question), question).to.deep.equal([])
    })

    it('does not look a word up again', async () => {
      await indexTexts(db, owner, ['Our warranty covers batteries.'])
      const index = makeWordIndex(db, owner.organizationId)
      await find('waranty', index)
      const before = index.size
      const found = await find('waranty', index)
      expect(index.size).to.equal(before)
      expect(found).to.have.length(1)
      expect(found[0]!.readings).to.deep.equal(
        new Map([['waranty', [{ words: 'warranty', kind: 'spelling' }]]]),
      )
    })

    it('of a short word is not answered about a different word', async () => {
      await indexPair(db, owner, 'Do you sell boots?', 'Yes, we sell boots of leather.')
      expect(await reply('Do you sell boats?')).not.to.contain('leather')
      expect(await reply('Do you sell botos?')).to.contain('leather')
    })
  })

  describe('with an abbreviation that the knowledge explains', () => {
    const EXPLAINED = 'Our offices are in Spain and in the United Kingdom (UK).'
    const LONG = 'Parcels for the United Kingdom take nine days.'
    const SHORT = 'Returns from the UK are free.'
    const OTHERS = ['The kingdom of Spain has beaches.', 'Manchester United plays football.']

    it('finds texts that have only its long form', async () => {
      await indexTexts(db, owner, [LONG, ...OTHERS])
      expect(await textsFor('parcels UK')).to.deep.equal([LONG])
      expect(await textsFor('UK')).to.deep.equal([])
      await indexTexts(db, owner, [EXPLAINED])
      expect(await textsFor('UK')).to.deep.equal([EXPLAINED, LONG])
    })

    it('finds texts that have only its short form', async () => {
      await indexTexts(db, owner, [SHORT, EXPLAINED])
      expect(await textsFor('What is free in the United Kingdom?')).to.have.members([
        EXPLAINED,
        SHORT,
      ])
      expect(await textsFor('kingdom')).to.deep.equal([EXPLAINED])
    })

    it('finds them by a misspelled long form', async () => {
      await indexTexts(db, owner, [SHORT, EXPLAINED])
      expect(await textsFor('untied kingdm')).to.have.members([EXPLAINED, SHORT])
    })

    it('finds other inflections of the long form', async () => {
      const texts = [
        'Es gelten die Allgemeinen Geschäftsbedingungen (AGB).',
        'Die AGB sind von Mai.',
      ]
      await indexTexts(db, owner, texts)
      expect(await textsFor('allgemeine Geschäftsbedingung')).to.have.members(texts)
    })

    it('ranks a text with the form as typed before a text with the other', async () => {
      await indexTexts(db, owner, [
        EXPLAINED,
        'Fees for the UK rise.',
        'Fees for the United Kingdom rise.',
      ])
      expect((await textsFor('fees UK'))[0]).to.equal('Fees for the UK rise.')
      expect((await textsFor('fees United Kingdom'))[0]).to.equal(
        'Fees for the United Kingdom rise.',
      )
    })

    it('finds the same when the words are common', async () => {
      const many = Array.from(
        { length: 600 },
        (_, nth) => `# Part ${nth}\n\nThe United Kingdom and the UK.`,
      )
      await indexFile(db, owner, many.join('\n\n'), 'md')
      await indexTexts(db, owner, [EXPLAINED, 'Tulips in the UK.', 'Roses in the United Kingdom.'])
      expect((await textsFor('tulips United Kingdom'))[0]).to.equal('Tulips in the UK.')
      expect((await textsFor('roses UK'))[0]).to.equal('Roses in the United Kingdom.')
    })

    it('ignores what another organization explains and what does not serve the agent', async () => {
      await indexTexts(db, owner, [LONG])
      await indexTexts(db, await makeOwner(db, `Stranger ${++owners}`), [EXPLAINED])
      expect(await textsFor('UK')).to.deep.equal([])
      const [id] = await indexTexts(db, owner, [EXPLAINED])
      await db('knowledge_entries')
        .where({ id })
        .update({ agent_ids: [uuid()] })
      expect(await textsFor('UK')).to.deep.equal([])
      await db('knowledge_entries')
        .where({ id })
        .update({ agent_ids: [owner.agentId] })
      expect(await textsFor('UK')).to.have.length(2)
    })

    it('forgets an abbreviation with the text that explained it', async () => {
      await indexTexts(db, owner, [LONG])
      const [id] = await indexTexts(db, owner, [EXPLAINED])
      expect(await textsFor('UK')).to.have.length(2)
      await replaceChunks(db, owner.organizationId, id!, [])
      expect(await textsFor('UK')).to.deep.equal([])
    })

    it('reads nothing again when it is repeated', async () => {
      await indexTexts(db, owner, [LONG, EXPLAINED])
      const index = makeWordIndex(db, owner.organizationId)
      const first = await find('UK', index)
      const { size } = index
      expect(await find('UK', index)).to.deep.equal(first)
      expect(index.size).to.equal(size)
    })

    it('is answered from a text with the other form', async () => {
      await indexTexts(db, owner, [LONG, SHORT, EXPLAINED])
      expect(await reply('What about parcels for the UK?')).to.contain('nine days')
      expect(await reply('What about returns from the United Kingdom?')).to.contain('free')
    })
  })

  describe('with synonyms', () => {
    const SETTEE = 'Every settee has a guarantee of nine years.'
    const COUCH = 'A couch is delivered in May.'
    const LAMP = 'Lamps are blue.'
    const same = (...words: string[]) => addSynonyms(db, owner.organizationId, words)

    it('finds texts with any other word of the group, in any inflection', async () => {
      await indexTexts(db, owner, [SETTEE, COUCH, LAMP])
      expect(await textsFor('sofas')).to.deep.equal([])
      await same('sofa', 'couch', 'settee')
      for (const question of ['sofas', 'Sofa', 'the couches', 'SETTEES'])
        expect(await textsFor(question), question).to.have.members([SETTEE, COUCH])
      expect(await textsFor('lamp')).to.deep.equal([LAMP])
    })

    it('ranks a text with the word as typed before a text with a synonym', async () => {
      await indexTexts(db, owner, [
        'Fees for a couch rise.',
        'Fees for a sofa rise.',
        'Fees for a settee rise.',
      ])
      await same('couch', 'sofa', 'settee')
      for (const word of ['couch', 'sofa', 'settee'])
        expect((await textsFor(`fees ${word}`))[0]).to.equal(`Fees for a ${word} rise.`)
    })

    const LEAVE = 'Paid leave is granted for thirty days a year.'
    const ELSE = ['The leave button is red.', 'Salaries are paid in May.']

    it('finds phrases, whose words are adjacent in the question and together in the text', async () => {
      await indexTexts(db, owner, [LEAVE, ...ELSE])
      await same('PTO', 'paid leave', 'time off from work')
      expect(await textsFor('How much PTO?')).to.deep.equal([LEAVE])
      expect(await textsFor('How much time off from work?')).to.deep.equal([LEAVE])
      await indexTexts(db, owner, ['PTO must be asked for.'])
      expect(await textsFor('paid leaves')).to.include('PTO must be asked for.')
      expect(await textsFor('Is he paid if I leave?')).not.to.include('PTO must be asked for.')
      expect(await textsFor('off work')).to.deep.equal([])
    })

    it('uses the longest of overlapping phrases', async () => {
      await indexTexts(db, owner, ['Laptops are grey.', 'Purses are brown.'])
      await same('notebook', 'laptop')
      await same('notebook purse', 'purse')
      expect(await textsFor('notebook purse')).to.deep.equal(['Purses are brown.'])
      expect(await textsFor('notebook')).to.deep.equal(['Laptops are grey.'])
    })

    const WRITTEN: [what: string, text: string, group: string[], question: string][] = [
      [
        'German',
        'Die Kündigungsfrist endet im Mai.',
        ['Abo', 'Vertrag', 'Kündigungsfrist'],
        'Wie lange läuft mein Vertrag?',
      ],
      [
        'German with accents',
        'Der Möbelwagen kommt im Mai.',
        ['Sofas', 'Möbelwagen'],
        'Wo ist das Sofa?',
      ],
      ['French', 'La livraison est gratuite.', ['expédition', 'livraison'], 'Les expéditions ?'],
      ['Russian', 'Диваны стоят дорого.', ['софа', 'диван'], 'Сколько стоит софу?'],
      ['Greek', 'Ο καναπές είναι κόκκινος.', ['ντιβάνι', 'καναπές'], 'ντιβάνια'],
      ['Arabic with its article', 'الأريكة حمراء.', ['كنبة', 'أريكة'], 'أين الكنبة؟'],
      ['Hebrew', 'הספה אדומה.', ['כורסה', 'ספה'], 'כמה עולה הכורסה?'],
      ['Chinese', '长椅的保修期为两年。', ['沙发', '长椅'], '你们的沙发保修多久?'],
      ['Chinese phrases', '有薪假期为三十天。', ['年假', '有薪假期'], '我有多少天年假?'],
      ['Japanese', '有給休暇は二十日です。', ['年休', '有給休暇'], '年休は何日ですか?'],
      [
        'Korean with particles',
        '유급휴가는 이십 일입니다.',
        ['연차', '유급휴가'],
        '연차는 며칠이에요?',
      ],
      ['Thai', 'โซฟาสีแดง', ['เก้าอี้ยาว', 'โซฟา'], 'เก้าอี้ยาวสีอะไร'],
      [
        'two languages',
        'Der Urlaub dauert dreißig Tage.',
        ['holiday', 'Urlaub'],
        'How long are the holidays?',
      ],
    ]
    for (const [what, text, group, question] of WRITTEN)
      it(`finds a text in ${what}`, async () => {
        await indexTexts(db, owner, ['Nothing.', text])
        await same(...group)
        expect(await textsFor(question)).to.deep.equal([text])
      })

    it('finds them by a misspelled word, and does not correct a word of a group', async () => {
      await indexTexts(db, owner, [COUCH, 'The divan is old.', 'Soda is cold.'])
      await same('couch', 'divan')
      expect(await textsFor('cuoch')).to.have.members([COUCH, 'The divan is old.'])
      expect(await textsFor('sofa')).to.deep.equal(['Soda is cold.'])
      await same('sofa', 'couch')
      expect(await textsFor('sofa')).to.deep.equal([COUCH])
    })

    it("ignores another organization's groups and texts that do not serve the agent", async () => {
      const other = await makeOwner(db, `Stranger ${++owners}`)
      const [id] = await indexTexts(db, owner, [COUCH])
      await addSynonyms(db, other.organizationId, ['sofa', 'couch'])
      expect(await textsFor('sofa')).to.deep.equal([])
      await same('sofa', 'couch')
      expect(await textsFor('sofa')).to.deep.equal([COUCH])
      await db('knowledge_entries')
        .where({ id })
        .update({ agent_ids: [uuid()] })
      expect(await textsFor('sofa')).to.deep.equal([])
    })

    it('finds the same when the words are common', async () => {
      const many = Array.from(
        { length: 600 },
        (_, nth) => `# Part ${nth}\n\nThe couch and the sofa.`,
      )
      await indexFile(db, owner, many.join('\n\n'), 'md')
      await indexTexts(db, owner, ['Tulips on the couch.', 'Roses on the sofa.'])
      await same('couch', 'sofa')
      expect((await textsFor('tulips sofa'))[0]).to.equal('Tulips on the couch.')
      expect((await textsFor('roses couch'))[0]).to.equal('Roses on the sofa.')
    })

    it('finds nothing stale, because each change gives the knowledge a new version', async () => {
      const version = async () =>
        BigInt(
          (await db('knowledge_versions').where({ organization_id: owner.organizationId }).first())
            ?.version ?? 0,
        )
      const seen = [await version()]
      const group = (await same('sofa', 'couch'))!
      seen.push(await version())
      await synonymRecords.change(db, owner.organizationId, group.id, { words: ['sofa', 'settee'] })
      seen.push(await version())
      await synonymRecords.remove(db, owner.organizationId, group.id)
      seen.push(await version())
      expect(seen).to.deep.equal(seen.toSorted((one, next) => Number(one - next)))
      expect(new Set(seen)).to.have.property('size', 4)
    })

    it('reads nothing again when it is repeated', async () => {
      await indexTexts(db, owner, [SETTEE, COUCH])
      await same('sofa', 'couch', 'settee')
      const index = makeWordIndex(db, owner.organizationId)
      const first = await find('sofas', index)
      const { size } = index
      expect(
        await countStatements(() => find('sofas', index), /knowledge_synonyms|ts_lexize|postings/),
      ).to.equal(0)
      expect(await find('sofas', index)).to.deep.equal(first)
      expect(index.size).to.equal(size)
    })

    it('is answered from a text with another word of the group', async () => {
      await same('sofa', 'couch', 'settee')
      await same('PTO', 'paid leave')
      await indexTexts(db, owner, [SETTEE, COUCH, LEAVE, ...ELSE])
      await indexPair(db, owner, 'Can I return a settee?', 'Yes, within seventy days.')
      expect(await reply('How long is the guarantee of a sofa?')).to.contain('nine years')
      expect(await reply('When is my sofa delivered?')).to.contain('May')
      expect(await reply('Can I return a couch?')).to.contain('seventy days')
      expect(await reply('How many days of PTO a year?')).to.contain('thirty days')
    })

    it('is answered in a language without blanks', async () => {
      await same('沙发', '长椅')
      await indexTexts(db, owner, ['长椅的保修期为两年。', '台灯是蓝色的。'])
      expect(await reply('沙发的保修期多久?')).to.contain('两年')
    })
  })
})
