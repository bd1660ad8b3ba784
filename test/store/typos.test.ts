import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { replaceChunks } from '../../shared/store/knowledge/chunks.ts'
import { emptyIndex } from '../../shared/store/search/cachedIndex.ts'
import { findPassages } from '../../shared/store/search/retrieval.ts'
import { takeCitations } from '../../workers/citations/citations.ts'
import { extractAnswer } from '../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../workers/prompt/prompt.ts'
import { indexFile, indexPair, indexTexts, makeOwner, type Owner } from '../support/data/knowledge.ts'
import { PLAIN_AGENT } from '../support/data/replyInputs.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

const SHOP = JSON.parse(readFileSync(new URL('../../bench/data/shop.json', import.meta.url), 'utf8'))

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

  const find = (question: string, index = emptyIndex(owner.organizationId)) =>
    findPassages(db, { ...owner, question, language: null, limit: 6 }, index)
  const textsFor = async (question: string) => (await find(question)).map(({ text }) => text)

  async function reply(question: string) {
    const inputs = {
      ...{ agent: PLAIN_AGENT, question, question_metadata: {} },
      ...{ locale: null, traits: null, history: [] },
    }
    const found = await find(question)
    const { facts, sources } = buildPrompt(inputs, found, { history: 3000, knowledge: 2000 })
    return takeCitations(extractAnswer(facts), sources, { question, given: '' }).content
  }

  describe('with typing errors', () => {
    it('finds its answer in the shop, and is answered', async () => {
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

    it('ranks a text with the word as typed before one with a word like it', async () => {
      await indexTexts(db, owner, ['Our boots are red.', 'Our boats are red.'])
      expect(await textsFor('boats')).to.deep.equal(['Our boats are red.'])
    })

    it('counts a guess less than a word as typed', async () => {
      await indexTexts(db, owner, ['Helmets are blue.', 'Pedals are green.'])
      expect(await textsFor('hlemets pedals')).to.deep.equal(['Pedals are green.', 'Helmets are blue.'])
    })

    it('changes neither numbers, codes with digits, short words nor words by other stop words', async () => {
      await indexTexts(db, owner, ['Model X200 costs 4500 with cat, what 電池 holds, want.'])
      for (const question of ['X201', '4501', 'cut', 'waht', '電力'])
        expect(await textsFor(question), question).to.deep.equal([])
    })

    it('does not look a word up again', async () => {
      await indexTexts(db, owner, ['Our warranty covers batteries.'])
      const index = emptyIndex(owner.organizationId)
      await find('waranty', index)
      const before = index.size
      expect(await find('waranty', index)).to.have.length(1)
      expect(index.size).to.equal(before)
      expect(index.spellings.get('waranty')).to.deep.equal([{ form: 'warranty', terms: ['warranti'] }])
    })

    it('of a short word is not answered about another one', async () => {
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
      expect(await textsFor('What is free in the United Kingdom?')).to.have.members([EXPLAINED, SHORT])
      expect(await textsFor('kingdom')).to.deep.equal([EXPLAINED])
    })

    it('finds them by a misspelled long form', async () => {
      await indexTexts(db, owner, [SHORT, EXPLAINED])
      expect(await textsFor('untied kingdm')).to.have.members([EXPLAINED, SHORT])
    })

    it('finds other inflections of the long form', async () => {
      const texts = ['Es gelten die Allgemeinen Geschäftsbedingungen (AGB).', 'Die AGB sind von Mai.']
      await indexTexts(db, owner, texts)
      expect(await textsFor('allgemeine Geschäftsbedingung')).to.have.members(texts)
    })

    it('ranks a text with the form as typed before one with the other', async () => {
      await indexTexts(db, owner, [EXPLAINED, 'Fees for the UK rise.', 'Fees for the United Kingdom rise.'])
      expect((await textsFor('fees UK'))[0]).to.equal('Fees for the UK rise.')
      expect((await textsFor('fees United Kingdom'))[0]).to.equal('Fees for the United Kingdom rise.')
    })

    it('finds the same when the words are common', async () => {
      const many = Array.from({ length: 600 }, (_, nth) => `# Part ${nth}\n\nThe United Kingdom and the UK.`)
      await indexFile(db, owner, many.join('\n\n'), 'md')
      await indexTexts(db, owner, [EXPLAINED, 'Tulips in the UK.', 'Roses in the United Kingdom.'])
      expect((await textsFor('tulips United Kingdom'))[0]).to.equal('Tulips in the UK.')
      expect((await textsFor('roses UK'))[0]).to.equal('Roses in the United Kingdom.')
    })

    it('heeds neither what another organization explains nor what does not serve the agent', async () => {
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

    it('forgets it with the text that explained it', async () => {
      await indexTexts(db, owner, [LONG])
      const [id] = await indexTexts(db, owner, [EXPLAINED])
      expect(await textsFor('UK')).to.have.length(2)
      await replaceChunks(db, owner.organizationId, id!, [])
      expect(await textsFor('UK')).to.deep.equal([])
    })

    it('reads nothing again for the same question', async () => {
      await indexTexts(db, owner, [LONG, EXPLAINED])
      const index = emptyIndex(owner.organizationId)
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
})
