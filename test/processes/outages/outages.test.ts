import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import {
  killAll,
  type Running,
  type RunningApi,
  runApi,
  runWorker,
} from '../../support/product/processes.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'
import { makeMoment } from '../../support/servers/model.ts'
import { makeProxy, type TcpProxy } from '../../support/servers/proxy.ts'

/** Milliseconds for which API and worker have run when the outage comes. */
const FIRST_MOMENTS_MS = RUNS_ALL ? [0, 20, 60, 120] : [0, 60]

onOneQueue('with an outage of PostgreSQL and Redis', function (backend) {
  let parley: Parley
  let proxies: TcpProxy[]
  let env: Record<string, string>
  /** The processes of the first test run until the last but one ends them. */
  let api: RunningApi
  let worker: Running
  let there: Client
  before(async () => {
    parley = await startParley({ backend, workers: false, settings: { TIME_SCALE: '0.3' } })
    const database = await makeProxy(parley.env.DATABASE_URL!)
    proxies = [database]
    env = { ...parley.env, DATABASE_URL: database.url }
    if (backend === 'redis') {
      const redis = await makeProxy(parley.env.REDIS_URL!)
      proxies.push(redis)
      env.REDIS_URL = redis.url
    }
  })
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'answered' }))
  })
  after(async () => {
    await killAll()
    await closeAll()
    await parley.stop()
  })

  const openAll = () => Promise.all(proxies.map((proxy) => proxy.open()))
  const closeAll = () => Promise.all(proxies.map((proxy) => proxy.close()))

  it('at the start, API and worker start and work as soon as it is over', async () => {
    const starting = runWorker({ ...env, SHUTDOWN_SECONDS: '1' })
    api = await runApi(env)
    there = new Client(api.address, parley.client.credentials)
    expect((await there.get('/health')).status).to.equal(200)
    const ready = await there.get('/ready')
    expect(ready.status).to.equal(503)
    expect(ready.headers.get('retry-after')).to.equal('2')
    await openAll()
    worker = await starting
    await eventually(async () => (await there.get('/ready')).body.data?.queue === true, 60)
    const conversation = await there.makeConversation()
    expect((await there.say(conversation.id, 'Hi')).body.data.content).to.equal('answered')
  })

  it('in the middle, a reply that the model has given is kept and stored afterwards, with no second call', async () => {
    const conversation = await there.makeConversation()
    const answered = makeMoment()
    parley.model.behave(() => ({ text: 'kept', after: answered.promise }))
    const posted = there.say(conversation.id, 'Hi', { Prefer: 'wait=60' })
    await eventually(async () => parley.model.requests.length === 1, 60)
    const seen = worker.output().length
    await closeAll()
    answered.come()
    await worker.printed(/the sweep failed/, seen)
    // Several attempts to store the reply fail.
    await pause(500)
    expect((await there.get('/api/v1/agents')).status).to.equal(503)
    await openAll()
    expect((await posted).body.data.content).to.equal('kept')
    expect(parley.model.requests).to.have.length(1)
  })

  it('at the end, API and worker stop all the same, within their time', async () => {
    const queue = proxies.at(-1)!
    await queue.close()
    await pause(500)
    for (const process of [api, worker]) {
      expect(process.output()).not.to.match(/"level":60/)
      expect(await process.stop()).to.equal(0)
    }
    await closeAll()
  })

  it('in the first moments, API and worker continue and work as soon as it is over @long', async () => {
    for (const delay of FIRST_MOMENTS_MS) {
      await openAll()
      const [young, helper] = await Promise.all([runApi(env), runWorker(env)])
      await pause(delay)
      await closeAll()
      await pause(200)
      await openAll()
      const client = new Client(young.address, parley.client.credentials)
      await eventually(async () => (await client.get('/ready')).body.data?.queue === true, 60)
      const conversation = await client.makeConversation()
      expect((await client.say(conversation.id, 'Hi')).body.data.content).to.equal('answered')
      for (const process of [young, helper]) expect(await process.stop()).to.equal(0)
      await closeAll()
    }
  })
})
