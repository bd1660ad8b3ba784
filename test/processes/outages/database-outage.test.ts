import { expect } from 'chai'
import { Client, eventually } from '../../support/http/client.ts'
import {
  type Backend,
  onBothQueues,
  type Parley,
  startParley,
} from '../../support/product/parley.ts'
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

const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/**
 * With the queue in PostgreSQL, which fails with the rest; also with Redis in `npm run test:all`.
 */
if (RUNS_ALL) onBothQueues('with PostgreSQL in trouble:', declare)
else
  describe('with PostgreSQL in trouble:', function () {
    declare.call(this, 'postgres')
  })

function declare(this: Mocha.Suite, backend: Backend) {
  /** API and worker run through all tests. */
  let parley: Parley
  let proxy: TcpProxy
  let api: RunningApi
  let worker: Running
  let client: Client
  before(async () => {
    // A lease of 4 s, and no shorter, because a busy machine must not lose leases.
    const settings = { TIME_SCALE: '0.4', DATABASE_TIMEOUT_SECONDS: '2' }
    parley = await startParley({ backend, workers: false, settings })
    proxy = await makeProxy(parley.env.DATABASE_URL!)
    await proxy.open()
    const env = { ...parley.env, DATABASE_URL: proxy.url }
    ;[api, worker] = await Promise.all([runApi(env), runWorker(env)])
    client = new Client(api.address, parley.client.credentials)
  })
  beforeEach(async () => {
    parley.model.reset()
    await eventually(async () => (await client.get('/ready')).status === 200, 60)
  })
  after(async () => {
    await killAll()
    await proxy.close()
    await parley.stop()
  })

  it('during a freeze, each request is answered 503, and afterwards everything works', async () => {
    const conversation = await parley.client.makeConversation()
    await times(10, () => client.get('/api/v1/agents'))
    proxy.freeze()
    const answers = await times(30, (n) =>
      n % 2 ? client.get('/api/v1/agents') : client.say(conversation.id, 'Hi'),
    )
    for (const { status, headers } of answers) {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.above(0)
    }
    proxy.thaw()
    await eventually(async () => (await client.get('/ready')).status === 200, 60)
    const { status, body } = await client.say(conversation.id, 'And now?')
    expect(status).to.equal(201)
    expect(body.data.content).to.contain('And now?')
  })

  it('a long freeze while the model answers costs no second call: the reply is stored afterwards @long', async () => {
    const answered = makeMoment()
    parley.model.behave(() => ({ text: 'kept', after: answered.promise }))
    const conversations = await times(5, () => parley.client.makeConversation())
    const ofThese = () =>
      parley.db('messages').whereIn(
        'thread_id',
        conversations.map(({ id }) => id),
      )
    const posted = conversations.map(({ id }) => client.say(id, 'Hi', { Prefer: 'wait=60' }))
    await eventually(async () => parley.model.requests.length === 5, 60)
    proxy.freeze()
    const seen = worker.output().length
    answered.come()
    // Longer than a lease and every limit.
    await worker.printed(/the sweep failed/, seen)
    await eventually(async () => {
      const lost = await parley.db('open_jobs').where('lease_expires_at', '<', parley.db.fn.now())
      return lost.length === 5
    }, 60)
    // Requests in transit are lost, too: a late commit would hide that it must be repeated.
    await proxy.close()
    proxy.thaw()
    await proxy.open()
    for (const { status, body } of await Promise.all(posted)) {
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('kept')
    }
    expect(parley.model.requests).to.have.length(5)
    expect(await ofThese()).to.have.length(10)
  })

  it('an outage longer than a lease while the model thinks costs no second call, and counts as no crash @long', async () => {
    const answered = makeMoment()
    parley.model.behave(() => ({ text: 'thought over', after: answered.promise }))
    const conversations = await times(5, () => parley.client.makeConversation())
    const replies = () =>
      parley
        .db('messages')
        .where({ role: 'assistant' })
        .whereIn(
          'thread_id',
          conversations.map(({ id }) => id),
        )
    const posted = conversations.map(({ id }) => client.say(id, 'Hi', { Prefer: 'wait=60' }))
    await eventually(async () => parley.model.requests.length === 5, 60)
    await proxy.close()
    const held = (is: '<' | '>') =>
      parley.db('open_jobs').where('lease_expires_at', is, parley.db.fn.now())
    await eventually(async () => (await held('<')).length === 5, 60)
    await proxy.open()
    await eventually(async () => (await held('>')).length === 5, 60)
    answered.come()
    for (const { status, body } of await Promise.all(posted)) {
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('thought over')
    }
    expect(parley.model.requests).to.have.length(5)
    const ids = (await replies()).map(({ id }) => id)
    const jobs = await parley.db('jobs').whereIn('target_id', ids)
    expect(jobs.map(({ outcome }) => outcome)).to.deep.equal(Array(5).fill('completed'))
  })

  it('a statement that waits for too long has its request answered 503, and no other @long', async () => {
    const { id } = await parley.client.makeConversation()
    const locked = await parley.db.knexTransaction()
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
  })

  it('a connection for notifications that is lost silently is replaced @long', async function () {
    if (backend === 'redis') this.skip()
    const { rows } = await parley.db.raw('select now() as frozen_at')
    const seen = api.output().length
    proxy.freeze()
    await api.printed(/the connection for notifications is gone/, seen)
    proxy.thaw()
    await eventually(async () => {
      const { rows: anew } = await parley.db.raw(
        `select from pg_stat_activity where application_name = 'parley-notifications' and datname = current_database()
            and backend_start > ? and query = 'select 1'`,
        [rows[0].frozen_at],
      )
      return anew.length > 0
    }, 60)
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Hi')).status).to.equal(201)
  })

  it('both processes survive the end of all connections in the middle of the load @long', async () => {
    parley.model.behave(() => ({ text: 'answered', delayMs: 30 }))
    const conversations = await times(12, () => parley.client.makeConversation())
    let over = false
    const killing = (async () => {
      while (!over) {
        const terminated = parley.db.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and application_name like 'parley%'`,
        )
        // Connections of this pool are included: an ended one may be handed out once more.
        await terminated.catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
    })()
    const answers = (
      await times(12, async (n) => {
        const mine = []
        for (let round = 0; round < 6; round++) {
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
      const [row] = await parley.db('open_jobs').count()
      return Number(row?.count) === 0
    }, 60)
    expect((await client.say(conversations[0].id, 'Still there?')).status).to.equal(201)
  })

  it('both processes are well after all outages: they logged nothing unforeseen, and stop cleanly', async () => {
    for (const process of [api, worker]) {
      expect(process.output()).not.to.match(/"level":60/)
      expect(await process.stop()).to.equal(0)
    }
  })
}
