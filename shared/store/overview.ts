import type { Db } from '../db.ts'
import { bindingsOf, bucketOf, rollupOf, type TimeBucket } from './requests.ts'
import type { Window } from './windows.ts'

/** A window and the one before it; with an agent, of this one alone. */
export interface OverviewQuery {
  organization_id: string
  window: Window
  previous: Window
  agent_id?: string | undefined
  bucket: TimeBucket
}

/** What there was in some stretch of time. Percentiles and averages are null where they are of nothing. */
export type Figures = Record<(typeof FIGURES)[number], number | null>

/** Their order is that of a file's columns. */
export const FIGURES = [
  'messages',
  'replies',
  'failed_replies',
  'cancelled_replies',
  'unfinished_replies',
  'reply_p50_ms',
  'reply_p95_ms',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cost_usd',
  'unpriced_calls',
  'model_p50_ms',
  'model_p95_ms',
  'wait_p50_ms',
  'wait_p95_ms',
  'conversations',
  'sessions',
  'feedback_count',
  'feedback_average',
  'requests',
  'errors',
  'dashboard_requests',
  'dashboard_errors',
  'blocked',
] as const

export interface FailureCount {
  code: string
  count: number
}

export interface Overview {
  current: Figures & { failures: FailureCount[] }
  previous: Figures & { failures: FailureCount[] }
  /** Every bucket of the window, the oldest first. */
  series: (Figures & { timestamp: Date })[]
}

/** Median and 95th percentile, interpolated between the two nearest. Both at once, for each takes a sort. */
const percentiles = (what: string) =>
  `percentile_cont(array[0.5, 0.95]) within group (order by ${what}_ms) as ${what}`

const counts = (conditions: Readonly<Record<string, string>>) =>
  Object.entries(conditions)
    .map(([name, condition]) => `count(*) filter (where ${condition})::float8 as ${name}`)
    .join(', ')

interface Source {
  table: string
  where?: string
  /** How its rows tell their agent. Without, they tell none, and nothing of them is known of an agent. */
  ofAgent?: string
  /** What is read of a row, beside its time. */
  columns: string
  figures: string
}

/** Whatever of the overview is in one table. Each has an index with all that is read here. */
const SOURCES: readonly Source[] = [
  {
    table: 'messages',
    // A question and its reply are stored in one instant, and are as many.
    where: "role = 'assistant'",
    ofAgent: 'agent_id = :agent_id',
    columns: `status, case when status = 'completed' then date_part('epoch', completed_at - created_at) * 1000 end as reply_ms`,
    figures: `count(*)::float8 as messages, ${percentiles('reply')}, ${counts({
      replies: "status = 'completed'",
      failed_replies: "status = 'failed'",
      cancelled_replies: "status = 'cancelled'",
      unfinished_replies: "status in ('queued', 'processing')",
    })}`,
  },
  {
    table: 'usages',
    ofAgent: 'agent_id = :agent_id',
    columns:
      "input_tokens, output_tokens, cost_usd, case when outcome = 'completed' then model_ms end as model_ms",
    figures: `coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens,
      coalesce(sum(input_tokens + output_tokens), 0)::float8 as total_tokens, coalesce(sum(cost_usd), 0)::float8 as cost_usd,
      ${counts({ unpriced_calls: 'cost_usd is null' })}, ${percentiles('model')}`,
  },
  { table: 'jobs', where: "lane = 'reply'", columns: 'wait_ms', figures: percentiles('wait') },
  {
    table: 'threads',
    ofAgent: 'agent_id = :agent_id',
    columns: 'kind',
    figures: counts({ conversations: "kind = 'conversation'", sessions: "kind = 'session'" }),
  },
  {
    table: 'feedback',
    ofAgent: `exists (select from threads t where t.organization_id = feedback.organization_id
                and t.id = feedback.thread_id and t.agent_id = :agent_id)`,
    columns: 'rating',
    figures: 'count(*)::float8 as feedback_count, avg(rating)::float8 as feedback_average',
  },
  { table: 'limit_blocks', columns: '1', figures: 'count(*)::float8 as blocked' },
]

/** Of stretches in which there is nothing. */
const NOTHING = Object.fromEntries(
  FIGURES.map((name) => [name, /_ms$|_average$/.test(name) ? null : 0]),
) as Figures

/** What is not told apart by agent. */
const OF_NO_AGENT = Object.fromEntries(
  FIGURES.filter((name) => /^(wait_|(dashboard_)?(requests|errors)$|blocked$)/.test(name)).map((name) => [
    name,
    null,
  ]),
) as Partial<Figures>

/** `timestamp` is null of a whole period. */
type Told = Partial<Figures> & { period: Period; timestamp: Date | null }

const PERIODS = ['current', 'previous'] as const
type Period = (typeof PERIODS)[number]

/**
 * What happened in a window, in the one before it, and in each hour or day of the window. One query a table and
 * window, one after the other, so that none takes long and an overview never takes more than one connection.
 */
