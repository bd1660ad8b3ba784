import { expect } from 'chai'
import { LANES } from '../../../shared/jobs.ts'
import { awake } from '../../support/awake.ts'
import { Client, eventually } from '../../support/client.ts'
import { onBothQueues, type Parley, startParley } from '../../support/parley.ts'
import { killAll, type Running, runApi, runWorker } from '../../support/processes.ts'
import { freePort } from '../../support/servers.ts'

onBothQueues('health', (backend) => {
  let parley: Parley
  let anybody: Client
  before(async () => {
    parley = await startParley({ backend, workers: false })
    anybody = new Client(parley.client.address, { organization_id: '', client_id: '', secret: '' })
  })
  after(() => parley.stop())

  for (const path of ['/health', '/health/', '/ready', '/ready/'])
    it(`answers 200 at ${path} to anybody`, async () => {
      if (path.startsWith('/ready')) await eventually(async () => (await anybody.get(path)).status === 200, 5)
      expect((await anybody.get(path)).status).to.equal(200)
    })

  it('says at /ready what it reaches', async () => {
    const { data } = (
      await eventually(async () => {
        const answer = await anybody.get('/ready')
        return answer.status === 200 && answer
      }, 5)
    ).body
    expect(data).to.deep.equal({ database: true, queue: true })
  })

  it('says at /ready that the release step is missing', async () => {
    await parley.db.raw('alter table organizations rename to elsewhere')
    try {
      const { status, body } = await anybody.get('/ready')
      expect(status).to.equal(503)
      expect(body.detail).to.contain('release step')
    } finally {
      await parley.db.raw('alter table elsewhere rename to organizations')
    }
  })
})

describe('health without Redis', () => {
  let parley: Parley
  let workers: Running[]
  before(async () => {
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`
    parley = await startParley({ backend: 'postgres', settings: { REDIS_URL }, workers: false })
    workers = await Promise.all(LANES.map((lane) => runWorker(parley.env, lane)))
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('answers 503 at /ready, says when to try again and what is away', async () => {
    const { status, headers, body } = await parley.client.get('/ready')
    expect(status).to.equal(503)
    expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
    expect(body).to.deep.include({ code: 'unavailable', data: { database: true, queue: false } })
    expect(body.detail)
      .to.match(/queue/)
      .and.not.match(/database/)
  })

  it('answers at /ready within 3 seconds', async () => {
    const started = awake()
    await parley.client.get('/ready')
    expect(awake() - started).to.be.below(3_000)
  })

  it('answers 200 at /health', async () => {
    expect((await parley.client.get('/health')).status).to.equal(200)
  })

  it('answers a message with 201 within 5 seconds, through the sweeper', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'Found it.' }))
    const conversation = await client.makeConversation()
    const started = awake()
    const { status, body } = await client.say(conversation.id, 'Hi')
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('Found it.')
    expect(awake() - started).to.be.below(5_000)
  })

  it('answers a Q/A pair with 201, through the sweeper', async () => {
    const pair = { question: 'Why?', answer: 'So.' }
    const { status, body } = await parley.client.post('/api/v1/knowledge/qa', pair)
    expect(status).to.equal(201)
    expect(body.data.status).to.equal('ready')
  })

  const expectToEnd = async (process: Running) => {
    const told = awake()
    process.signal('SIGTERM')
    expect(await process.ended).to.equal(0)
    expect(awake() - told).to.be.below(5_000)
  }

  it('ends the API within 5 seconds of SIGTERM', async () => expectToEnd(await runApi(parley.env)))

  for (const [index, lane] of LANES.entries())
    it(`ends the workers of the lane ${lane} within 5 seconds of SIGTERM`, () => expectToEnd(workers[index]!))
})

describe('health without the schema', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
    await parley.db.raw('alter table organizations rename to organizations_away')
  })
  after(() => parley.stop())

  it('answers 503 at /ready and names the database', async () => {
    const { status, headers, body } = await parley.client.get('/ready')
    expect(status).to.equal(503)
    expect(headers.get('retry-after')).to.match(/^\d+$/)
    expect(body.data).to.include({ database: false })
    expect(body.detail).to.match(/database/)
  })

  it('answers 200 at /health', async () => {
    expect((await parley.client.get('/health')).status).to.equal(200)
  })
})
