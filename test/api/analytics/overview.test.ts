import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { fillWithActivity } from '../../support/data/activity.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Some days ago, at a midnight in UTC. */
const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)
const period = (from: number, to: number) => ({
  from: at(from).toISOString(),
  to: at(to).toISOString(),
})

describe('the analytics overview', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
  })

  async function get(query: Record<string, string>): Promise<any> {
    const { status, body } = await client.get(`/analytics/overview?${new URLSearchParams(query)}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body.data
  }

  const rowsOf = async (text: string, values: Record<string, unknown> = {}) =>
    (await parley.db.raw(text, { organization: client.organizationId, ...values } as any)).rows

  /** Stores everything that happens between two hours. */
  const fill = (from: number, to: number) => fillWithActivity(parley, client, at(from), at(to))

  /** Counts the same figures independently from the rows. */
  async function counted(from: Date, to: Date, agent?: string): Promise<Record<string, any>> {
    const values = { from, to, agent: agent ?? null }
    const within = 'organization_id = :organization and created_at >= :from and created_at < :to'
    const mine = `${within} and (:agent::uuid is null or agent_id = :agent::uuid)`
    const ms = 'extract(epoch from completed_at - created_at) * 1000'
    const ask = async (text: string) => Number((await rowsOf(text, values))[0].n)
    const nullable = async (text: string) => {
      const [{ n }] = await rowsOf(text, values)
      return n === null ? null : Number(n)
    }
    const ofAgent = {
      messages: await ask(`select count(*) n from messages where role = 'user' and ${mine}`),
      replies: await ask(
        `select count(*) n from messages where role = 'assistant' and status = 'completed' and ${mine}`,
      ),
      failed_replies: await ask(
        `select count(*) n from messages where status = 'failed' and ${mine}`,
      ),
      cancelled_replies: await ask(
        `select count(*) n from messages where status = 'cancelled' and ${mine}`,
      ),
      unfinished_replies: await ask(
        `select count(*) n from open_jobs where lane = 'reply' and ${mine}`,
      ),
      reply_p50_ms: await nullable(
        `select percentile_cont(0.5) within group (order by ${ms}) n from messages where role = 'assistant' and status = 'completed' and ${mine}`,
      ),
      reply_p95_ms: await nullable(
        `select percentile_cont(0.95) within group (order by ${ms}) n from messages where role = 'assistant' and status = 'completed' and ${mine}`,
      ),
      input_tokens: await ask(`select coalesce(sum(input_tokens), 0) n from usages where ${mine}`),
      output_tokens: await ask(
        `select coalesce(sum(output_tokens), 0) n from usages where ${mine}`,
      ),
      total_tokens: await ask(
        `select coalesce(sum(input_tokens + output_tokens), 0) n from usages where ${mine}`,
      ),
      cost_usd: await ask(`select coalesce(sum(cost_usd), 0) n from usages where ${mine}`),
      unpriced_calls: await ask(`select count(*) n from usages where cost_usd is null and ${mine}`),
      model_p50_ms: await nullable(
        `select percentile_cont(0.5) within group (order by model_ms) n from usages where outcome = 'completed' and ${mine}`,
      ),
      model_p95_ms: await nullable(
        `select percentile_cont(0.95) within group (order by model_ms) n from usages where outcome = 'completed' and ${mine}`,
      ),
      conversations: await ask(
        `select count(*) n from threads where kind = 'conversation' and ${mine}`,
      ),
      sessions: await ask(`select count(*) n from threads where kind = 'session' and ${mine}`),
    }
    const fed = `from feedback f join (select id, agent_id from threads) t on t.id = f.thread_id where ${mine}`
    const feedback = {
      feedback_count: await ask(`select count(*) n ${fed}`),
      feedback_average: await nullable(`select avg(rating) n ${fed}`),
    }
    if (agent) return { ...ofAgent, ...feedback, ...OF_NO_AGENT }
    const dashboard = "credential = 'dashboard'"
    return {
      ...ofAgent,
      ...feedback,
      wait_p50_ms: await nullable(
        `select percentile_cont(0.5) within group (order by wait_ms) n from jobs where lane = 'reply' and ${within}`,
      ),
      wait_p95_ms: await nullable(
        `select percentile_cont(0.95) within group (order by wait_ms) n from jobs where lane = 'reply' and ${within}`,
      ),
      requests: await ask(`select count(*) n from request_logs where ${within}`),
      errors: await ask(
        `select count(*) n from request_logs where status_code >= 400 and ${within}`,
      ),
      dashboard_requests: await ask(
        `select count(*) n from request_logs where ${dashboard} and ${within}`,
      ),
      dashboard_errors: await ask(
        `select count(*) n from request_logs where ${dashboard} and status_code >= 400 and ${within}`,
      ),
      blocked: await ask(`select count(*) n from limit_blocks where ${within}`),
    }
  }

  const OF_NO_AGENT = {
    wait_p50_ms: null,
    wait_p95_ms: null,
    requests: null,
    errors: null,
    dashboard_requests: null,
    dashboard_errors: null,
    blocked: null,
  }

  function expectSame(given: Record<string, any>, expected: Record<string, any>, what: string) {
    const { failures: _failures, timestamp: _timestamp, ...figures } = given
    expect(Object.keys(figures), what).to.have.members(Object.keys(expected))
    for (const [name, value] of Object.entries(expected))
      if (value === null) expect(figures[name], `${what}: ${name}`).to.equal(null)
      else expect(figures[name], `${what}: ${name}`).to.be.closeTo(value, toleranceOf(name, value))
  }

  /** Durations are stored in steps of 5 %, from a hundredth of a millisecond on. */
  const toleranceOf = (name: string, value: number) =>
    /_p\d\d_ms$/.test(name) ? 0.025 * value + 0.01 : 1e-6

  it('has the same figures as the rows, for a window and for the previous window', async () => {
    await fill(-30, 30)
    for (const [from, to] of [
      [0, 24],
      [2.25, 5.75],
      [3.1, 3.9],
      [-4.5, 7],
    ] as const) {
      const { current, previous, ...about } = await get(period(from, to))
      expect(about.period).to.deep.equal(period(from, to))
      expect(about.previous_period).to.deep.equal(period(2 * from - to, from))
      expectSame(current, await counted(at(from), at(to)), `${from} to ${to}`)
      expectSame(previous, await counted(at(2 * from - to), at(from)), `before ${from}`)
      expect(current.messages).to.be.above(0)
    }
  })

  it('has every hour and every day of the window, and counts only the part inside it at both edges @long', async () => {
    await fill(-10, 30)
    for (const [from, to, bucket] of [
      [-2.5, 26.25, 'hour'],
      [-8, 49.5, 'day'],
    ] as const) {
      const { series } = await get({ ...period(from, to), bucket })
      const width = { hour: 1, day: 24 }[bucket]
      const first = Math.floor(from / width) * width
      expect(series.map(({ timestamp }: any) => timestamp)).to.deep.equal(
        Array.from({ length: Math.ceil((to - first) / width) }, (_, n) =>
          at(first + n * width).toISOString(),
        ),
      )
      for (const [n, bucketFigures] of series.entries()) {
        const [begin, end] = [first + n * width, first + (n + 1) * width]
        const expected = await counted(at(Math.max(begin, from)), at(Math.min(end, to)))
        expectSame(bucketFigures, expected, bucketFigures.timestamp)
      }
    }
  })

  it('uses hours up to a week and days beyond it, or hours up to 92 days if asked to', async () => {
    expect((await get(period(-24 * 7, 0))).bucket).to.equal('hour')
    const days = await get(period(-24 * 7 - 0.1, 0))
    expect([days.bucket, days.series.length]).to.deep.equal(['day', 8])
    expect((await get({ ...period(-24 * 92, 0), bucket: 'hour' })).series).to.have.length(24 * 92)
    const far = new URLSearchParams({ ...period(-24 * 93, 0), bucket: 'hour' })
    const { status, body } = await client.get(`/analytics/overview?${far}`)
    expect([status, body.data.errors[0].field]).to.deep.equal([422, 'bucket'])
  })

  it('of an agent has the figures that are known by agent @long', async () => {
    const { agents } = await fill(0, 24)
    for (const agent of agents) {
      const { current, series } = await get({ ...period(0, 24), agent_id: agent })
      expectSame(current, await counted(at(0), at(24), agent), agent)
      for (const [n, one] of series.entries())
        expectSame(one, await counted(at(n), at(n + 1), agent), one.timestamp)
    }
  })

  it('counts failures by their code, the most frequent first', async () => {
    await fill(0, 24)
    const { current, previous } = await get(period(0, 24))
    const expected = await rowsOf(
      `select error ->> 'code' as code, count(*)::int from messages where organization_id = :organization and status = 'failed' group by 1 order by 2 desc`,
    )
    expect(expected).to.have.length(2)
    expect(current.failures).to.deep.equal(expected)
    expect(previous.failures).to.deep.equal([])
  })

  it('of an empty window has zeros, and no percentiles', async () => {
    const { current, previous, series } = await get(period(0, 3))
    for (const figures of [current, previous, ...series])
      expectSame(figures, await counted(at(0), at(3)), 'empty')
    expect(current).to.include({
      messages: 0,
      cost_usd: 0,
      reply_p50_ms: null,
      feedback_average: null,
    })
    expect(series).to.have.length(3)
  })

  it('contains nothing of another organization', async () => {
    const { agents } = await fill(0, 24)
    client = await parley.another('A stranger to the overview')
    for (const filter of [{}, { agent_id: agents[0]! }] as Record<string, string>[]) {
      const { current, series } = await get({ ...period(0, 24), ...filter })
      const expected = await counted(at(0), at(24), filter.agent_id)
      expectSame(current, expected, 'a stranger')
      expect(current.messages + current.sessions + current.total_tokens).to.equal(0)
      expect(series.every(({ messages }: any) => messages === 0)).to.equal(true)
    }
  })
})
