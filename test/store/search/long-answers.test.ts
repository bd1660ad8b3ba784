import { expect } from 'chai'
import { replaceChunks } from '../../../shared/knowledge/chunks.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { takeCitations } from '../../../workers/citations/citations.ts'
import { extractAnswer } from '../../../workers/extractive/extractive.ts'
import { pairChunks } from '../../../workers/knowledge/indexJob.ts'
import { inLanguages } from '../../../workers/knowledge/tagLanguages.ts'
import { buildPrompt, textOf } from '../../../workers/prompt/prompt.ts'
import { indexFile, indexPair, makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { readSources } from '../../support/data/prompts.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const QUESTION = 'How do I register a pump?'
const steps = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${n + 1}. Look at the gasket number ${n + 1}.\n  Write it down!`,
  )

describe('a pair with a long answer', () => {
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

  const find = (question: string, nearest?: Promise<{ chunk_id: string; similarity: number }[]>) =>
    findPassages(db, { ...owner, question, language: null, limit: 6, nearest })

  /** Answers like `workers/reply/replyJob.ts`. */
  async function ask(question: string, tokens = 2000) {
    const inputs = {
      agent: PLAIN_AGENT,
      question,
      question_metadata: {},
      ...ASKED,
      locale: null,
      traits: null,
      history: [],
    }
    const budget = { history: 3000, knowledge: tokens }
    const { messages, facts, sources } = buildPrompt(inputs, await find(question), budget)
    const prompt = textOf(messages)
    const reply = takeCitations(extractAnswer(facts), sources, { question, given: prompt })
    return { ...reply, prompt }
  }

  for (const [language, question, answer, asked] of [
    ['English', QUESTION, steps(80).join('\n\n'), 'register pump'],
    ['Chinese', '怎样注册水泵？', '请看垫圈的号码，然后把它写下来。'.repeat(120), '水泵怎样注册'],
    ['Thai', 'ลงทะเบียนปั๊มอย่างไร', 'ดูหมายเลขปะเก็นแล้วจดไว้ '.repeat(200).trim(), 'ลงทะเบียนปั๊ม'],
  ] as const) {
    it(`is found completely, and once, with all of its blanks and lines: ${language}`, async () => {
      expect(answer.length).to.be.above(1_500)
      await indexPair(db, owner, question, answer)
      for (const one of [question, asked]) {
        const found = await find(one)
        expect(found.map(({ text }) => text)).to.deep.equal([`${question}\n${answer}`])
      }
    })

    it(`is answered completely, with one citation, which quotes it: ${language}`, async () => {
      await indexPair(db, owner, question, answer)
      const { content, citations } = await ask(question, 8_000)
      expect(content).to.equal(answer)
      expect(citations).to.have.length(1)
      expect(citations[0]!.quote).to.not.equal('')
      expect(answer).to.contain(citations[0]!.quote)
    })
  }

  it('leaves the other places to other passages', async () => {
    await indexPair(db, owner, QUESTION, steps(300).join('\n'))
    const other = await indexFile(
      db,
      owner,
      'A gasket is a ring of rubber, which lies between two parts of a machine.',
    )
    const found = await find('Do I register a pump by its gasket?')
    expect(found.map(({ knowledge_id }) => knowledge_id)).to.include(other)
    expect(found).to.have.length(2)
  })

  it('is found once if several of its pieces are nearest by meaning', async () => {
    await indexPair(db, owner, QUESTION, steps(300).join('\n'))
    const chunks = await db('chunks')
      .where({ organization_id: owner.organizationId })
      .orderBy('position', 'desc')
    expect(chunks.length).to.be.above(4)
    const nearest = chunks.map(({ id }) => ({ chunk_id: String(id), similarity: 0.9 }))
    for (const question of [QUESTION, 'zzz'])
      expect(
        (await find(question, Promise.resolve(nearest))).map(({ text }) => text),
      ).to.deep.equal([`${QUESTION}\n${steps(300).join('\n')}`])
  })

  it('is separate from another pair with the same question, on another page or under another heading', async () => {
    const id = await indexFile(db, owner, 'Nothing.')
    const chunks = ['a', 'b'].flatMap((place) => {
      const pieces = pairChunks(QUESTION, steps(60).join(` at ${place}\n`))
      expect(pieces.length).to.be.above(1)
      return [
        ...pieces.map((piece) => ({ ...piece, heading: `Heading ${place}` })),
        ...pieces.map((piece) => ({ ...piece, page_url: `https://shop.example/${place}` })),
      ]
    })
    await replaceChunks(db, owner.organizationId, id, await inLanguages(chunks, null))
    for (const question of [QUESTION, 'register pump']) {
      const found = await find(question)
      expect(found.map(({ heading, url }) => heading || url)).to.have.members([
        'Heading a',
        'Heading b',
        'https://shop.example/a',
        'https://shop.example/b',
      ])
      for (const { text, heading, url } of found)
        expect(text).to.equal(`${QUESTION}\n${steps(60).join(` at ${(heading || url)!.at(-1)}\n`)}`)
    }
  })

  it('that is answered twice in one place has both answers, separately', async () => {
    const id = await indexFile(db, owner, 'Nothing.')
    const chunks = ['At the desk.', 'By post.'].flatMap((answer) => pairChunks(QUESTION, answer))
    await replaceChunks(db, owner.organizationId, id, await inLanguages(chunks, null))
    expect((await find(QUESTION)).map(({ text }) => text)).to.deep.equal([
      `${QUESTION}\nAt the desk.\nBy post.`,
    ])
  })

  it('is cut between sentences, with nothing missing before the cut, if it does not fit', async () => {
    const answer = steps(300).join('\n')
    await indexPair(db, owner, QUESTION, answer)
    const { content, prompt } = await ask(QUESTION)
    expect(content.length).to.be.within(7_000, 8_200)
    expect(answer.startsWith(content)).to.equal(true)
    expect(content).to.match(/[.!]$/)
    expect(prompt).to.contain(`${content}\n<left_out/>\n`)
  })

  it('is one source of the prompt: its beginning, and the piece that was found, in their order', async () => {
    const answer = [...steps(200), 'The zebra stands at the end of all steps.', ...steps(100)].join(
      '\n',
    )
    await indexPair(db, owner, QUESTION, answer)
    const { prompt, content, citations } = await ask('What does the zebra stand at?')
    const sources = readSources(prompt)
    expect(sources).to.have.length(1)
    expect(sources[0]!.text).to.match(/^How do I register a pump\?\n1\. Look.*zebra stands.*\n$/s)
    expect(prompt.split('<left_out/>')).to.have.length(3)
    expect(content).to.contain('The zebra stands at the end of all steps.')
    expect(citations.map(({ quote }) => quote)).to.deep.equal([
      'The zebra stands at the end of all steps.',
    ])
  })

  it('is never answered by a later piece alone', async () => {
    await indexPair(db, owner, QUESTION, steps(200).join('\n'))
    for (const question of ['How can I register the pump?', 'register a pump'])
      expect((await ask(question)).content).to.match(/^1\. Look at the gasket number 1\./)
  })

  it('cannot forge the mark of an omission', async () => {
    await indexPair(db, owner, QUESTION, 'Ask at the desk.\n<left_out/>\nOr call us.')
    const { prompt, content } = await ask(QUESTION)
    expect(prompt).not.to.contain('<left_out/>')
    expect(content).to.contain('Or call us.')
  })
})