export async function readOverview(db: Db, query: OverviewQuery): Promise<Overview> {
  const { agent_id, window, bucket } = query
  const told: Told[] = []
  for (const source of SOURCES)
    if (!agent_id || source.ofAgent)
      for (const period of PERIODS) told.push(...(await tell(db, query, source, period)))
  if (!agent_id) for (const period of PERIODS) told.push(...(await tellRequests(db, query, period)))

  const nothing = { ...NOTHING, ...(agent_id ? OF_NO_AGENT : {}) }
  const merged = (isMeant: (row: Told) => boolean): Figures => {
    const figures: Figures = { ...nothing }
    for (const { period: _period, timestamp: _timestamp, ...rest } of told.filter(isMeant))
      Object.assign(figures, rest)
    return figures
  }
  const byTime = new Map<number, Figures>()
  for (const { period: _period, timestamp, ...figures } of told)
    if (timestamp)
      byTime.set(timestamp.getTime(), { ...nothing, ...byTime.get(timestamp.getTime()), ...figures })
  const failures = {
    current: await countFailures(db, query, 'current'),
    previous: await countFailures(db, query, 'previous'),
  }
  const whole = (period: Period) => ({
    ...merged((row) => row.period === period && row.timestamp === null),
    failures: failures[period],
  })
  return {
    current: whole('current'),
    previous: whole('previous'),
    series: bucketsIn(window, bucket).map((timestamp) => ({
      timestamp,
      ...(byTime.get(timestamp.getTime()) ?? nothing),
    })),
  }
}

const WITHIN = 'organization_id = :organization_id and created_at >= :from and created_at < :to'

/** The rows of the one period end where those of the other begin, also where windows of roll-ups overlap. */
const bindings = (query: OverviewQuery, period: Period) => ({
  organization_id: query.organization_id,
  agent_id: query.agent_id ?? null,
  from: period === 'current' ? query.window.from : query.previous.from,
  to: period === 'current' ? query.window.to : query.window.from,
})

/** Of the period before, only the whole: it needs neither the times of its rows nor their order. */
const grouped = {
  current: { timestamp: 'timestamp', by: 'group by grouping sets ((), (timestamp))' },
  previous: { timestamp: 'null::timestamptz as timestamp', by: '' },
}

async function tell(db: Db, query: OverviewQuery, source: Source, period: Period): Promise<Told[]> {
  const { table, where = 'true', ofAgent, columns, figures } = source
  const { timestamp, by } = grouped[period]
  const time = period === 'current' ? `${bucketOf(query.bucket, 'created_at')} as timestamp,` : ''
  const { rows } = await db.raw(
    `select ${timestamp}, ${figures}
       from (select ${time} ${columns} from ${table}
              where ${WITHIN} and ${where} ${query.agent_id ? `and ${ofAgent}` : ''}) r ${by}`,
    bindings(query, period),
  )
  return rows.map(({ reply, model, wait, ...row }: Record<string, [number, number] | null>) => ({
    ...row,
    period,
    ...percentilesOf('reply', reply),
    ...percentilesOf('model', model),
    ...percentilesOf('wait', wait),
  }))
}

const percentilesOf = (what: string, values?: [number, number] | null) =>
  values && { [`${what}_p50_ms`]: values[0], [`${what}_p95_ms`]: values[1] }

async function countFailures(db: Db, query: OverviewQuery, period: Period): Promise<FailureCount[]> {
  const { rows } = await db.raw(
    `select coalesce(error ->> 'code', 'unknown') as code, count(*)::float8 as count
       from messages where ${WITHIN} and status = 'failed' ${query.agent_id ? 'and agent_id = :agent_id' : ''}
      group by 1 order by 2 desc, 1`,
    bindings(query, period),
  )
  return rows
}

/** Requests have roll-ups. Those of the dashboard are of no application. */
async function tellRequests(db: Db, query: OverviewQuery, period: Period): Promise<Told[]> {
  const { organization_id, bucket } = query
  const window = period === 'current' ? query.window : query.previous
  const { timestamp, by } = grouped[period]
  const { rows } = await db.raw(
    `select ${timestamp}, coalesce(sum(count), 0)::float8 as requests, coalesce(sum(errors), 0)::float8 as errors,
            coalesce(sum(count) filter (where client_id is null), 0)::float8 as dashboard_requests,
            coalesce(sum(errors) filter (where client_id is null), 0)::float8 as dashboard_errors
       from (select *, ${bucketOf(bucket)} as timestamp from ${rollupOf('counts', {}, ['client_id'])} r) r ${by}`,
    bindingsOf({ organization_id, window, filter: {} }),
  )
  return rows.map((row: Partial<Figures>) => ({ ...row, period }))
}

const WIDTH_MS = { hour: 3_600_000, day: 86_400_000 }

/** The start of each hour or day, in UTC, of which some is in the window. */
export function bucketsIn({ from, to }: Pick<Window, 'from' | 'to'>, bucket: TimeBucket): Date[] {
  const width = WIDTH_MS[bucket]
  const first = Math.floor(from.getTime() / width) * width
  const count = Math.max(0, Math.ceil((to.getTime() - first) / width))
  return Array.from({ length: count }, (_, n) => new Date(first + n * width))
}
