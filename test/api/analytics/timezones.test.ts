import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { fillWithActivity } from '../../support/data/activity.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/**
 * The days on which the clocks of some zones change last, and days of zones whose clocks never
 * change.
 */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
]
/**
 * The zones of `npm test`: with a change of the clocks, and with days that begin between two hours
 * of UTC.
 */
const FEW = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu']

/** Reads the clock and the calendar of a zone: `2026-10-25 00:00`. */
function clockOf(zone: string): (time: number | Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return (time) => format.format(time)
}

/** The last midnight before a time in a zone, in milliseconds. */
function midnightBefore(zone: string, time: number): number {
  const clock = clockOf(zone)
  const step = 15 * 60_000
  let at = Math.floor(time / step) * step
  while (!clock(at).endsWith('00:00')) at -= step
  return at
}

/**
 * A midnight some days before the clocks of a zone last changed, or some weeks ago if they do not.
 */
function beforeChange(zone: string): number {
  const clock = clockOf(zone)
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const hourAt = (time: number) => clock(time).slice(-5)
  // Stays within the default retention.
  for (let day = now - 12 * DAY_MS; day > now - 300 * DAY_MS; day -= DAY_MS)
    if (hourAt(day) !== hourAt(day - DAY_MS)) return midnightBefore(zone, day - 3 * DAY_MS)
  return midnightBefore(zone, now - 20 * DAY_MS)
}

