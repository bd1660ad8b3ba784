import { expect } from 'chai'
import {
  adoptModel,
  claimToEmbed,
  readEmbeddingProgress,
  releaseEmbedding,
  storeEmbeddings,
} from '../../../shared/knowledge/embeddings.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import { ensureOrganization } from '../../../shared/people/organizations.ts'
import { findNearest } from '../../../shared/search/nearest.ts'
import { startEmbedding } from '../../../workers/knowledge/embedJob.ts'
import { makeIndexed, unit } from '../../support/data/embedded.ts'
import { eventually } from '../../support/http/client.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import {
  type FakeEmbeddings,
  meaning,
  startFakeEmbeddings,
} from '../../support/servers/embeddings.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const MODEL = 'ollama:first'

describe('the chunks without a vector', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let db: TestDb
  let fake: FakeEmbeddings
  let mine: string
  let theirs: string
  const running = new Set<() => Promise<void>>()
  before(async () => {
    database = await makeDatabase()
    db = makeTestDb(database.url, 8, 10)
    fake = await startFakeEmbeddings()
    mine = (await ensureOrganization(db, 'Mine')).id
    theirs = (await ensureOrganization(db, 'Theirs')).id
  })
  beforeEach(async () => {
    await db.raw('delete from embedding_model; delete from knowledge_entries')
    fake.reset()
  })
  afterEach(stopAll)
  after(async () => {
    await fake.close()
    await db.destroy()
    await database.drop()
  })

  function start(model = MODEL, marks = {}): () => Promise<void> {
    const embedder = makeEmbedder({ EMBEDDING_MODEL: model, OLLAMA_BASE_URL: fake.url, ...marks })!
    const level = process.env.TEST_LOG_LEVEL ?? 'silent'
    const log = makeLog('test', { LOG_LEVEL: level, LOG_FORMAT: 'json' })
    const stop = startEmbedding({ db, databaseUrl: database.url, embedder, log, times: TIMES })
    running.add(stop)
    return stop
  }
  async function stopAll(): Promise<void> {
    const stopping = [...running].map((stop) => stop())
    running.clear()
    await Promise.all(stopping)
  }

  const progress = (organization = mine, model = MODEL) =>
    readEmbeddingProgress(db, organization, model)
  const done = (count: number, organization = mine, model = MODEL) =>
    eventually(async () => (await progress(organization, model)).done === count)
  const isDue = async () => (await db('knowledge_entries').whereNotNull('embed_at')).length > 0
  const asked = () => fake.requests.flatMap(({ input }) => input)
  const textsOf = (count: number, name = 'text') =>
    Array.from({ length: count }, (_, at) => `${name} ${at}`)
  const nearest = async (question: string, model = MODEL) => {
    const vector = unit(meaning(question, model.split(':')[1]))
    const agentId = '01999999-0000-7000-8000-00000000000a'
    const [first] = await findNearest(db, {
      organizationId: mine,
      agentId,
      meaning: { model, vector },
    })
    return first && (await db('chunks').where({ id: first.chunk_id }).first()).text
  }

  it('are embedded with their titles and headings, in batches, and are then found', async () => {
    const ids = await makeIndexed(db, mine, [...textsOf(70), 'about an automobile'])
    await db('chunks').where({ id: ids[3] }).update({ heading: 'Returns › In time' })
    await db('knowledge_entries').update({ title: 'A file' })
    start()
    await done(71)
    expect(fake.requests.map(({ input }) => input.length)).to.deep.equal([32, 32, 7])
    expect(asked()).to.include('A file\nReturns › In time\ntext 3').and.to.include('A file\ntext 4')
    expect(await nearest('car')).to.equal('about an automobile')
    await eventually(async () => !(await isDue()))
    expect(await progress()).to.deep.equal({ total: 71, done: 71, refused: 0, error: null })
  })

  it('are embedded once, however many workers there are', async () => {
    for (const name of textsOf(40, 'entry')) await makeIndexed(db, mine, textsOf(7, name))
    await makeIndexed(db, theirs, textsOf(100, 'large'))
    fake.behave(({ input, model }) => ({
      vectors: input.map((text) => meaning(text, model)),
      delayMs: 20,
    }))
    for (let worker = 0; worker < 3; worker++) start()
    await Promise.all([done(280), done(100, theirs)])
    await eventually(async () => !(await isDue()))
    expect(asked()).to.have.length(380)
    expect(new Set(asked()).size).to.equal(380)
  })

  it('of an organization with few do not wait for those of an organization with many @long', async () => {
    const [few, many] = [mine, theirs].sort().reverse() as [string, string]
    for (const name of textsOf(50, 'entry')) await makeIndexed(db, many, textsOf(10, name))
    await makeIndexed(db, few, ['the only one'])
    start()
    await done(1, few)
    expect(fake.requests.findIndex(({ input }) => input.includes('the only one'))).to.be.at.most(1)
    await done(500, many)
  })

  it('wait while the provider is down, with a readable reason, and are embedded when it is back', async () => {
    await makeIndexed(db, mine, textsOf(3))
    fake.behave(() => ({ status: 503 }))
    start()
    const down = await eventually(async () => {
      const now = await progress()
      return now.error && now
    })
    expect(down).to.deep.equal({
      total: 3,
      done: 0,
      refused: 0,
      error: { code: 'model_unavailable', detail: 'The model provider answered with status 503.' },
    })
    fake.reset()
    await done(3)
    expect((await progress()).error).to.equal(null)
  })

  for (const [what, behaviour] of [
    ['refuses', { status: 400 }],
    ['falls over', { status: 500 }],
    ['talks nonsense', { vectors: [[null]] }],
  ] as const)
    it(`are embedded except the chunk at which the provider ${what}, which is found by words only`, async () => {
      const texts = textsOf(50)
      texts[17] = 'poison'
      await makeIndexed(db, mine, texts)
      await makeIndexed(db, theirs, ['fine'])
      fake.behave(({ input, model }) =>
        input.includes('poison')
          ? behaviour
          : { vectors: input.map((text) => meaning(text, model)) },
      )
      start()
      await done(49)
      await eventually(async () => !(await isDue()))
      expect(await progress()).to.deep.equal({ total: 50, done: 49, refused: 1, error: null })
      expect(await progress(theirs)).to.include({ done: 1 })
      expect(await nearest('poison')).not.to.equal('poison')
    })

  it('are embedded by their beginnings when they are too long for the model', async () => {
    const long = `${'an automobile '.repeat(40)}${'and more '.repeat(80)}`
    await makeIndexed(db, mine, ['short', long, 'also short'])
    fake.behave(({ input, model }) =>
      input.some((text) => text.length > 400)
        ? { status: 400 }
        : { vectors: input.map((text) => meaning(text, model)) },
    )
    start()
    await done(3)
    expect(await nearest('car')).to.equal(long)
  })

  it('get no vectors of another dimension than the existing ones @long', async () => {
    await makeIndexed(db, mine, ['one'])
    start()
    await done(1)
    fake.behave(({ input }) => ({ vectors: input.map(() => [1, 2, 3]) }))
    await makeIndexed(db, mine, ['two'])
    expect(await eventually(async () => (await progress()).error ?? undefined)).to.deep.equal({
      code: 'model_bad_output',
      detail: 'The model answered with vectors of 3 numbers; those stored have 64.',
    })
    expect(await progress()).to.include({ total: 2, done: 1 })
    fake.reset()
    await done(2)
  })

  it('are all chunks when the model changes: former vectors stay until they are replaced, and are not compared', async () => {
    for (const name of textsOf(4, 'entry'))
      await makeIndexed(db, mine, [`${name} about an automobile`])
    const stopFirst = start()
    await done(4)
    await eventually(async () => !(await isDue()))
    const next = 'ollama:next'
    let release = () => {}
    const halfway = new Promise<void>((resolve) => {
      release = resolve
    })
    let answered = 0
    fake.behave(({ model, input }) => {
      if (model === 'next' && input.length > 1) return { status: 400 }
      const vectors = input.map((text) => meaning(text, model))
      const isSecond = model === 'next' && input[0]!.includes('automobile') && answered++ > 0
      return { vectors, ...(isSecond && { after: halfway }) }
    })
    fake.requests = []
    const before = await progress(mine, next)
    expect(before).to.include({ total: 4, done: 0 })
    expect(before.error).to.include({ code: 'model_not_configured' })
    expect(await nearest('car', next)).to.equal(undefined)
    start(next)
    await done(1, mine, next)
    expect((await db('chunk_embeddings').where({ model: MODEL })).length).to.be.above(0)
    release()
    await done(4, mine, next)
    expect((await progress(mine, next)).error).to.equal(null)
    await eventually(async () => !(await isDue()))
    expect(await db('chunk_embeddings').distinct('model').pluck('model')).to.deep.equal([next])
    expect(await nearest('car', next)).to.contain('automobile')
    expect(await nearest('car')).to.equal(undefined)
    // The worker with the former model still runs, as in a deployment, and leaves the chunks alone.
    await makeIndexed(db, mine, ['later'])
    await done(5, mine, next)
    expect(fake.requests.filter(({ model }) => model === 'first')).to.deep.equal([])
    running.delete(stopFirst)
    await stopFirst()
  })

  it('are all chunks when the mark before passages changes, and none when the mark before questions does', async () => {
    await makeIndexed(db, mine, textsOf(3))
    start()
    await done(3)
    await stopAll()
    fake.reset()
    const marks = { EMBEDDING_QUERY_PREFIX: 'Q: ', EMBEDDING_PASSAGE_PREFIX: 'P: ' }
    start(MODEL, { EMBEDDING_QUERY_PREFIX: 'Q: ' })
    await makeIndexed(db, mine, ['later'])
    await done(4)
    expect(asked()).to.deep.equal(['later'])
    await stopAll()
    fake.reset()
    start(MODEL, marks)
    await done(4, mine, `${MODEL} "P: "`)
    await eventually(async () => !(await isDue()))
    expect(asked()).to.have.members(['P: text 0', 'P: text 1', 'P: text 2', 'P: later'])
    expect(await db('chunk_embeddings').distinct('model').pluck('model')).to.deep.equal([
      `${MODEL} "P: "`,
    ])
  })

  it('that another model was asked for when the model changed are embedded by the new model', async () => {
    await makeIndexed(db, mine, ['one'])
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    fake.behave(({ model, input }) => ({
      vectors: input.map((text) => meaning(text, model)),
      ...(model === 'first' ? { after: late } : {}),
    }))
    start()
    await eventually(async () => fake.requests.length === 1)
    start('ollama:next')
    await eventually(async () => (await db('embedding_model').first()).name === 'ollama:next')
    release()
    await done(1, mine, 'ollama:next')
  })

  it('are due again if their entry was indexed anew during the call', async () => {
    await makeIndexed(db, mine, ['one'])
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    fake.behave(({ model, input }) => ({
      vectors: input.map((text) => meaning(text, model)),
      after: late,
    }))
    start()
    await eventually(async () => fake.requests.length === 1)
    const { entry_id, organization_id } = await db('chunks').first()
    await db('chunks').del()
    const chunk = { organization_id, entry_id, position: 1, hash: 'new', length: 1, text: 'new' }
    await db('chunks').insert(chunk)
    await db('knowledge_entries').update({ embed_at: db.fn.now() })
    release()
    await done(1)
    expect(asked()).to.deep.equal(['one', 'new'])
    await eventually(async () => !(await isDue()))
    expect(await db('chunk_embeddings')).to.have.length(1)
  })

  it('stay due though the former model has all of them, when it has been replaced in between', async () => {
    await makeIndexed(db, mine, ['one'])
    start()
    await done(1)
    await stopAll()
    await db('knowledge_entries').update({ embed_at: db.fn.now() })
    const claim = await claimToEmbed(db, { model: MODEL, after: null, limit: 1 })
    await adoptModel(db, 'ollama:next')
    await storeEmbeddings(db, claim!, MODEL, [])
    expect(await isDue()).to.equal(true)
    expect(await claimToEmbed(db, { model: MODEL, after: null, limit: 1 })).to.equal(undefined)
  })

  it('no longer belong to a worker whose lease ran out', async () => {
    await makeIndexed(db, mine, ['one'])
    await adoptModel(db, MODEL)
    const lost = await claimToEmbed(db, { model: MODEL, after: null, limit: 1 })
    await db('knowledge_entries').update({ embed_at: db.fn.now() })
    const claim = await claimToEmbed(db, { model: MODEL, after: null, limit: 1 })
    await storeEmbeddings(db, lost!, MODEL, [])
    await releaseEmbedding(db, lost!)
    expect(await claimToEmbed(db, { model: MODEL, after: null, limit: 1 })).to.equal(undefined)
    await releaseEmbedding(db, claim!)
    expect((await claimToEmbed(db, { model: MODEL, after: null, limit: 1 }))?.ids).to.deep.equal(
      claim!.ids,
    )
  })

  it('are left to others by a worker that stops in the middle of a call', async () => {
    await makeIndexed(db, mine, textsOf(5))
    fake.behave(() => ({ hang: true }))
    const stop = start()
    await eventually(async () => fake.requests.length === 1)
    running.delete(stop)
    await stop()
    fake.reset()
    start()
    await done(5)
    expect(fake.requests).to.have.length(1)
  })

  it('are deleted with their entry', async () => {
    await makeIndexed(db, mine, textsOf(3))
    start()
    await done(3)
    await db('knowledge_entries').del()
    expect(await db('chunk_embeddings')).to.deep.equal([])
  })
})
