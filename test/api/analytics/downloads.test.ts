import { expect } from 'chai'
import Papa from 'papaparse'
import { v7 as uuid } from 'uuid'
import { storeLimitEvents, storeRequests } from '../../../shared/analytics/recording.ts'
import { createApplication } from '../../../shared/applications/applications.ts'
import type { Client } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { DAY_MS, HOUR_MS, makeEntries, type RequestClient } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)
const period = (from: number, to: number) => ({
  from: at(from).toISOString(),
  to: at(to).toISOString(),
})

describe('a download of the analytics', () => {
  let parley: Parley
  let client: Client
  let ofClient: RequestClient
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
    const { client_id, organization_id } = client.credentials
    const { id: application_id } = await parley.db('applications').where({ client_id }).first()
    ofClient = { client_id, organization_id, application_id }
  })

  async function download(route: string, query: Record<string, string>): Promise<string> {
    const address = `${client.address}/analytics/${route}?${new URLSearchParams(query)}`
    const response = await fetchDocumented(address, { headers: client.authorization })
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-disposition')).to.equal(
      `attachment; filename="${route === 'overview' ? 'overview-by-hour' : route}.${query.format}"`,
    )
    return response.text()
  }
  const lines = async (route: string, query: Record<string, string>): Promise<any[]> =>
    (await download(route, { ...query, format: 'jsonl' }))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const table = async (route: string, query: Record<string, string>): Promise<any[]> => {
    const parsed = Papa.parse(await download(route, { ...query, format: 'csv' }), {
      header: true,
      skipEmptyLines: true,
    })
    expect(parsed.errors).to.deep.equal([])
    return parsed.data
  }
  /** Returns all rows, page by page. */
  async function listed(route: string, query: Record<string, string>): Promise<any[]> {
    const found: any[] = []
    for (let page = 1; ; page++) {
      const asked = new URLSearchParams({ ...query, page: String(page), page_size: '200' })
      const { body } = await client.get(`/analytics/${route}?${asked}`)
      found.push(...body.data)
      if (found.length >= body.pagination.total) return found
    }
  }

  it('contains all requests that the filters choose, newest first', async () => {
    const entries = makeEntries([ofClient], 3_000, at(0), at(30))
    // So many rows at one instant that a page ends among them.
    for (const entry of entries.slice(500, 2_000)) entry.created_at = at(12).toISOString()
    await storeRequests(parley.db, entries)
    // As close as PostgreSQL can distinguish times.
    await parley.db.raw(
      `update request_logs set created_at = created_at + (('x' || right(id::text, 4))::bit(16)::int % 999) * interval '1 microsecond' where organization_id = ?`,
      [client.organizationId],
    )
    const stored = await parley
      .db('request_logs')
      .where({ organization_id: client.organizationId })
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    const all = await lines('logs', period(-5, 40))
    expect(all.map(({ id }) => id)).to.deep.equal(stored.map(({ id }) => id))
    expect(all[0]).to.have.all.keys(
      'id',
      'timestamp',
      'method',
      'endpoint',
      'status_code',
      'duration_ms',
      'client_id',
      'request_id',
    )
    const failures = await table('logs', { ...period(6, 30), status: '404', method: 'GET' })
    const expected = stored.filter(
      ({ created_at, status_code, method }) =>
        created_at >= at(6) && created_at < at(30) && status_code === 404 && method === 'GET',
    )
    expect(failures.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id))
    expect(failures[0].timestamp).to.equal(expected[0].created_at.toISOString())
  })

  for (const [route, query] of [
    ['endpoints', {}],
    ['endpoints', { bucket: 'hour', group_by: 'status' }],
    ['usage', { bucket: 'hour' }],
    ['usage', { bucket: 'day', method: 'GET' }],
    ['usage', { bucket: 'window' }],
    ['keys', { bucket: 'day' }],
    ['rate-limits', { bucket: 'hour' }],
    ['rate-limits', { bucket: 'day', outcome: 'blocked' }],
    ['rate-limits', { bucket: 'day', outcome: 'allowed' }],
  ] as [string, Record<string, string>][])
    it(`has the rows of ${route} with ${JSON.stringify(query)}`, async () => {
      const entries = makeEntries([ofClient], 1_200, at(-30), at(60))
      await storeRequests(parley.db, entries)
      await storeLimitEvents(
        parley.db,
        entries.map(({ endpoint, created_at, client_id }, n) => ({
          id: uuid(),
          organization_id: client.organizationId,
          client_id,
          endpoint,
          bucket: 'organization',
          outcome: n % 9 ? 'blocked' : 'allowed',
          created_at,
        })),
      )
      const asked = { ...period(-27.5, 55.25), ...query }
      // These requests are recorded a second later, and then count as a key's last use.
      const stable = ({ last_used_at: _, ...row }: any) => row
      const rows = (await listed(route, asked)).map(stable)
      expect(rows).to.have.length.above(0)
      expect((await lines(route, asked)).map(stable)).to.have.deep.members(rows)
      const cells = (await table(route, asked)).map(stable)
      expect(cells).to.have.length(rows.length)
      const textOf = (value: unknown) =>
        value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
      const asText = (row: any) =>
        Object.fromEntries(Object.keys(cells[0]).map((name) => [name, textOf(row[name])]))
      expect(cells).to.have.deep.members(rows.map(asText))
    })

  it('of the overview contains its series', async () => {
    await storeRequests(parley.db, makeEntries([ofClient], 50, at(0), at(24)))
    const asked = period(0, 24)
    const { body } = await client.get(`/analytics/overview?${new URLSearchParams(asked)}`)
    expect(await lines('overview', asked)).to.deep.equal(body.data.series)
    const cells = await table('overview', asked)
    expect(cells.map(({ timestamp, requests }) => [timestamp, Number(requests)])).to.deep.equal(
      body.data.series.map(({ timestamp, requests }: any) => [timestamp, requests]),
    )
    expect(cells[0].reply_p50_ms).to.equal('')
  })

  it('contains no formula for a spreadsheet that separates cells by other signs than commas', async () => {
    const within = {
      'a;=1+1': "a;'=1+1",
      'a; "=1"': `a;' "=1"`,
      'a\t@SUM(A1)': "a\t'@SUM(A1)",
      'a\n-1+1': "a\n'-1+1",
      'a;b;＋1': "a;b;'＋1",
    }
    const innocent = ['a; b=1', 'one;two', 'x = 1; y']
    const organization_id = client.organizationId
    for (const name of [...Object.keys(within), ...innocent])
      await createApplication(parley.db, { organization_id, name, allowed_origins: [] })
    const names = (await table('keys', period(0, 24))).map(({ name }) => name)
    expect(names).to.include.members([...Object.values(within), ...innocent])
  })

  it('contains nothing that a spreadsheet would run', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =HYPERLINK("https://evil.example")',
      '=1\nof two lines',
      '\r\n=1',
      '＝1',
    ]
    const innocent = ['1-1', 'a=b', 'x@example.com', 'with "quotes", commas\nand lines']
    const organization_id = client.organizationId
    for (const name of [...texts, ...innocent])
      await createApplication(parley.db, { organization_id, name, allowed_origins: [] })
    const names = (await table('keys', period(0, 24))).map(({ name }) => name)
    // The parser here reads any line end as `\n`.
    const same = (text: string) => text.replaceAll('\r\n', '\n')
    expect(names.map(same)).to.have.members(
      [
        ...texts.map((text) => `'${text.replace(/([\t\n])=/, "$1'=")}`),
        ...innocent,
        'Test application',
      ].map(same),
    )
    const asJson = (await lines('keys', period(0, 24))).map(({ name }) => name)
    expect(asJson).to.have.members([...texts, ...innocent, 'Test application'])
  })

  it('contains nothing of another organization, and only the column names if there are no rows', async () => {
    await storeRequests(parley.db, makeEntries([ofClient], 50, at(0), at(24)))
    client = await parley.another('A stranger to files')
    expect(await download('logs', { ...period(0, 24), format: 'jsonl' })).to.equal('')
    expect(await download('logs', { ...period(0, 24), format: 'csv' })).to.equal(
      'id,timestamp,method,endpoint,status_code,duration_ms,client_id,request_id\r\n',
    )
  })
})
