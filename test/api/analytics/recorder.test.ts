import { expect } from 'chai'
import { makeRecorder, type RequestEvent } from '../../../api/metrics/requestRecorder.ts'
import { storeLimitEvents, storeRequests } from '../../../shared/analytics/recording.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { deleteOldRows } from '../../../shared/retention/retention.ts'
import { eventually } from '../../support/http/client.ts'
import { DAY_MS, makeEntry, type RequestClient } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeTestDb } from '../../support/product/testDb.ts'

const ROLLUPS = ['request_rollups', 'request_durations', 'endpoint_durations']

describe('the request recorder', () => {
  let parley: Parley
  let client: RequestClient
  beforeEach(async () => {
    parley = await startParley({ workers: false })
    const { client_id, organization_id } = parley.client.credentials
    const { id: application_id } = await parley.db('applications').where({ client_id }).first()
    client = { client_id, organization_id, application_id }
  })
  afterEach(() => parley.stop())

  const logs = () => parley.db('request_logs').orderBy('created_at')
  const countOf = async (table: string) =>
    Number((await parley.db(table).sum('count as sum').first())!.sum ?? 0)
  const counts = () => Promise.all(ROLLUPS.map(countOf))
  const event = (fields: Partial<RequestEvent> = {}): RequestEvent => ({
    ...client,
    credential: 'application',
    method: 'GET',
    endpoint: '/api/v1/agents/:id',
    status_code: 200,
    duration_ms: 3.5,
    request_id: 'r-1',
    ...fields,
  })

  it('keeps route, status, time, key and request id of each request', async () => {
    await parley.client.get('/api/v1/agents/01900000-0000-7000-8000-000000000000/', {
      'X-Request-Id': 'mine-1',
    })
    const [log] = await eventually(async () => (await logs()).length === 1 && logs())
    expect(log).to.include({
      organization_id: client.organization_id,
      client_id: client.client_id,
      credential: 'application',
      method: 'GET',
      endpoint: '/api/v1/agents/{id}',
      status_code: 404,
      request_id: 'mine-1',
    })
    expect(log.duration_ms).to.be.within(0, 30_000)
    expect(Date.now() - log.created_at.getTime()).to.be.within(0, 30_000)
    expect(await counts()).to.deep.equal([1, 1, 1])
  })

  it('keeps requests refused for their body, path or method, with their organization', async () => {
    const { address, authorization } = parley.client
    const send = (path: string, type: string, body: string, method = 'POST') =>
      fetch(address + path, { method, headers: { ...authorization, 'Content-Type': type }, body })
    await send('/api/v1/agents', 'application/json', '{"name":')
    await send('/api/v1/agents', 'application/json', JSON.stringify({ name: 'x'.repeat(300_000) }))
    await send('/api/v1/agents', 'text/plain', 'name')
    await send(`/api/v1/nothing/${'x'.repeat(5_000)}`, 'application/json', '{}')
    await send('/api/v1/agents', 'application/json', '{}', 'PUT')
    const all = await eventually(async () => (await logs()).length === 5 && logs())
    expect(all.map((log: any) => [log.method, log.endpoint, log.status_code])).to.deep.equal([
      ['POST', '/api/v1/agents', 400],
      ['POST', '/api/v1/agents', 413],
      ['POST', '/api/v1/agents', 415],
      ['POST', 'none', 404],
      ['PUT', 'none', 405],
    ])
    for (const log of all)
      expect(log).to.include({
        organization_id: client.organization_id,
        client_id: client.client_id,
      })
  })

  it('keeps no request of an unknown organization', async () => {
    await parley.client.get('/api/v1/agents', { 'X-API-Secret': 'wrong' })
    await parley.client.get('/health')
    await parley.client.get('/api/v1/agents')
    const all = await eventually(async () => (await logs()).length > 0 && logs())
    expect(all.map(({ status_code }: any) => status_code)).to.deep.equal([200])
  })

  it('counts a batch that is stored twice once', async () => {
    const entries = [1, 2, 3].map((day) => makeEntry(client, new Date(Date.now() - day * DAY_MS)))
    for (const batch of [entries.slice(0, 2), entries, entries])
      await storeRequests(parley.db, batch)
    expect(await logs()).to.have.length(3)
    expect(await counts()).to.deep.equal([3, 3, 3])
  })

  it('stores what several processes record at the same time without a deadlock', async () => {
    const batch = () =>
      Array.from({ length: 200 }, (_, index) =>
        makeEntry(client, new Date(), {
          endpoint: `/${(index * 7) % 50}`,
          duration_ms: 1 + (index % 30),
        }),
      )
    const batches = Array.from({ length: 20 }, batch).map((one, index) =>
      index % 2 ? one : one.toReversed(),
    )
    await Promise.all(batches.map((batch) => storeRequests(parley.db, batch)))
    expect(await counts()).to.deep.equal([4_000, 4_000, 4_000])
  })

  it('skips an organization that was deleted in between, and keeps the others', async () => {
    const gone = { ...client, organization_id: '01900000-0000-7000-8000-000000000000' }
    await storeRequests(parley.db, [makeEntry(gone, new Date()), makeEntry(client, new Date())])
    const limit = {
      client_id: null,
      endpoint: '/',
      bucket: 'b',
      created_at: new Date().toISOString(),
    }
    const id = '01900000-0000-7000-8000-000000000001'
    await storeLimitEvents(
      parley.db,
      [gone, client].map(({ organization_id }) => ({
        ...limit,
        id,
        organization_id,
        outcome: 'blocked' as const,
      })),
    )
    expect(await logs()).to.have.length(1)
    expect(await parley.db('limit_blocks')).to.have.length(1)
  })

  it('fails no request when it cannot store, and stores everything once it can again', async () => {
    const { db } = parley
    await db.raw('alter table request_logs rename to away')
    for (let count = 0; count < 10; count++)
      expect((await parley.client.get('/api/v1/agents')).status).to.equal(200)
    // By now it has tried to store.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await parley.client.get('/api/v1/agents')).status).to.equal(200)
    expect(await counts()).to.deep.equal([0, 0, 0])
    await db.raw('alter table away rename to request_logs')
    await eventually(async () => (await logs()).length === 11)
    expect(await counts()).to.deep.equal([11, 11, 11])
  })

  it('delays no request while it waits for a locked table @long', async () => {
    const { db } = parley
    const locked = await db.knexTransaction()
    await locked.raw('lock table request_logs in access exclusive mode')
    // More than a batch holds, so that several would be in progress if they could.
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => parley.client.get('/api/v1/agents')),
      )
      expect(answers.every(({ status }) => status === 200)).to.equal(true)
    }
    await locked.commit()
    await eventually(async () => (await logs()).length === 1_500)
  })

  it('keeps the newest 20,000 requests while it cannot store, and logs how many it dropped @long', async () => {
    const warnings: any[] = []
    const log = { warn: (fields: object) => warnings.push(fields) }
    const { db } = parley
    await db.raw('alter table request_logs rename to away')
    const recorder = makeRecorder(db, log as any, TIMES)
    for (let count = 0; count < 20_123; count++)
      recorder.request(event({ request_id: `r-${count}` }))
    await eventually(async () => warnings.some(({ err }) => err))
    await db.raw('alter table away rename to request_logs')
    await eventually(async () => (await logs()).length === 20_000)
    await recorder.close()
    const ids = new Set((await logs()).map(({ request_id }: any) => request_id))
    expect(ids.has('r-122')).to.equal(false)
    expect(ids.has('r-123')).to.equal(true)
    expect(ids.has('r-20122')).to.equal(true)
    expect(warnings.reduce((sum, { dropped = 0 }) => sum + dropped, 0)).to.equal(123)
  })

  it('stores what it holds when it is closed', async () => {
    const recorder = makeRecorder(parley.db, { warn: () => undefined } as any, TIMES)
    for (let count = 0; count < 2_500; count++) recorder.request(event())
    await recorder.close()
    expect(await logs()).to.have.length(2_500)
  })

  it('gives up when it is closed while nothing can be stored, and logs what is lost', async () => {
    const warnings: any[] = []
    const db = makeTestDb('postgresql://localhost:1/nowhere', 2)
    const recorder = makeRecorder(
      db,
      { warn: (fields: object) => warnings.push(fields) } as any,
      TIMES,
    )
    for (let count = 0; count < 7; count++) recorder.request(event())
    await recorder.close()
    await db.destroy()
    expect(warnings.at(-1)).to.deep.equal({ lost: 7 })
  })

  it('counts requests of an unfinished write as lost when it is closed while its table is locked @long', async () => {
    const warnings: any[] = []
    const locked = await parley.db.knexTransaction()
    await locked.raw('lock table request_logs in access exclusive mode')
    const recorder = makeRecorder(
      parley.db,
      { warn: (fields: object) => warnings.push(fields) } as any,
      TIMES,
    )
    for (let count = 0; count < 7; count++) recorder.request(event())
    await recorder.close()
    await locked.rollback()
    expect(warnings.at(-1)).to.deep.equal({ lost: 7 })
    await eventually(async () => (await logs()).length === 7)
  })

  it('knows when a key was last used, also after all of its requests are forgotten', async () => {
    const times = [5, 3, 4].map((days) => new Date(Date.now() - days * DAY_MS))
    for (const time of times) await storeRequests(parley.db, [makeEntry(client, time)])
    const used = async () => (await parley.db('application_uses'))[0].last_used_at
    expect(await used()).to.deep.equal(times[1])
    await deleteOldRows(parley.db, 'request_log_days', 1)
    await deleteOldRows(parley.db, 'analytics_days', 1)
    expect(await logs()).to.deep.equal([])
    expect(await used()).to.deep.equal(times[1])
  })

  describe('over time', () => {
    const store = (days: number, count = 1) =>
      storeRequests(
        parley.db,
        Array.from({ length: count }, () =>
          makeEntry(client, new Date(Date.now() - days * DAY_MS)),
        ),
      )

    it('forgets requests after REQUEST_LOG_DAYS, and their sums after ANALYTICS_DAYS', async () => {
      const { db } = parley
      for (const days of [1, 29.9, 30.1, 399, 402]) await store(days)
      const blocks = [1, 402].map((days, index) => ({
        id: `01900000-0000-7000-8000-00000000000${index}`,
        organization_id: client.organization_id,
        client_id: null,
        endpoint: '/',
        bucket: 'b',
        created_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      }))
      await storeLimitEvents(db, [
        ...blocks.map((block) => ({ ...block, outcome: 'blocked' as const })),
        ...blocks.map((block) => ({ ...block, outcome: 'allowed' as const })),
      ])
      await deleteOldRows(db, 'request_log_days', 30)
      await deleteOldRows(db, 'analytics_days', 400)
      expect(await logs()).to.have.length(2)
      expect(await counts()).to.deep.equal([4, 4, 4])
      expect(await db('limit_blocks')).to.have.length(1)
      expect(await db('limit_allowances')).to.have.length(1)
    })

    it("forgets more than one statement's batch @long", async () => {
      for (let round = 0; round < 5; round++) await store(40, 5_000)
      await store(20)
      await deleteOldRows(parley.db, 'request_log_days', 30)
      await deleteOldRows(parley.db, 'analytics_days', 400)
      expect(await logs()).to.have.length(1)
    })

    it('counts whole hours if their requests are forgotten', async () => {
      const { db, client: api } = parley
      const hour = Math.floor((Date.now() - 50 * DAY_MS) / 3_600_000) * 3_600_000
      await storeRequests(
        db,
        [10, 50].map((minute) => makeEntry(client, new Date(hour + minute * 60_000))),
      )
      await deleteOldRows(db, 'request_log_days', 30)
      await deleteOldRows(db, 'analytics_days', 400)
      const query = new URLSearchParams({
        from: new Date(hour + 30 * 60_000).toISOString(),
        to: new Date(hour + 40 * 60_000).toISOString(),
      })
      const get = async (route: string) => (await api.get(`/analytics/${route}?${query}`)).body
      expect((await get('usage')).totals.requests).to.equal(2)
      expect((await get('endpoints')).data[0].requests).to.equal(2)
      expect((await get('logs')).pagination.total).to.equal(0)
    })
  })
})
