import { readFileSync } from 'node:fs'
import { expect } from 'chai'
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

describe('a misspelled question', () => {
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
