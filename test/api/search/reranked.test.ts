import { expect } from 'chai'
import { type FakeReranker, startFakeReranker } from '../../support/models/rerankers.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const QA = '/api/v1/knowledge/qa'

describe('what a question finds is reranked', () => {
  let parley: Parley
  let fake: FakeReranker
  let agent: string
  const MODEL = 'jina:any'
  before(async () => {
    fake = await startFakeReranker()
    const settings = {
      RERANK_MODEL: MODEL,
      JINA_BASE_URL: `${fake.url}/v1`,
      RERANK_TIMEOUT_SECONDS: '0.5',
      LLM_PRICES: '{"any":[2,0]}',
    }
    parley = await startParley({ settings })
    agent = (await parley.client.makeAgent()).id
    for (const [question, answer] of [
      ['When is breakfast?', 'Breakfast is until ten.'],
      ['Is breakfast free?', 'Breakfast is in the price.'],
      ['Who makes the breakfast?', 'Our cook.'],
    ] as const)
      await parley.client.post(QA, { question, answer })
  })
  beforeEach(() => fake.reset())
  after(async () => {
    await parley.stop()
    await fake.close()
  })

  /** Prefers the text that has this word. */
  const prefer = (word: string) =>
    fake.behave(({ texts }) => ({
      scores: texts.map((text) => (text.includes(word) ? 0.9 : 0.1)),
      usage: { total_tokens: 50 },
    }))
  const retrieve = async (question: string, limit = 6) =>
    (await parley.client.post(`/api/v1/agents/${agent}/retrieve`, { question, limit })).body
  const titles = async (question: string, limit = 6) =>
    (await retrieve(question, limit)).data.map(({ title }: any) => title)
  const QUESTION = 'What about the breakfast?'

  it('by the model, for what a person tests and for what a reply is made of', async () => {
    for (const [word, first] of [
      ['cook', 'Who makes the breakfast?'],
      ['price', 'Is breakfast free?'],
    ] as const) {
      prefer(word)
      const { data, rerank } = await retrieve(QUESTION, 2)
      expect(data).to.have.length(2)
      expect(data[0]).to.include({ title: first, score: 0.9 })
      expect(rerank).to.include({
        model: MODEL,
        passages: 3,
        error: null,
        tokens: 50,
        cost_usd: 0.0001,
      })
      expect(rerank.ms).to.be.above(0)
      const { id } = await parley.client.makeConversation({ agent_id: agent })
      const path = `/api/v1/conversations/${id}/messages`
      const reply = (await parley.client.post(path, { content: QUESTION, trace: true })).body.data
      const { passages, reranks } = (await parley.client.get(`${path}/${reply.id}/trace`)).body.data
      expect(passages.map(({ title }: any) => title)[0]).to.equal(first)
      expect(reranks).to.have.length(1)
      expect(reranks[0]).to.include({
        model: MODEL,
        passages: 3,
        error: null,
        tokens: 50,
        cost_usd: 0.0001,
      })
    }
  })

  it('with the texts whole, of at most 30 passages, and cut where they are long @long', async () => {
    await retrieve(QUESTION)
    expect(fake.requests[0]).to.deep.include({ query: QUESTION, top_n: 3 })
    expect(fake.requests[0]!.texts).to.include('Who makes the breakfast?\nOur cook.')
    const { id } = await parley.client.makeAgent()
    for (let n = 0; n < 40; n++)
      await parley.client.post(QA, {
        question: `Lantern ${n}?`,
        answer: 'Lanterns shine. '.repeat(250),
        agent_ids: [id],
      })
    fake.reset()
    const question = `lantern ${'x'.repeat(3_000)}`
    await parley.client.post(`/api/v1/agents/${id}/retrieve`, { question, limit: 2 })
    const [{ texts, query }] = fake.requests as [any]
    expect(texts).to.have.length(30)
    expect(Math.max(...texts.map(({ length }: string) => length))).to.be.at.most(2_000)
    expect(query).to.have.length(2_000)
  })

  it('behind a pair with the same question, which the model is not asked about', async () => {
    prefer('cook')
    const { data, rerank } = await retrieve('when is BREAKFAST')
    expect(data.map(({ title }: any) => title).slice(0, 2)).to.deep.equal([
      'When is breakfast?',
      'Who makes the breakfast?',
    ])
    expect(rerank.passages).to.equal(2)
    const scores = data.map(({ score }: any) => score)
    expect(scores).to.deep.equal([...scores].sort((one, other) => other - one))
  })

  it('not at all if there is nothing to order', async () => {
    expect((await retrieve('cook')).rerank).to.equal(null)
    expect((await retrieve('zeppelin')).rerank).to.equal(null)
    expect(fake.requests).to.deep.equal([])
  })

  it('or stays in order when the model answers nonsense, hangs or fails, and is then left alone', async () => {
    fake.behave(() => ({ scores: [0.1, 0.1, 0.1] }))
    const order = await titles(QUESTION)
    expect(order).to.have.length(3)
    for (const [behaviour, error] of [
      [{ rows: [{ index: 7, relevance_score: 1 }] }, 'model_bad_output'],
      [{ raw: 'no' }, 'model_bad_output'],
      [{ status: 400 }, 'model_rejected'],
      [{ hang: true }, 'model_unavailable'],
      [{ status: 500 }, 'model_unavailable'],
      [{ status: 502 }, 'model_unavailable'],
      [{ status: 503 }, 'model_unavailable'],
      [{ status: 504 }, 'model_unavailable'],
    ] as const) {
      fake.behave(() => behaviour)
      const { data, rerank } = await retrieve(QUESTION)
      expect(data.map(({ title }: any) => title)).to.deep.equal(order)
      expect(rerank).to.deep.include({
        model: MODEL,
        passages: 3,
        error,
        tokens: null,
        cost_usd: null,
      })
    }
    const calls = fake.requests.length
    for (let n = 0; n < 3; n++) expect(await titles(QUESTION)).to.deep.equal(order)
    // At most one call, which tries whether the provider is back.
    expect(fake.requests.length - calls).to.be.at.most(1)
  })

  describe("once for a reply, by the user's question", () => {
    let writing: Parley
    before(async () => {
      const settings = {
        RERANK_MODEL: MODEL,
        JINA_BASE_URL: `${fake.url}/v1`,
        QUERY_MODEL: 'openai:writer',
      }
      writing = await startParley({ settings })
      for (const [question, answer] of [
        ['When is breakfast?', 'Breakfast is until ten.'],
        ['Who makes the breakfast?', 'Our cook.'],
        ['Is the pool heated?', 'The pool has 28 degrees.'],
        ['Is there a sauna?', 'The sauna opens at six.'],
      ])
        await writing.client.post(QA, { question, answer })
    })
    after(() => writing.stop())

    /** Asks in a conversation, with a model that writes these queries. */
    async function ask(content: string, queries: string[], path?: string) {
      fake.reset()
      prefer('sauna')
      writing.model.behave(({ model }) => ({
        text: model === 'writer' ? JSON.stringify({ queries }) : 'Yes.',
      }))
      const messages =
        path ?? `/api/v1/conversations/${(await writing.client.makeConversation()).id}/messages`
      const { id } = (await writing.client.post(messages, { content, trace: true })).body.data
      const trace = (await writing.client.get(`${messages}/${id}/trace`)).body.data
      return { trace, path: messages }
    }

    it('if a model writes queries', async () => {
      const { trace } = await ask('Wo kann ich schwimmen?', ['breakfast', 'heated pool', 'sauna'])
      expect(trace.queries).to.have.length(4)
      expect(fake.requests).to.have.length(1)
      expect(fake.requests[0]!.query).to.equal('Wo kann ich schwimmen?')
      expect(fake.requests[0]!.texts).to.have.length(4)
      expect(trace.reranks).to.have.length(1)
      expect(trace.passages[0]).to.include({ title: 'Is there a sauna?', score: 0.9 })
    })

    it('together with the previous question for a follow-up', async () => {
      const { path } = await ask('When is breakfast?', [])
      const { trace } = await ask('And the sauna?', [], path)
      expect(trace.queries).to.deep.equal(['And the sauna?', 'When is breakfast?\nAnd the sauna?'])
      expect(fake.requests.map(({ query }) => query)).to.deep.equal([
        'When is breakfast?\nAnd the sauna?',
      ])
      expect(trace.passages.map(({ title }: any) => title).slice(0, 2)).to.include(
        'Is there a sauna?',
      )
    })

    it('from whose end the model reads if both questions are too long', async () => {
      const { path } = await ask(`When is breakfast? ${'I sleep long. '.repeat(200)}`, [])
      await ask('And the sauna?', [], path)
      const { query } = fake.requests.at(-1)!
      expect(query).to.have.length(2_000)
      expect(query).to.match(/\nAnd the sauna\?$/)
    })
  })

  it('only if the operator has set a model', async () => {
    const plain = await startParley()
    try {
      await plain.client.post(QA, { question: 'Is there a pool?', answer: 'No.' })
      const { id } = await plain.client.makeAgent()
      const { body } = await plain.client.post(`/api/v1/agents/${id}/retrieve`, {
        question: 'a pool, or two',
      })
      expect(body.data).to.have.length(1)
      expect(body.rerank).to.equal(null)
    } finally {
      await plain.stop()
    }
  })
})
