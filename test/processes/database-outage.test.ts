import { expect } from 'chai'
import { Client, eventually } from '../support/client.ts'
import { onBothQueues, type Parley, startParley } from '../support/parley.ts'
import { killAll, type Running, runApi, runWorker } from '../support/processes.ts'
import { makeProxy, type TcpProxy } from '../support/proxy.ts'

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

onBothQueues('a PostgreSQL that', function (backend) {
  this.timeout(90_000)
  let parley: Parley
  let proxy: TcpProxy
  let api: Running & { address: string }
  let worker: Running
  let client: Client
  before(async () => {
    parley = await startParley({ backend, workers: false })
  })
  beforeEach(async () => {
    parley.model.reset()
    proxy = await makeProxy(parley.env.DATABASE_URL!)
    await proxy.open()
    const env = { ...parley.env, DATABASE_URL: proxy.url, DATABASE_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'info' }
    ;[api, worker] = await Promise.all([runApi(env), runWorker(env)])
    client = new Client(api.address, parley.client.credentials)
  })
  afterEach(async () => {
    await killAll()
    await proxy.close()
  })
  after(() => parley.stop())

  /** Both processes are those that were started, nothing in them went wrong unforeseen, and they stop as they should. */
  async function expectHealthy() {
    for (const process of [api, worker]) {
      expect(process.output()).not.to.match(/"level":60/)
      expect(await process.stop()).to.equal(0)
    }
  }

  it('freezes has every request answered 503 within the limit, and all works when it goes on', async () => {
    const conversation = await parley.client.makeConversation()
    await times(10, () => client.get('/api/v1/agents'))
    proxy.freeze()
    const started = Date.now()
    const answers = await times(30, (n) =>
      n % 2 ? client.get('/api/v1/agents') : client.say(conversation.id, 'Hi'),
    )
    // The longest way: 5 s for a connection, then 2 s for the statement and 2 s of silence.
    expect(Date.now() - started).to.be.below(15_000)
    for (const { status, headers } of answers) {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.above(0)
    }
    proxy.thaw()
    await eventually(async () => (await client.get('/ready')).status === 200, 10)
    const { status, body } = await client.say(conversation.id, 'And now?')
    expect(status).to.equal(201)
    expect(body.data.content).to.contain('And now?')
    await expectHealthy()
  })

  it('freezes for long while the model answers costs no second call: the reply is stored once it goes on', async () => {
    parley.model.behave(() => ({ text: 'kept', delayMs: 1_000 }))
    const conversations = await times(5, () => parley.client.makeConversation())
    const posted = conversations.map(({ id }) => client.say(id, 'Hi', { Prefer: 'wait=40' }))
    await eventually(async () => parley.model.requests.length === 5)
    proxy.freeze()
    // Longer than a lease, and than every limit.
    await new Promise((resolve) => setTimeout(resolve, 13_000))
    // What was on its way is lost, too: a commit that arrives late would hide that it has to be repeated.
    await proxy.close()
    proxy.thaw()
    await proxy.open()
    for (const { status, body } of await Promise.all(posted)) {
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('kept')
    }
    expect(parley.model.requests).to.have.length(5)
    const replies = await parley.db('messages').whereIn(
      'thread_id',
      conversations.map(({ id }) => id),
    )
    expect(replies).to.have.length(10)
    await expectHealthy()
  })

  it('makes a statement wait for too long has that request answered 503, and no other', async () => {
    const { id } = await parley.client.makeConversation()
    const locked = await parley.db.transaction()
    try {
      await locked.raw('select from threads where id = ? for update', [id])
      const { status, headers } = await client.say(id, 'Hi')
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.above(0)
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
    } finally {
      await locked.rollback()
    }
    expect((await client.say(id, 'And now?')).status).to.equal(201)
    await expectHealthy()
  })

  it('loses the connection that hears signals without a word is heard again', async function () {
    if (backend === 'redis') return this.skip()
    proxy.freeze()
    await api.printed(/the connection for signals is gone/)
    proxy.thaw()
    const conversation = await client.makeConversation()
    const signalled = await eventually(async () => {
      const { rows } = await parley.db.raw(
        `select from pg_stat_activity where application_name = 'parley-signals' and datname = current_database()
            and query = 'select 1'`,
      )
      return rows.length > 0
    }, 30)
    expect(signalled).to.equal(true)
    expect((await client.say(conversation.id, 'Hi')).status).to.equal(201)
    await expectHealthy()
  })

  it('ends every connection in the middle of the load is survived by both processes', async () => {
    parley.model.behave(() => ({ text: 'answered', delayMs: 30 }))
    const conversations = await times(20, () => parley.client.makeConversation())
    let over = false
    const killing = (async () => {
      while (!over) {
        await parley.db.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name like 'parley%'`,
        )
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
    })()
    const answers = (
      await times(20, async (n) => {
        const mine = []
        for (let round = 0; round < 10; round++) {
          const key = { 'Idempotency-Key': `${n}-${round}`, Prefer: 'wait=2' }
          mine.push(await client.say(conversations[n].id, `${round}`, key))
        }
        return mine
      })
    ).flat()
    over = true
    await killing
    for (const { status } of answers) expect(status).to.be.oneOf([201, 202, 503])
    await eventually(async () => {
      const [row] = await parley.db('messages').whereIn('status', ['queued', 'processing']).count()
      return Number(row?.count) === 0
    }, 30)
    expect((await client.say(conversations[0].id, 'Still there?')).status).to.equal(201)
    await expectHealthy()
  })
})
