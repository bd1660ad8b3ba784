import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { extractAnswer } from '../../../workers/extractive/extractive.ts'
import { buildPrompt } from '../../../workers/prompt/prompt.ts'
import { indexFile, indexPair, makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

/** The knowledge of a small shop, questions that it answers, and other questions. */
const SHOP: {
  pairs: [question: string, answer: string][]
  files: [type: FileType, text: string][]
  answerable: [question: string, answer: string][]
  unanswerable: string[]
} = JSON.parse(readFileSync(new URL('../../../bench/data/shop.json', import.meta.url), 'utf8'))

describe('builtin:extractive with the knowledge of a small shop', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
    owner = await makeOwner(db, 'Shop')
    for (const [question, answer] of SHOP.pairs) await indexPair(db, owner, question, answer)
    for (const [type, text] of SHOP.files) await indexFile(db, owner, text, type)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

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
    const found = await findPassages(db, { ...owner, question, language: null, limit: 6 })
    const { facts, sources } = buildPrompt(inputs, found, { history: 3000, knowledge: 2000 })
    return takeCitations(extractAnswer(facts), sources, { question, given: '' })
  }

  it('answers 19 of 20 questions that it can answer', async () => {
    const wrong: string[] = []
    for (const [question, answer] of SHOP.answerable)
      if (!(await reply(question)).content.includes(answer)) wrong.push(question)
    expect(wrong).to.have.length.at.most(1)
  })

  it('refuses 37 of 40 that it cannot answer', async () => {
    const answered: string[] = []
    for (const question of SHOP.unanswerable)
      if ((await reply(question)).grounded) answered.push(question)
    expect(answered).to.have.length.at.most(3)
  })
})