/** Monday of a date's week, as a date. */
function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00Z`)
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

describe("analytics in the reader's time zone", () => {
  let parley: Parley
  let client: Client
  before(async () => {
    const settings = { REQUEST_LOG_DAYS: '400' }
    parley = await startParley({ workers: false, settings })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
  })

  async function get(route: string, query: Record<string, string | number>) {
    const { status, body } = await client.get(
      `/analytics/${route}?${new URLSearchParams(query as any)}`,
    )
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  for (const zone of ZONES)
    describe(`in ${zone}${FEW.includes(zone) ? '' : ' @long'}`, () => {
      const begin = beforeChange(zone)
      const end = midnightBefore(zone, begin + 7.2 * DAY_MS)
      const window = { from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
      const clock = clockOf(zone)
      /** Returns the date of a row's bucket, from the hour of UTC in which it began. */
      const dateOf = (bucket: string, time: Date) => {
        const hour = Math.floor(time.getTime() / HOUR_MS) * HOUR_MS
        const date = clock(Math.max(hour, begin)).slice(0, 10)
        return { day: date, week: mondayOf(date), month: `${date.slice(0, 7)}-01` }[bucket]!
      }
      const rowsOf = async (table: string, where = 'true'): Promise<any[]> =>
        (
          await parley.db.raw(
            `select * from ${table} where organization_id = ? and created_at >= ? and created_at < ? and ${where}`,
            [client.organizationId, new Date(begin), new Date(end)],
          )
        ).rows
      const sums = (bucket: string, rows: any[], of: (row: any) => number = () => 1) => {
        const found: Record<string, number> = {}
        for (const row of rows) {
          const date = dateOf(bucket, row.created_at)
          found[date] = (found[date] ?? 0) + of(row)
        }
        return found
      }
      /** Returns figures by the date on which their buckets begin. */
      const figuresOf = (rows: any[], of: (row: any) => number) => {
        for (const { timestamp } of rows) expect(clock(new Date(timestamp))).to.match(/ 00:00$/)
        return Object.fromEntries(
          rows
            .map((row) => [clock(new Date(row.timestamp)).slice(0, 10), of(row)] as const)
            .filter(([, value]) => value > 0),
        )
      }

      for (const isRolled of [false, true])
        it(`have the figures of the zone's days, weeks and months, ${isRolled ? 'rolled up' : 'from rows'}`, async () => {
          await fillWithActivity(
            parley,
            client,
            new Date(begin - DAY_MS),
            new Date(end + DAY_MS),
            500,
          )
          if (isRolled) {
            await parley.db.raw('delete from open_jobs where organization_id = ?', [
              client.organizationId,
            ])
            await rollUpActivity(parley.db, 60_000)
          }
          for (const bucket of ['day', 'week', 'month']) {
            const query = { ...window, bucket, timezone: zone, page_size: 200 }
            const { page_size: _, ...asked } = query
            const { current, series } = (await get('overview', asked)).data
            const replies = await rowsOf('messages', "role = 'assistant' and status = 'completed'")
            const requests = await rowsOf('request_logs')
            const usages = await rowsOf('usages')
            const blocks = await rowsOf('limit_blocks')
            const ratings = await rowsOf('feedback')
            expect(replies.length).to.be.above(100)
            expect(figuresOf(series, (row) => row.replies)).to.deep.equal(sums(bucket, replies))
            expect(figuresOf(series, (row) => row.requests)).to.deep.equal(sums(bucket, requests))
            expect(figuresOf(series, (row) => row.blocked)).to.deep.equal(sums(bucket, blocks))
            expect(figuresOf(series, (row) => row.feedback_count)).to.deep.equal(
              sums(bucket, ratings),
            )
            const tokens = sums(bucket, usages, ({ input_tokens }) => input_tokens)
            expect(figuresOf(series, (row) => row.input_tokens)).to.deep.equal(tokens)
            expect(current.replies).to.equal(replies.length)

            const usage = await get('usage', query)
            expect(figuresOf(usage.data, (row) => row.input_tokens)).to.deep.equal(tokens)
            expect(figuresOf(usage.data, (row) => row.requests)).to.deep.equal(
              sums(bucket, requests),
            )
            const logs = await get('logs', query)
            expect(figuresOf(logs.buckets, (row) => row.requests)).to.deep.equal(
              sums(bucket, requests),
            )
            const keys = await get('keys', query)
            const ofKey = requests.filter(({ client_id }) => client_id)
            expect(figuresOf(keys.data[0].trend, (row) => row.requests)).to.deep.equal(
              sums(bucket, ofKey),
            )
            const endpoints = await get('endpoints', { ...query, group_by: 'method' })
            expect(figuresOf(endpoints.data, (row) => row.requests)).to.deep.equal(
              sums(bucket, requests),
            )
            const limits = await get('rate-limits', query)
            expect(figuresOf(limits.buckets, (row) => row.blocked)).to.deep.equal(
              sums(bucket, blocks),
            )
          }
        })

      it('list each day once, empty days included, and the file has the same rows', async () => {
        await fillWithActivity(parley, client, new Date(begin), new Date(end), 60)
        const query = { ...window, bucket: 'day', timezone: zone }
        const { series } = (await get('overview', query)).data
        expect(series.map(({ timestamp }: any) => clock(new Date(timestamp)))).to.deep.equal(
          Array.from({ length: 7 }, (_, n) => {
            const noon = begin + n * DAY_MS + 12 * HOUR_MS
            return `${clock(noon).slice(0, 10)} 00:00`
          }),
        )
        for (const bucket of ['hour', 'day', 'week', 'month']) {
          const { data } = await get('usage', { ...query, bucket, page_size: 200 })
          const address = `/analytics/usage?${new URLSearchParams({ ...query, bucket, format: 'jsonl' })}`
          const response = await fetch(`${client.address}${address}`, {
            headers: client.authorization,
          })
          const lines = (await response.text()).split('\n').filter(Boolean)
          expect(lines.map((line) => JSON.parse(line))).to.deep.equal(data)
        }
      })
    })

  it('refuse an unknown time zone, and say how to name one', async () => {
    for (const timezone of [
      'Europe/Atlantis',
      'CEST',
      '+02:00',
      'Europe/Berlin; drop',
      'x'.repeat(65),
    ]) {
      const { status, body } = await client.get(
        `/analytics/overview?${new URLSearchParams({ timezone })}`,
      )
      expect(status, timezone).to.equal(422)
      expect(body.data.errors[0].field).to.equal('timezone')
    }
    const { status } = await client.get('/analytics/overview?timezone=europe/berlin')
    expect(status).to.equal(200)
  })
})
