import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { OF_NO_TEST } from '../lib/db/testThreads.ts'
import {
  type ActivityGrouping,
  type ActivityRange,
  activityOf,
  activityRangeOf,
  durationsOf,
  failuresOf,
  percentile,
  readRolledUntil,
} from './activity.ts'
import { bucketsIn } from './buckets.ts'
import { bindingsOf, bucketOf, rollupOf, type TimeBucket } from './requests.ts'
import type { Window } from './timeWindows.ts'

/** A window and the window before it. With `agent_id`, only this agent counts. */
export interface OverviewQuery {
  organization_id: string
  window: Window
  previous: Window
  agent_id?: string | undefined
  bucket: TimeBucket
  /** IANA name of the time zone in which days, weeks and months begin. */
  timezone: string
}

/**
 * Figures of a range of time. Percentiles and averages are null without data, and figures that are
 * not known by agent are null for a single agent.
 */
export type Figures = Record<(typeof FIGURES)[number], number | null>

/** The figures, in the order of the columns of a downloaded file. */
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
  /** Every bucket of the window, oldest first. */
  series: (Figures & { timestamp: Date })[]
}

/** Figures that are counted from rows. Each table has an index that covers its query. */
const SOURCES = [
  {
    table: 'feedback',
    where: `and ${OF_NO_TEST}`,
    ofAgent: `exists (select from threads t where t.organization_id = feedback.organization_id
                and t.id = feedback.thread_id and t.agent_id = :agent_id)`,
    columns: 'rating',
    figures: 'count(*)::float8 as feedback_count, avg(rating)::float8 as feedback_average',
  },
  {
    table: 'limit_blocks',
    where: '',
    ofAgent: undefined,
    columns: '1',
    figures: 'count(*)::float8 as blocked',
  },
] as const

/** The figures of a period without data. */
const NOTHING = Object.fromEntries(
  FIGURES.map((name) => [name, /_ms$|_average$/.test(name) ? null : 0]),
) as Figures

/** The figures that are not known by agent. */
const OF_NO_AGENT = Object.fromEntries(
  FIGURES.filter((name) => /^(wait_|(dashboard_)?(requests|errors)$|blocked$)/.test(name)).map(
    (name) => [name, null],
  ),
) as Partial<Figures>

/** Some of the figures of a bucket. `timestamp` is null for a whole period. */
type FigureRow = Partial<Figures> & { period: OverviewPeriod; timestamp: Date | null }

const PERIODS = ['current', 'previous'] as const
type OverviewPeriod = (typeof PERIODS)[number]

/**
 * Reads the figures of a window, of the window before it, and of each bucket of the window. Runs a
 * query for each subject and window in turn, so that each is short and an overview uses a single
 * connection.
 */
export async function readOverview(db: Db, query: OverviewQuery): Promise<Overview> {
  const { agent_id, window, bucket } = query
  const until = await readRolledUntil(db, query.organization_id)
  const figureRows: FigureRow[] = []
  const failures = { current: [] as FailureCount[], previous: [] as FailureCount[] }
  for (const period of PERIODS) {
    const about = { ...query, period, ...rangeOfPeriod(query, period, until) }
    figureRows.push(...(await readActivity(db, about)), ...(await readDurations(db, about)))
    for (const source of SOURCES)
      if (!agent_id || source.ofAgent) figureRows.push(...(await readRows(db, about, source)))
    if (!agent_id) figureRows.push(...(await readRequests(db, query, period)))
    failures[period] = await countFailures(db, about)
  }

  const nothing = { ...NOTHING, ...(agent_id ? OF_NO_AGENT : {}) }
  const merged = (isMeant: (row: FigureRow) => boolean): Figures => {
    const figures: Figures = { ...nothing }
    for (const { period: _period, timestamp: _timestamp, ...rest } of figureRows.filter(isMeant))
      Object.assign(figures, rest)
    return figures
  }
  const byTime = new Map<number, Figures>()
  for (const { period: _period, timestamp, ...figures } of figureRows)
    if (timestamp)
      byTime.set(timestamp.getTime(), {
        ...nothing,
        ...byTime.get(timestamp.getTime()),
        ...figures,
      })
  const starts = await bucketsIn(db, window, bucket, query.timezone)
  const whole = (period: OverviewPeriod) => ({
    ...merged((row) => row.period === period && row.timestamp === null),
    failures: failures[period],
  })
  return {
    current: whole('current'),
    previous: whole('previous'),
    series: starts.map((timestamp) => ({
      timestamp,
      ...(byTime.get(timestamp.getTime()) ?? nothing),
    })),
  }
}

/**
 * Returns the range of a period. The previous period ends where the current period begins, even if
 * the two windows overlap.
 */
const rangeOfPeriod = (
  { window, previous }: OverviewQuery,
  period: OverviewPeriod,
  until: Date,
): ActivityRange =>
  period === 'current'
    ? activityRangeOf(window.from, window.to, until)
    : activityRangeOf(previous.from, window.from, until)

