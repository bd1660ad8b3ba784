import { connect } from 'node:net'
import { expect } from 'chai'
import { Client, eventually } from '../support/client.ts'
import { onBothQueues, type Parley, startParley } from '../support/parley.ts'
import { killAll, runApi, runWorker } from '../support/processes.ts'
import { makeProxy, type TcpProxy } from '../support/proxy.ts'

/** Whether the process is still the one that was started, and has logged nothing that only a defect causes. */
const expectHealthy = (process: { output: () => string }) =>
  expect(process.output()).not.to.match(/"level":60/)

onBothQueues('with an outage', function (backend) {
  this.timeout(60_000)
  let parley: Parley
  let proxies: TcpProxy[]
  let env: Record<string, string>
  before(async () => {
    parley = await startParley({ backend, workers: false })
  })
  beforeEach(async () => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'answered' }))
    const database = await makeProxy(parley.env.DATABASE_URL!)
    proxies = [database]
    env = { ...parley.env, DATABASE_URL: database.url }
    if (backend === 'redis') {
      const redis = await makeProxy(parley.env.REDIS_URL!)
      proxies.push(redis)
      env.REDIS_URL = redis.url
    }
  })
  afterEach(async () => {
    await killAll()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  })
  after(() => parley.stop())

  const openAll = () => Promise.all(proxies.map((proxy) => proxy.open()))
  const closeAll = () => Promise.all(proxies.map((proxy) => proxy.close()))

  it('at the start, API and worker come up and work as soon as it is over', async () => {
    const api = await runApi(env)
    const worker = await runWorker(env)
    const there = new Client(api.address, parley.client.credentials)
    expect((await there.get('/health')).status).to.equal(200)
    const ready = await there.get('/ready')
    expect(ready.status).to.equal(503)
    expect(ready.headers.get('retry-after')).to.equal('2')
    await openAll()
    await eventually(async () => (await there.get('/ready')).status === 200)
    const conversation = await there.makeConversation()
    expect((await there.say(conversation.id, 'Hi')).body.data.content).to.equal('answered')
    for (const process of [api, worker]) {
      expectHealthy(process)
      expect(await process.stop()).to.equal(0)
    }
  })

  it('in the first moments, API and worker go on and work as soon as it is over', async () => {
    for (const delay of [0, 20, 60, 120]) {
      await openAll()
      const [api, worker] = await Promise.all([runApi(env), runWorker(env)])
      await new Promise((resolve) => setTimeout(resolve, delay))
      await closeAll()
      await new Promise((resolve) => setTimeout(resolve, 200))
      await openAll()
      const there = new Client(api.address, parley.client.credentials)
      await eventually(async () => (await there.get('/ready')).status === 200)
      for (const process of [api, worker]) expect(await process.stop()).to.equal(0)
      await closeAll()
    }
  })

  it('in the middle, a reply that the model has given is kept and stored afterwards, with no second call', async () => {
    await openAll()
    const api = await runApi(env)
    const worker = await runWorker(env)
    const there = new Client(api.address, parley.client.credentials)
    const conversation = await there.makeConversation()
    parley.model.behave(() => ({ text: 'kept', delayMs: 500 }))
    const posted = there.say(conversation.id, 'Hi')
    await eventually(async () => parley.model.requests.length === 1)
    await closeAll()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect((await there.get('/api/v1/agents')).status).to.equal(503)
    await openAll()
    expect((await posted).body.data.content).to.equal('kept')
    expect(parley.model.requests).to.have.length(1)
    for (const process of [api, worker]) {
      expectHealthy(process)
      expect(await process.stop()).to.equal(0)
    }
  })

  it('at the end, API and worker stop all the same, within their time', async () => {
    await openAll()
    const processes = [await runApi(env), await runWorker({ ...env, SHUTDOWN_SECONDS: '1' })]
    const queue = proxies.at(-1)!
    await queue.close()
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (const process of processes) {
      expect(await process.stop()).to.equal(0)
    }
  })

  it('of a client that says nothing, or half a request, the API stops all the same', async () => {
    await openAll()
    const api = await runApi({ ...env, SHUTDOWN_SECONDS: '1' })
    const { port } = new URL(api.address)
    const sockets = [
      '',
      'GET / HTTP/1.1\r\nHost',
      'POST /api/v1/agents HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    ].map((text) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined).write(text)
      return socket
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await api.stop()).to.equal(0)
    for (const socket of sockets) socket.destroy()
  })
})
