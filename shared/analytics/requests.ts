import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import type { Window } from './timeWindows.ts'

/** Filters of requests. */
export interface RequestFilter {
  method?: string | undefined
  status?: number | undefined
  endpoint?: string | undefined
  /** A client id, or an application's id. */
  key_id?: string | undefined
  /** Whether applications or users of the dashboard sent them. */
  caller?: 'applications' | 'dashboard' | undefined
  /** Only requests with a status of this class. */
  status_class?: `${1 | 2 | 3 | 4 | 5}xx` | undefined
}

/** A query about an organization's requests. */
export interface RequestQuery {
  organization_id: string
  window: Window
  filter: RequestFilter
  /** IANA name of the time zone in which days, weeks and months begin. */
  timezone: string
}

/**
 * Hours begin at full hours of UTC, other buckets at midnight in the query's time zone, weeks on
 * Monday.
 */
export const TIME_BUCKETS = ['hour', 'day', 'week', 'month'] as const
export type TimeBucket = (typeof TIME_BUCKETS)[number]

/** The sorting of an answer's groups. */
export interface Sorting {
  column: string
  order: 'asc' | 'desc'
}

/** A page by number, from 1. */
export interface NumberedPage {
  page: number
  page_size: number
}

export interface Numbered<Row> {
  rows: Row[]
  /** Number of rows on all pages. */
  total: number
}

type Bindings = Record<string, string | number | Date | null>

/** The condition for `key_id`, on any table with a `client_id`. */
export const IS_KEY = `client_id in (:key_id, (select client_id from applications
   where organization_id = :organization_id and id::text = :key_id))`

const CONDITIONS = {
  method: 'method = :method',
  status: 'status_code = :status',
  endpoint: 'endpoint = :endpoint',
  key_id: IS_KEY,
  caller: "(client_id is null) = (:caller::text = 'dashboard')",
  status_class: 'status_code / 100 = left(:status_class::text, 1)::int',
} as const

const ERRORS = 'status_code >= 400'

/**
 * The roll-ups: their tables, and SQL for their sums, first from the table and then from the logs.
 */
const ROLLUPS = {
  counts: {
    table: 'request_rollups',
    sums: {
      count: ['count', 'count(*)'],
      errors: [`case when ${ERRORS} then count else 0 end`, `count(*) filter (where ${ERRORS})`],
    },
  },
  durations: {
    table: 'request_durations',
    sums: {
      count: ['count', 'count(*)'],
      errors: [`case when ${ERRORS} then count else 0 end`, `count(*) filter (where ${ERRORS})`],
      total_ms: ['total_ms', 'sum(duration_ms::float8)'],
    },
  },
  endpointDurations: {
    table: 'endpoint_durations',
    sums: {
      count: ['count', 'count(*)'],
      errors: ['errors', `count(*) filter (where ${ERRORS})`],
      total_ms: ['total_ms', 'sum(duration_ms::float8)'],
    },
  },
} as const

/** Returns the conditions of the filter, each after an `and`. */
export const conditionsOf = (filter: RequestFilter) =>
  Object.entries(CONDITIONS)
    .filter(([name]) => filter[name as keyof RequestFilter] !== undefined)
    .map(([, condition]) => `and ${condition}`)
    .join(' ')

/**
 * Returns the query's requests as a table expression: rows of a roll-up for the whole hours of the
 * window, and sums of the logs for its edges of less than an hour each. So the figures are exact
 * for any window. May have several rows with the same keys.
 * @param keys the columns to group by, in addition to the hour
 */
export function rollupOf(
  rollup: keyof typeof ROLLUPS,
  filter: RequestFilter,
  keys: readonly string[],
): string {
  const { table, sums } = ROLLUPS[rollup]
  const conditions = conditionsOf(filter)
  const columns = (made: 0 | 1) =>
    Object.entries<readonly [string, string]>(sums).map(([name, sum]) => `${sum[made]} as ${name}`)
  const made = keys.map((key) => (key === 'duration_bucket' ? 'duration_bucket(duration_ms)' : key))
  const edge = (name: string) => `
    select ${[`date_bin('1 hour', :${name}_from::timestamptz, 'epoch')`, ...made, ...columns(1)].join(', ')}
      from request_logs
     where organization_id = :organization_id and created_at >= :${name}_from and created_at < :${name}_to ${conditions}
     ${made.length ? `group by ${made.join(', ')}` : 'having count(*) > 0'}`
  return `(
    select ${['hour', ...keys, ...columns(0)].join(', ')} from ${table}
     where organization_id = :organization_id and hour >= :hours_from and hour < :hours_to ${conditions}
    union all ${edge('first')}
    union all ${edge('last')})`
}

export function bindingsOf({ organization_id, window, filter, timezone }: RequestQuery): Bindings {
  const [first, last] = window.edges
  return {
    organization_id,
    timezone,
    from: window.from,
    to: window.to,
    hours_from: window.hours[0],
    hours_to: window.hours[1],
    first_from: first[0],
    first_to: first[1],
    last_from: last[0],
    last_to: last[1],
    method: filter.method ?? null,
    status: filter.status ?? null,
    endpoint: filter.endpoint ?? null,
    key_id: filter.key_id ?? null,
    caller: filter.caller ?? null,
    status_class: filter.status_class ?? null,
  }
}

/**
 * Returns SQL for the start of the bucket that a column's time belongs to, in a query with `:from`
 * and `:timezone`. An hour belongs to the day in which it begins, because the roll-ups have no
 * minutes. This matters only in time zones that are not whole hours from UTC, where a day begins in
 * the middle of an hour of UTC.
 */
export function bucketOf(bucket: TimeBucket, column = 'hour'): string {
  const hour = `date_bin('1 hour', ${column}, 'epoch')`
  if (bucket === 'hour') return hour
  // The first hour may begin before the window, and so on the previous day.
  const local = `greatest(${hour}, :from::timestamptz) at time zone :timezone::text`
  return `date_trunc('${bucket}', ${local}) at time zone :timezone::text`
}

/** Returns the order of rows. @param last the columns that make the order unique */
export const orderOf = ({ column, order }: Sorting, last: string) =>
  `${column} ${order} nulls last, ${last}`

/**
 * Reads one page of a query's rows.
 * @param more further columns of the result, computed from `all_rows`; each begins with a comma
 */
export async function readPage<Row>(
  db: Db,
  { rows, order, more = '' }: { rows: string; order: string; more?: string },
  bindings: Bindings,
  { page, page_size }: NumberedPage,
): Promise<Numbered<Row> & { more: unknown }> {
  const [answer] = await sqlText<Numbered<Row> & { more: unknown }>(
    db,
    `with all_rows as (${rows})
     select (select count(*)::int from all_rows) as total,
            (select coalesce(json_agg(p), '[]') from
              (select * from all_rows order by ${order} limit :limit offset :offset) p) as rows
            ${more}`,
    { ...bindings, limit: page_size, offset: (page - 1) * page_size },
  )
  return answer!
}