type About = OverviewQuery & ActivityRange & { period: OverviewPeriod }

const bindings = ({
  organization_id,
  agent_id,
  from,
  to,
  rolled_from,
  rolled_to,
  timezone,
}: About) => ({
  organization_id,
  from,
  to,
  rolled_from,
  rolled_to,
  timezone,
  agent_id: agent_id ?? null,
})

/** The previous period is summed as a whole, so the times of its rows do not matter. */
const grouped = {
  current: { timestamp: 'timestamp', by: 'group by grouping sets ((), (timestamp))' },
  previous: { timestamp: 'null::timestamptz as timestamp', by: '' },
}

const groupingOf = ({ period, bucket, agent_id }: About): ActivityGrouping => ({
  timestamp: (column) => (period === 'current' ? bucketOf(bucket, column) : 'null::timestamptz'),
  ofAgent: agent_id !== undefined,
})

const SUMMED = FIGURES.slice(0, FIGURES.indexOf('feedback_count')).filter(
  (name) => !name.endsWith('_ms'),
)

async function readActivity(db: Db, about: About): Promise<FigureRow[]> {
  const { period } = about
  const { timestamp, by } = grouped[period]
  const sums = SUMMED.map((name) => {
    const column = name === 'total_tokens' ? 'input_tokens + output_tokens' : name
    return `coalesce(sum(${column}), 0)::float8 as ${name}`
  })
  const rows = await sqlText<Omit<FigureRow, 'period'>>(
    db,
    `select ${timestamp}, ${sums.join(', ')} from ${activityOf(groupingOf(about))} a ${by}`,
    bindings(about),
  )
  return rows.map((row) => ({ ...row, period }))
}

type Timed = Record<'what' | 'p50' | 'p95', number> & Pick<FigureRow, 'timestamp'>

async function readDurations(db: Db, about: About): Promise<FigureRow[]> {
  const { period } = about
  const rows = await sqlText<Timed>(
    db,
    `select timestamp, what, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95
       from (select timestamp, what, duration_bucket,
                    sum(count) over (partition by timestamp, what order by duration_bucket) as upto,
                    sum(count) over (partition by timestamp, what) as whole
               from (select ${grouped[period].timestamp}, what, duration_bucket, sum(count)::float8 as count
                       from ${durationsOf(groupingOf(about))} d
                      group by grouping sets (${period === 'current' ? '(timestamp, what, duration_bucket), ' : ''}(what, duration_bucket))) summed) placed
      group by timestamp, what`,
    bindings(about),
  )
  return rows.map(({ timestamp, what, p50, p95 }) => ({
    period,
    timestamp,
    [`${what}_p50_ms`]: p50,
    [`${what}_p95_ms`]: p95,
  }))
}

async function readRows(
  db: Db,
  about: About,
  source: (typeof SOURCES)[number],
): Promise<FigureRow[]> {
  const { table, where, ofAgent, columns, figures } = source
  const { period, bucket, agent_id } = about
  const { timestamp, by } = grouped[period]
  const time = period === 'current' ? `${bucketOf(bucket, 'created_at')} as timestamp,` : ''
  const rows = await sqlText<Omit<FigureRow, 'period'>>(
    db,
    `select ${timestamp}, ${figures}
       from (select ${time} ${columns} from ${table}
              where organization_id = :organization_id and created_at >= :from and created_at < :to
                    ${where} ${agent_id ? `and ${ofAgent}` : ''}) r ${by}`,
    bindings(about),
  )
  return rows.map((row) => ({ ...row, period }))
}

async function countFailures(db: Db, about: About): Promise<FailureCount[]> {
  return sqlText<FailureCount>(
    db,
    `select code, sum(count)::float8 as count from ${failuresOf(groupingOf(about))} f group by 1 order by 2 desc, 1`,
    bindings(about),
  )
}

/**
 * Reads the figures of requests from their roll-ups. Requests of the dashboard have no client id.
 */
async function readRequests(
  db: Db,
  query: OverviewQuery,
  period: OverviewPeriod,
): Promise<FigureRow[]> {
  const { organization_id, bucket, timezone } = query
  const window = period === 'current' ? query.window : query.previous
  const { timestamp, by } = grouped[period]
  const rows = await sqlText<Omit<FigureRow, 'period'>>(
    db,
    `select ${timestamp}, coalesce(sum(count), 0)::float8 as requests, coalesce(sum(errors), 0)::float8 as errors,
            coalesce(sum(count) filter (where client_id is null), 0)::float8 as dashboard_requests,
            coalesce(sum(errors) filter (where client_id is null), 0)::float8 as dashboard_errors
       from (select *, ${bucketOf(bucket)} as timestamp from ${rollupOf('counts', {}, ['client_id'])} r) r ${by}`,
    bindingsOf({ organization_id, window, filter: {}, timezone }),
  )
  return rows.map((row) => ({ ...row, period }))
}
