import { expect } from 'chai'
import { version } from 'uuid'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/knowledge/qa'
const NOWHERE = '01900000-0000-7000-8000-000000000000'

onOneQueue('knowledge', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())

  const pair = { question: 'When is breakfast?', answer: 'Until 10:30.' }
  const chunksOf = (id: string) => parley.db('chunks').where({ entry_id: id }).orderBy('position')

  it('is answered with 201 when a Q/A pair is indexed', async () => {
    const { status, body } = await parley.client.post(PATH, pair)
    expect(status).to.equal(201)
    expect(body.data).to.include({ ...pair, status: 'ready', error: null, chunk_count: 1 })
    expect(version(body.data.id)).to.equal(7)
    expect(Date.parse(body.data.indexed_at)).to.be.at.least(Date.parse(body.data.created_at))
  })

  it('comes back with all its fields', async () => {
    const fields = { ...pair, tags: ['food', 'hours'], source: 'manual' }
    const { body } = await parley.client.post(PATH, fields)
    expect(body.data).to.deep.include(fields)
  })

  it('needs a question and an answer, and nothing else', async () => {
    const { body } = await parley.client.post(PATH, pair)
    expect(body.data).to.deep.include({ tags: [], source: null, agent_ids: null })
  })

  it('is answered at once for Prefer: respond-async, with 202 unless a worker was quicker', async () => {
    const { status, body, headers } = await parley.client.post(PATH, pair, {
      Prefer: 'respond-async',
    })
    expect(headers.get('preference-applied')).to.equal('respond-async')
    if (body.data.status === 'ready') expect(status).to.equal(201)
    else {
      expect(status).to.equal(202)
      expect(body.data).to.include({ status: 'processing', chunk_count: 0, indexed_at: null })
    }
    const row = await eventually(() =>
      parley.db('knowledge_entries').where({ id: body.data.id, status: 'ready' }).first(),
    )
    expect(row).to.include({ chunk_count: 1, error: null })
    expect(await chunksOf(body.data.id)).to.have.length(1)
  })

  it('can name a single agent by agent_id', async () => {
    const agent = await parley.client.makeAgent()
    const { status, body } = await parley.client.post(PATH, { ...pair, agent_id: agent.id })
    expect(status).to.equal(201)
    expect(body.data.agent_ids).to.deep.equal([agent.id])
  })

  it('serves the agents that agent_ids names, in capital letters too', async () => {
    const agents = [await parley.client.makeAgent(), await parley.client.makeAgent()]
    const agent_ids = agents.map(({ id }) => id)
    const given = [agent_ids[0], agent_ids[1].toUpperCase()]
    const { status, body } = await parley.client.post(PATH, { ...pair, agent_ids: given })
    expect(status).to.equal(201)
    expect(body.data.agent_ids).to.deep.equal(agent_ids)
  })

  it('is refused with agent_id beside agent_ids: 422, and nothing is stored', async () => {
    const { id } = await parley.client.makeAgent()
    const rows = await parley.db('knowledge_entries').count().first()
    const { status, body } = await parley.client.post(PATH, {
      ...pair,
      agent_id: id,
      agent_ids: [id],
    })
    expect(status).to.equal(422)
    expect(body.data.errors[0]).to.include({ field: 'agent_id', code: 'conflict' })
    expect(await parley.db('knowledge_entries').count().first()).to.deep.equal(rows)
  })

  it('for an unknown agent is refused with 404, and nothing is stored', async () => {
    const rows = await parley.db('knowledge_entries').count().first()
    expect((await parley.client.post(PATH, { ...pair, agent_id: NOWHERE })).status).to.equal(404)
    expect(await parley.db('knowledge_entries').count().first()).to.deep.equal(rows)
  })

  it('is cut into several chunks if an answer is long, between sentences, each under the question', async () => {
    const sentences = Array.from(
      { length: 200 },
      (_, n) => `Sentence number ${n} is about the letter x${n}.`,
    )
    const { status, body } = await parley.client.post(PATH, {
      ...pair,
      answer: sentences.join(' '),
    })
    expect(status).to.equal(201)
    const texts = (await chunksOf(body.data.id)).map(({ text }) => text)
    expect(texts).to.have.length(body.data.chunk_count).and.length.above(3)
    for (const text of texts) expect(text).to.match(/^When is breakfast\?\nSentence number .*\. ?$/)
    expect(texts.map((text) => text.split('\n')[1]).join('')).to.equal(sentences.join(' '))
  })

  it('can be an answer of 20,000 characters without a blank', async () => {
    const answer = 'x'.repeat(20_000)
    const { status, body } = await parley.client.post(PATH, { ...pair, answer })
    expect(status).to.equal(201)
    expect(body.data.status).to.equal('ready')
    const texts = (await chunksOf(body.data.id)).map(({ text }) => text.split('\n')[1])
    expect(texts.join('')).to.equal(answer)
  })

  it('is never cut within a character', async () => {
    const answer = `a${'😀'.repeat(3_000)}`
    const { body } = await parley.client.post(PATH, { ...pair, answer })
    expect(body.data.chunk_count).to.be.above(1)
    const texts = (await chunksOf(body.data.id)).map(({ text }) => text.split('\n')[1])
    expect(texts.join('')).not.to.contain('\ufffd')
    expect(texts.join('')).to.equal(answer)
  })

  it('stores each chunk for the organization of its pair', async () => {
    const organization = await parley.another(`owner ${backend}`)
    const { body } = await organization.post(PATH, pair)
    const owners = (await chunksOf(body.data.id)).map(({ organization_id }) => organization_id)
    expect(owners).to.deep.equal([organization.organizationId])
  })

  it('has its indexing job recorded in its lane', async () => {
    const { client, db } = parley
    const { body } = await client.post(PATH, pair, { 'X-Request-Id': 'indexing-1' })
    const job = await eventually(() => db('jobs').where({ target_id: body.data.id }).first())
    expect(job).to.include({
      lane: 'index',
      attempt: 1,
      outcome: 'completed',
      worker: 'test',
    })
    expect(job).to.include({ organization_id: client.organizationId, request_id: 'indexing-1' })
    expect(job.wait_ms).to.be.within(0, 5_000)
    expect(job.run_ms).to.be.above(0)
  })

  it('is indexed once for each of twenty pairs that are posted at once', async () => {
    const organization = await parley.another(`busy ${backend}`)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        organization.post(PATH, { ...pair, answer: `Answer ${n}.` }),
      ),
    )
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201))
    const ids = answers.map(({ body }) => body.data.id)
    const jobs = await eventually(async () => {
      const rows = await parley.db('jobs').whereIn('target_id', ids)
      return rows.length >= 20 && rows
    })
    expect(jobs.map(({ target_id }) => target_id)).to.have.members(ids)
  })
})
