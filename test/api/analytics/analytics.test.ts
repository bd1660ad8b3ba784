import { expect } from 'chai'
import { type RequestEntry, storeRequests } from '../../../shared/analytics/recording.ts'
import { createApplication } from '../../../shared/applications/applications.ts'
import type { Client } from '../../support/http/client.ts'
import {
  bucketsOf,
  countOf,
  DAY_MS,
  groupBy,
  HOUR_MS,
  makeEntries,
  makeEntry,
  type RequestClient,
} from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Some days ago, so that what the tests themselves request is in no window. */
const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)

/** Windows of whole hours, cut at either end, within one hour, and over two. */
const WINDOWS: [string, number, number][] = [
  ['whole hours', 6, 30],
  ['parts of hours at both ends', 6.41, 29.77],
  ['a part of one hour', 20.2, 20.7],
  ['parts of two hours', 20.6, 21.4],
  ['a part of the first hour alone', 20.6, 24],
  ['a part of the last hour alone', 20, 24.1],
]

describe('the analytics of requests', () => {
  let parley: Parley
  let mine: Client
  let clients: RequestClient[]
  let entries: RequestEntry[]

  before(async () => {
    parley = await startParley({ workers: false })
    const { db } = parley
    mine = parley.client
    clients = [await clientOf(mine), await addClient('Second')]
    const dashboard = {
      organization_id: mine.organizationId,
      application_id: null,
      client_id: null,
    }
    entries = makeEntries([...clients, dashboard], 4_000, at(0), at(48))
    await storeRequests(db, entries)
    const theirs = await clientOf(await parley.another('Others'))
    await storeRequests(db, makeEntries([theirs], 1_000, at(0), at(48)))
  })
  after(() => parley.stop())

  async function clientOf({ credentials }: Client): Promise<RequestClient> {
    const { client_id, organization_id } = credentials
    const { id } = await parley.db('applications').where({ client_id }).first()
    return { organization_id, client_id, application_id: id }
  }

  async function addClient(name: string): Promise<RequestClient> {
    const made = { organization_id: mine.organizationId, name, allowed_origins: [] }
    const { application } = await createApplication(parley.db, made)
    const { organization_id, id, client_id } = application
    return { organization_id, client_id, application_id: id }
  }

  const within = (from: number, to: number) =>
    entries.filter(
      ({ created_at }) => created_at >= at(from).toISOString() && created_at < at(to).toISOString(),
    )

  async function get(route: string, query: Record<string, string | number> = {}) {
    const { status, body } = await mine.get(
      `/analytics/${route}?${new URLSearchParams(query as any)}`,
    )
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  const period = (from: number, to: number) => ({
    from: at(from).toISOString(),
    to: at(to).toISOString(),
  })

  for (const [name, from, to] of WINDOWS)
    describe(`over ${name}`, () => {
      it('count and list exactly the requests of the window, newest first', async () => {
        const expected = within(from, to)
        const { data, pagination } = await get('logs', { ...period(from, to), page_size: 200 })
        expect(expected).to.have.length.above(5)
        expect(pagination).to.deep.equal({ page: 1, page_size: 200, total: expected.length })
        expect(data.map(({ id }: any) => id)).to.deep.equal(
          expected
            .toReversed()
            .slice(0, 200)
            .map(({ id }) => id),
        )
      })

      for (const bucket of ['hour', 'day'] as const)
        it(`sum up by ${bucket}`, async () => {
          const expected = bucketsOf(within(from, to), bucket === 'hour' ? HOUR_MS : DAY_MS)
          const logs = await get('logs', { ...period(from, to), bucket })
          const usage = await get('usage', { ...period(from, to), bucket })
          expect(logs.buckets).to.deep.equal(expected)
          expect(
            usage.data.map(({ timestamp, requests }: any) => [timestamp, requests]),
          ).to.deep.equal(expected.map(({ timestamp, requests }) => [timestamp, requests]))
          expect(usage.totals.requests).to.equal(within(from, to).length)
        })

      for (const [group_by, columns] of [
        ['endpoint', ['method', 'endpoint']],
        ['status', ['status_code']],
        ['key', ['client_id']],
        ['method', ['method']],
      ] as const)
        it(`measure by ${group_by}`, async () => {
          const { data, pagination } = await get('endpoints', {
            ...period(from, to),
            group_by,
            page_size: 200,
          })
          const groups = groupsOf(within(from, to), columns)
          expect(pagination.total).to.equal(groups.size)
          expectFigures(data, groups, columns)
          const counts = data.map(({ requests }: any) => requests)
          expect(counts).to.deep.equal(counts.toSorted((a: number, b: number) => b - a))
        })

      it('measure by endpoint and hour', async () => {
        const { data } = await get('endpoints', {
          ...period(from, to),
          bucket: 'hour',
          page_size: 200,
        })
        const hourly = within(from, to).map((entry) => ({
          ...entry,
          timestamp: new Date(
            Math.floor(Date.parse(entry.created_at) / HOUR_MS) * HOUR_MS,
          ).toISOString(),
        }))
        const columns = ['timestamp', 'method', 'endpoint'] as const
        expectFigures(data, groupsOf(hourly, columns), columns)
      })

      it('show what each key did', async () => {
        const { data } = await get('keys', { ...period(from, to), bucket: 'hour' })
        expect(data).to.have.length(2)
        for (const client of clients) {
          const own = within(from, to).filter(({ client_id }) => client_id === client.client_id)
          const key = data.find(({ key_id }: any) => key_id === client.application_id)
          const { requests: total_requests, errors } = countOf(own)
          expect(key).to.include({ client_id: client.client_id, total_requests, errors })
          expect(key.trend).to.deep.equal(bucketsOf(own, HOUR_MS))
        }
      })
    })

  const groupsOf = (rows: readonly RequestEntry[], columns: readonly string[]) =>
    groupBy(rows, (row: any) => columns.map((column) => row[column]).join(' '))

  /**
   * Counts are exact, percentiles (by nearest rank) within 2.5 %, and the mean is given to four
   * digits.
   */
  function expectFigures(
    data: any[],
    groups: Map<string, RequestEntry[]>,
    columns: readonly string[],
  ) {
    for (const row of data) {
      const group = groups.get(columns.map((column) => row[column]).join(' '))!
      const { requests, errors } = countOf(group)
      expect(row).to.include({
        requests,
        errors,
        error_rate: Number((errors / requests).toPrecision(4)),
      })
      const times = group.map(({ duration_ms }) => duration_ms).sort((a, b) => a - b)
      const mean = times.reduce((sum, time) => sum + time) / times.length
      expect(row.mean_ms).to.be.closeTo(mean, mean * 0.001)
      for (const p of [50, 95, 99]) {
        const exact = times[Math.ceil((p / 100) * times.length) - 1]!
        expect(row[`p${p}_ms`], `p${p}`).to.be.closeTo(exact, exact * 0.025)
      }
    }
  }

  describe('filtered', () => {
    const filters: [
      string,
      () => Record<string, string | number>,
      (entry: RequestEntry) => boolean,
    ][] = [
      ['by method', () => ({ method: 'POST' }), ({ method }) => method === 'POST'],
      ['by status', () => ({ status: 404 }), ({ status_code }) => status_code === 404],
      [
        'by the class of the status',
        () => ({ status_class: '4xx' }),
        ({ status_code }) => status_code >= 400 && status_code < 500,
      ],
      [
        'by callers: applications',
        () => ({ caller: 'applications' }),
        ({ client_id }) => client_id !== null,
      ],
      [
        'by callers: the dashboard',
        () => ({ caller: 'dashboard' }),
        ({ client_id }) => client_id === null,
      ],
      [
        'by endpoint',
        () => ({ endpoint: '/api/v1/agents/{id}' }),
        ({ endpoint }) => endpoint === '/api/v1/agents/{id}',
      ],
      [
        'by endpoint, with a slash at its end',
        () => ({ endpoint: '/api/v1/contexts/' }),
        ({ endpoint }) => endpoint === '/api/v1/contexts',
      ],
      [
        'by client id',
        () => ({ key_id: clients[1]!.client_id! }),
        ({ client_id }) => client_id === clients[1]!.client_id,
      ],
      [
        "by an application's id",
        () => ({ key_id: clients[1]!.application_id! }),
        ({ client_id }) => client_id === clients[1]!.client_id,
      ],
      [
        'by all at once',
        () => ({
          method: 'GET',
          status: 200,
          endpoint: '/api/v1/agents',
          key_id: clients[0]!.client_id!,
        }),
        (entry) =>
          entry.method === 'GET' &&
          entry.status_code === 200 &&
          entry.endpoint === '/api/v1/agents' &&
          entry.client_id === clients[0]!.client_id,
      ],
    ]
    for (const [name, filter, fits] of filters)
      it(`by ${name} cover only those requests, on every route`, async () => {
        const query = { ...period(6.41, 29.77), ...filter() }
        const expected = within(6.41, 29.77).filter(fits)
        expect(expected).to.have.length.above(5)
        const logs = await get('logs', { ...query, page_size: 200 })
        expect(logs.pagination.total).to.equal(expected.length)
        expect(logs.data.map(({ id }: any) => id)).to.deep.equal(
          expected
            .toReversed()
            .slice(0, 200)
            .map(({ id }) => id),
        )
        const endpoints = await get('endpoints', query)
        expectFigures(endpoints.data, groupsOf(expected, ['method', 'endpoint']), [
          'method',
          'endpoint',
        ])
        expect(
          endpoints.data.reduce((sum: number, { requests }: any) => sum + requests, 0),
        ).to.equal(expected.length)
        expect((await get('usage', query)).totals.requests).to.equal(expected.length)
        const keys = await get('keys', query)
        expect(keys.data.reduce((sum: number, key: any) => sum + key.total_requests, 0)).to.equal(
          expected.filter(({ client_id }) => client_id).length,
        )
      })

    it('by an unknown key find nothing', async () => {
      const nobody = { ...period(0, 48), key_id: 'app_nobody' }
      for (const route of ['logs', 'endpoints', 'keys', 'rate-limits'])
        expect((await get(route, nobody)).data, route).to.deep.equal([])
    })
  })

  describe('sorted', () => {
    const sortsOf = {
      endpoints: [
        'name',
        'requests',
        'errors',
        'error_rate',
        'mean_ms',
        'p50_ms',
        'p95_ms',
        'p99_ms',
      ],
      keys: ['total_requests', 'errors', 'error_rate', 'name', 'last_used_at'],
      usage: ['timestamp', 'messages', 'replies', 'failed_replies', 'total_tokens', 'cost_usd'],
    }
    /** Returns the value by which a row is sorted, which need not be a field. */
    const sortValue = (row: any, sort: string) => {
      if (sort === 'name') return row.name ?? row.endpoint
      if (sort !== 'error_rate' || 'error_rate' in row) return row[sort]
      return row.total_requests ? row.errors / row.total_requests : null
    }
    for (const [route, sorts] of Object.entries(sortsOf))
      it(`list each row of ${route} once, in both directions, over pages`, async () => {
        const all = (await get(route, { ...period(0, 48), page_size: 200 })).data
        // The requests of this test are uses of its key.
        const lasting = (found: any[]) => found.map(({ last_used_at: _, ...row }) => row)
        for (const sort of sorts)
          for (const order of ['asc', 'desc']) {
            const asked = { ...period(0, 48), sort, order, page_size: Math.ceil(all.length / 3) }
            const rows: any[] = []
            for (let page = 1; rows.length < all.length; page++) {
              const { data } = await get(route, { ...asked, page })
              expect(data).not.to.deep.equal([])
              rows.push(...data)
            }
            expect(lasting(rows)).to.have.deep.members(lasting(all))
            const values = rows.map((row) => sortValue(row, sort)).filter((value) => value !== null)
            const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
            expect(values, `${route} by ${sort}`).to.deep.equal(
              order === 'asc' ? sorted : sorted.toReversed(),
            )
          }
      })
  })

  describe('in pages', () => {
    for (const order of ['desc', 'asc'])
      it(`list each request once, ordered by ${order}`, async () => {
        const oldestFirst = within(6.41, 29.77)
        const expected = order === 'asc' ? oldestFirst : oldestFirst.toReversed()
        const ids: string[] = []
        for (let page = 1; ids.length < expected.length; page++) {
          const query = { ...period(6.41, 29.77), order, page, page_size: 137 }
          const { data, pagination } = await get('logs', query)
          expect(pagination).to.deep.equal({ page, page_size: 137, total: expected.length })
          expect(data).not.to.deep.equal([])
          ids.push(...data.map(({ id }: any) => id))
        }
        expect(ids).to.deep.equal(expected.map(({ id }) => id))
      })

    it('list each request of a rare kind once', async () => {
      const query = {
        ...period(0, 48),
        status: 500,
        method: 'DELETE',
        key_id: clients[0]!.client_id!,
      }
      const expected = entries.filter(
        ({ status_code, method, client_id }) =>
          status_code === 500 && method === 'DELETE' && client_id === clients[0]!.client_id,
      )
      const ids: string[] = []
      for (let page = 1; page <= Math.ceil(expected.length / 7); page++)
        ids.push(
          ...(await get('logs', { ...query, page, page_size: 7 })).data.map(({ id }: any) => id),
        )
      expect(ids).to.deep.equal(expected.toReversed().map(({ id }) => id))
    })

    for (const route of ['logs', 'endpoints', 'usage', 'keys'])
      it(`give the total of ${route} also on a page after the last`, async () => {
        const { pagination } = await get(route, period(0, 48))
        expect(pagination.total).to.be.above(1)
        const last = await get(route, { ...period(0, 48), page: 10_000 })
        expect(last.data).to.deep.equal([])
        expect(last.pagination).to.deep.equal({ ...pagination, page: 10_000 })
      })

    it('put each group on one page', async () => {
      const all = (await get('endpoints', { ...period(0, 48), page_size: 200 })).data
      const pages = []
      for (const page of [1, 2, 3])
        pages.push(...(await get('endpoints', { ...period(0, 48), page, page_size: 4 })).data)
      expect(pages).to.deep.equal(all)
    })
  })

  describe('at the edges of a window', () => {
    const FROM = at(-100.5)
    const TO = at(-90.25)
    const edge = () => ({ from: FROM.toISOString(), to: TO.toISOString() })
    const totals = async () => [
      (await get('logs', edge())).pagination.total,
      (await get('usage', edge())).totals.requests,
      (await get('endpoints', edge())).data[0]?.requests ?? 0,
      (await get('keys', edge())).data[0].total_requests,
    ]
    const store = (time: number) =>
      storeRequests(parley.db, [makeEntry(clients[0]!, new Date(time))])

    it('leave out a request a millisecond before its start, or at its end', async () => {
      for (const time of [FROM.getTime() - 1, TO.getTime(), TO.getTime() + 1]) await store(time)
      expect(await totals()).to.deep.equal([0, 0, 0, 0])
    })

    it('include a request at its start, or a millisecond before its end', async () => {
      for (const time of [FROM.getTime(), TO.getTime() - 1]) await store(time)
      expect(await totals()).to.deep.equal([2, 2, 2, 2])
    })
  })

  it('find a request by its id within window and organization, also if two requests share the id', async () => {
    const [other, third] = [
      await parley.another('Of one id'),
      await parley.another('Of the same id'),
    ]
    const [client, theirs] = [await clientOf(other), await clientOf(third)]
    const times = [at(1), at(2), at(50)]
    const mine = times.map((time) =>
      makeEntry(client, time, { request_id: 'my.id:1-a', status_code: 201 }),
    )
    const others = [
      makeEntry(client, at(3), {}),
      makeEntry(theirs, at(3), { request_id: 'my.id:1-a' }),
    ]
    await storeRequests(parley.db, [...mine, ...others])
    const query = new URLSearchParams({ ...period(0, 48), request_id: 'my.id:1-a' })
    const { data, pagination } = (await other.get(`/analytics/logs?${query}`)).body
    expect(data.map(({ timestamp }: any) => Date.parse(timestamp))).to.deep.equal([+at(2), +at(1)])
    expect(pagination).to.deep.equal({ page: 1, page_size: 50, total: 2 })
    expect((await other.get(`/analytics/logs?${query}&status=404`)).body.data).to.deep.equal([])
    const second = (await other.get(`/analytics/logs?${query}&page=2&page_size=1`)).body
    expect(second.data.map(({ timestamp }: any) => Date.parse(timestamp))).to.deep.equal([+at(1)])
    const beyond = (await other.get(`/analytics/logs?${query}&page=9`)).body
    expect(beyond.data).to.deep.equal([])
    expect(beyond.pagination.total).to.equal(2)
  })

  it('cover the last 24 hours by default', async () => {
    const other = await parley.another('Of today')
    const client = await clientOf(other)
    const now = Date.now()
    const times = [now - DAY_MS - 60_000, now - DAY_MS + 60_000, now - 10_000]
    await storeRequests(
      parley.db,
      times.map((time) => makeEntry(client, new Date(time), { endpoint: '/x' })),
    )
    const { data } = (await other.get('/analytics/logs?endpoint=/x')).body
    expect(data.map(({ timestamp }: any) => Date.parse(timestamp))).to.deep.equal([
      times[2],
      times[1],
    ])
    const [figures] = (await other.get('/analytics/endpoints?endpoint=/x')).body.data
    expect(figures.requests).to.equal(2)
  })

  it('read dates as midnight UTC', async () => {
    const day = (hours: number) => at(hours).toISOString().slice(0, 10)
    const { pagination } = await get('logs', { from: day(0), to: day(24) })
    expect(pagination.total).to.equal(within(0, 24).length)
  })

  it('accept times of other zones', async () => {
    const shifted = new Date(at(6).getTime() + 5.5 * HOUR_MS).toISOString().replace('Z', '+05:30')
    const { pagination } = await get('logs', { from: shifted, to: at(30).toISOString() })
    expect(pagination.total).to.equal(within(6, 30).length)
  })

  it('are the same at both prefixes, with and without a slash at the end', async () => {
    const query = `?${new URLSearchParams(period(6, 30))}`
    for (const route of ['logs', 'endpoints', 'usage', 'keys', 'rate-limits']) {
      const paths = [
        `/analytics/${route}`,
        `/analytics/${route}/`,
        `/api/v1/analytics/${route}`,
        `/api/v1/analytics/${route}/`,
      ]
      const bodies = await Promise.all(
        paths.map(async (path) => (await mine.get(path + query)).body),
      )
      // The tests' own requests change the time of a key's last use.
      const stable = bodies.map((body) =>
        JSON.stringify(body, (name, value) => (name === 'last_used_at' ? null : value)),
      )
      expect(new Set(stable)).to.have.property('size', 1)
    }
  })

  it("never contain another organization's requests", async () => {
    const stranger = await parley.another('A stranger')
    for (const route of ['logs', 'endpoints', 'usage', 'rate-limits']) {
      const query = new URLSearchParams({ ...period(0, 48), key_id: clients[0]!.client_id! })
      for (const path of [`${route}?${query}`, `${route}?${new URLSearchParams(period(0, 48))}`])
        expect((await stranger.get(`/analytics/${path}`)).body.data, path).to.deep.equal([])
    }
    const { data } = (await stranger.get('/analytics/keys')).body
    expect(data.map(({ client_id }: any) => client_id)).to.deep.equal([
      stranger.credentials.client_id,
    ])
  })

  for (const [what, query, field] of [
    ['a start after the end', 'from=2026-01-02&to=2026-01-01', 'from'],
    ['a start at the end', 'from=2026-01-01&to=2026-01-01', 'from'],
    ['a start in the future', 'from=2999-01-01', 'from'],
    ['a window over 400 days', 'from=2024-01-01&to=2025-02-05T00:00:01Z', 'from'],
    ['a time that is none', 'from=yesterday', 'from'],
    ['a day that is not in the calendar', 'to=2026-02-30', 'to'],
    ['a time without a zone', 'to=2026-02-03T10:00:00', 'to'],
    ['an empty time', 'from=', 'from'],
    ['two starts', 'from=2026-01-01&from=2026-01-02', 'from'],
    ['page 0', 'page=0', 'page'],
    ['a page size of 0', 'page_size=0', 'page_size'],
    ['a page size of 201', 'page_size=201', 'page_size'],
    ['a bucket of a minute', 'bucket=minute', 'bucket'],
    ['a key with a blank', 'key_id=a%20b', 'key_id'],
    ['something unknown', 'colour=red', 'colour'],
  ] as const)
    it(`refuse ${what} with 422 on every route`, async () => {
      for (const route of ['logs', 'endpoints', 'usage', 'keys', 'rate-limits']) {
        const { status, body } = await mine.get(`/analytics/${route}?${query}`)
        expect(status, route).to.equal(422)
        expect(body.data.errors[0].field, route).to.equal(field)
      }
    })

  for (const [what, path, field] of [
    ['an unknown method', 'logs?method=BREW', 'method'],
    ['a status of 99', 'logs?status=99', 'status'],
    ['an endpoint that is no path', 'logs?endpoint=agents', 'endpoint'],
    ['a request id that is none', 'logs?request_id=a%20b', 'request_id'],
    ['a request id in buckets', 'logs?request_id=a&bucket=hour', 'request_id'],
    ['a request id as a file', 'logs?request_id=a&format=csv', 'request_id'],
    ['a request id of endpoints', 'endpoints?request_id=a', 'request_id'],
    ['a grouping that there is not', 'endpoints?group_by=agent', 'group_by'],
    ['a grouping of usage that there is not', 'usage?group_by=endpoint', 'group_by'],
    ['an outcome that there is not', 'rate-limits?outcome=maybe', 'outcome'],
  ] as const)
    it(`refuse ${what} with 422`, async () => {
      const { status, body } = await mine.get(`/analytics/${path}`)
      expect(status).to.equal(422)
      expect(body.data.errors[0].field).to.equal(field)
    })

  it('accept a window of exactly 400 days', async () => {
    await get('logs', { from: '2024-01-01', to: '2025-02-04' })
  })
})
