import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import { onlySettings } from '../../../shared/models/connections.ts'
import { makeFindByMeaning, type VectorSearch } from '../../../shared/search/meaning.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type FakeEmbeddings, startFakeEmbeddings, well } from '../../support/servers/embeddings.ts'
import { makeMoment } from '../../support/servers/model.ts'

const QA = '/api/v1/knowledge/qa'
const STATUS = '/api/v1/knowledge/status'
const none = { processing: 0, ready: 0, failed: 0 }

describe('the search by meaning', () => {
  let parley: Parley
  let fake: FakeEmbeddings
  let agent: any
  let findByMeaning: VectorSearch
  const found = async (question: string, of = parley.client, limit = 3) => {
    const asked = { organizationId: of.organizationId, agentId: agent.id, question }
    const nearest = findByMeaning(asked)
    return findPassages(parley.db, { ...asked, nearest, language: 'en', limit })
  }
  const add = async (question: string, answer: string, client = parley.client) => {
    const { status, body } = await client.post(QA, { question, answer })
    expect(status).to.equal(201)
    return body.data
  }
  const embedded = (client = parley.client) =>
    eventually(async () => {
      const { done, total } = (await client.get(STATUS)).body.data.embedding
      return done === total && total > 0
    })
  /** Asks the echoing model, and returns its whole prompt. */
  const ask = async (question: string) => {
    const { id } = await parley.client.makeConversation({ agent_id: agent.id })
    const { status, body } = await parley.client.say(id, question)
    expect(status).to.equal(201)
    return body.data.content as string
  }

  before(async () => {
    fake = await startFakeEmbeddings()
    const settings = { EMBEDDING_MODEL: 'ollama:fake', OLLAMA_BASE_URL: fake.url }
    parley = await startParley({ settings })
    const config = loadConfig(parley.env)
    const log = makeLog('test', config)
    const breakers = makeBreakers(log, config.times)
    findByMeaning = makeFindByMeaning({
      db: parley.db,
      config,
      log,
      breakers,
      connections: onlySettings(config),
    })
    agent = await parley.client.makeAgent()
    await add('Which automobile does the company lend?', 'A small red one.')
    await add('When is breakfast?', 'Until ten.')
    await add('Is there a pool?', 'On the roof.')
    await embedded()
  })
  beforeEach(() => fake.reset())
  after(async () => {
    await parley.stop()
    await fake.close()
  })

  it('finds knowledge without any word of the question', async () => {
    expect(await ask('vehicle')).to.contain('A small red one.')
    const [first] = await found('vehicle')
    expect(first).to.include({ kind: 'qa', title: 'Which automobile does the company lend?' })
    expect(first!.score).to.be.above(0)
    const path = `/api/v1/agents/${agent.id}/retrieve`
    const { body } = await parley.client.post(path, { question: 'vehicle', limit: 1 })
    expect(body.data).to.have.length(1)
    expect(body.data[0]).to.include({ knowledge_id: first!.knowledge_id, score: first!.score })
  })

  it('puts what both words and meaning find before what only one of them finds', async () => {
    const passages = await found('Which vehicle has the company?')
    expect(passages[0]!.text).to.contain('automobile')
    const scores = passages.map(({ score }) => score)
    expect(scores).to.deep.equal([...scores].sort((a, b) => b - a))
    expect(new Set(passages.map(({ chunk_id }) => chunk_id)).size).to.equal(passages.length)
  })

  it('puts a pair with the same question first', async () => {
    // Its vector is far from the question's, and three others are near that have its word as well.
    const pair = await add(
      'A vehicle?',
      'Whoever walks to the harbour sees ships, gulls, cranes and the lighthouse.',
    )
    for (const name of ['car', 'automobile', 'auto'])
      await add(`The ${name}`, `A vehicle, vehicle, ${name}.`)
    await embedded()
    const [first] = await found('a VEHICLE')
    expect(first!.knowledge_id).to.equal(pair.id)
  })

  it("finds never another organization's knowledge, and only what serves the agent", async () => {
    const other = await parley.another('Their organization')
    await add('Their automobile?', 'A canary.', other)
    await embedded(other)
    const theirs = await parley.client.makeAgent()
    const { body } = await parley.client.post(QA, {
      question: 'A secret automobile?',
      answer: 'A magpie.',
      agent_ids: [theirs.id],
    })
    expect(body.data.status).to.equal('ready')
    await embedded()
    const texts = (await found('car', parley.client, 20)).map(({ text }) => text).join()
    expect(texts)
      .to.contain('A small red one')
      .and.not.to.contain('canary')
      .and.not.to.contain('magpie')
    expect((await found('car', other)).map(({ text }) => text)).to.deep.equal([
      'Their automobile?\nA canary.',
    ])
  })

  it('lets knowledge be ready before it has a vector', async () => {
    const ready = makeMoment()
    fake.behave((request) => ({ ...well(request), after: ready.promise }))
    const { status, chunk_count, id } = await add('What of the zeppelin?', 'It flies.')
    expect([status, chunk_count]).to.deep.equal(['ready', 1])
    ready.come()
    await embedded()
    fake.reset()
    await parley.client.send('DELETE', `${QA}/${id}`)
  })

  it('falls back to words when the provider hangs or fails, and then leaves the provider alone @long', async () => {
    fake.behave(() => ({ hang: true }))
    expect(await ask('When is breakfast, please?')).to.contain('Until ten.')
    fake.behave(() => ({ status: 500 }))
    for (let n = 0; n < 5; n++)
      expect(await ask('When is breakfast, please?')).to.contain('Until ten.')
    const calls = fake.requests.length
    for (let n = 0; n < 3; n++)
      expect(await ask('When is breakfast, please?')).to.contain('Until ten.')
    // At most one call, which tries whether the provider is back.
    expect(fake.requests.length - calls).to.be.at.most(1)
  })

  it('falls back to words when the provider answers nonsense, or with another dimension', async () => {
    await eventually(async () => (await found('vehicle')).length > 0)
    for (const vector of [[1, 2, 3], [0, 0], ['x'], Array(5000).fill(0.1)]) {
      fake.behave(({ input }) => ({ vectors: input.map(() => vector) }))
      const [first] = await found('When is breakfast?')
      expect(first!.text).to.contain('Until ten.')
    }
  })

  it('keeps the vectors of unchanged chunks @long', async () => {
    const sentences = Array.from(
      { length: 120 },
      (_, n) => `Sentence number ${n} of the long story is here.`,
    )
    const entry = await add('What is the story?', sentences.join(' '))
    expect(entry.chunk_count).to.be.above(2)
    await embedded()
    fake.reset()
    const answer = [...sentences.slice(0, -1), 'The end is another automobile.'].join(' ')
    const { body } = await parley.client.send(
      ...([
        'PATCH',
        `${QA}/${entry.id}`,
        JSON.stringify({ answer }),
        { 'Content-Type': 'application/json' },
      ] as const),
    )
    expect(body.data.chunk_count).to.equal(entry.chunk_count)
    await eventually(async () => fake.requests.length > 0)
    await embedded()
    const inputs = fake.requests.flatMap(({ input }) => input)
    expect(inputs).to.have.length(1)
    expect(inputs[0]).to.contain('The end is another automobile.')
    const count = await parley.db('chunk_embeddings').where({ entry_id: entry.id })
    expect(count).to.have.length(entry.chunk_count)
  })

  it('finds nothing of deleted knowledge', async () => {
    const { id } = await add('What of the submarine?', 'A package under water.')
    await embedded()
    expect((await found('shipment'))[0]!.knowledge_id).to.equal(id)
    await parley.client.send('DELETE', `${QA}/${id}`)
    expect(
      (await found('shipment', parley.client, 20)).map((one) => one.knowledge_id),
    ).not.to.include(id)
    expect(await parley.db('chunk_embeddings').where({ entry_id: id })).to.deep.equal([])
  })

  it('shows the progress of embedding, for its own organization', async () => {
    const client = await parley.another('A new organization')
    expect((await client.get(STATUS)).body.data).to.deep.equal({
      entries: { ...none, kinds: { file: none, qa: none, url: none } },
      pieces: { used: 0, most: 500_000 },
      search: 'words_and_meaning',
      query_model: null,
      embedding: { model: 'ollama:fake', total: 0, done: 0, refused: 0, error: null },
    })
    const ready = makeMoment()
    fake.behave((request) => ({ ...well(request), after: ready.promise }))
    await add('One?', 'One.', client)
    expect((await client.get(STATUS)).body.data.search, 'without any vector yet').to.equal('words')
    ready.come()
    await embedded(client)
    const { data } = (await client.get(STATUS)).body
    expect(data.search).to.equal('words_and_meaning')
    expect(data.entries).to.include({ ...none, ready: 1 })
    expect(data.embedding).to.include({ total: 1, done: 1 })
  })

  it('is off unless the operator has set a model', async () => {
    const plain = await startParley()
    await plain.client.post(QA, { question: 'Is there an automobile?', answer: 'No.' })
    expect((await plain.client.get(STATUS)).body.data).to.deep.equal({
      entries: { ...none, ready: 1, kinds: { file: none, qa: { ...none, ready: 1 }, url: none } },
      pieces: { used: 1, most: 500_000 },
      search: 'words',
      query_model: null,
      embedding: null,
    })
    expect(await plain.db('chunk_embeddings')).to.deep.equal([])
    await plain.stop()
  })
})
