import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import {
  bindingsOf,
  bucketOf,
  conditionsOf,
  IS_KEY,
  type Numbered,
  type NumberedPage,
  orderOf,
  type RequestQuery,
  readPage,
  rollupOf,
  type Sorting,
  type TimeBucket,
} from './requests.ts'
import type { TimeRange } from './timeWindows.ts'

export interface RequestLog {
  id: string
  timestamp: Date
  method: string
  endpoint: string
  status_code: number
  duration_ms: number
  client_id: string | null
  request_id: string
  /** The thread to which the request posted a message; undefined: not read. */
  thread_id?: string | null
}

/** Counts of the requests in one range of time. Errors have a status of 400 or more. */
export interface RequestCount {
  timestamp: Date
  requests: number
  errors: number
}

/** Counts requests by time, oldest first. Ranges without requests are left out. */
export async function countRequests(
  db: Db,
  query: RequestQuery,
  bucket: TimeBucket,
): Promise<RequestCount[]> {
  return sqlText<RequestCount>(
    db,
    `select ${bucketOf(bucket)} as timestamp, sum(count)::float8 as requests,
            sum(errors)::float8 as errors
       from ${rollupOf('counts', query.filter, [])} r group by 1 order by 1`,
    bindingsOf(query),
  )
}

/**
 * Reads one page of the requests by time.
 * @param counts the requests in each hour, oldest first. They show which hours the page covers, so
 *   a far page or a rare filter does not read all logs
 */
export async function listRequests(
  db: Db,
  query: RequestQuery,
  counts: readonly RequestCount[],
  page: NumberedPage,
  order: Sorting['order'] = 'desc',
): Promise<RequestLog[]> {
  const place = placeOf(counts, query.window, page, order)
  if (!place) return []
  return sqlText<RequestLog>(
    db,
    `select id, created_at as timestamp, method, endpoint, status_code, duration_ms, client_id, request_id
       from request_logs
      where organization_id = :organization_id and created_at >= :begin and created_at < :end
            ${conditionsOf(query.filter)}
      order by created_at ${order}, id ${order} limit :limit offset :offset`,
    {
      ...bindingsOf(query),
      begin: place.range[0],
      end: place.range[1],
      limit: page.page_size,
      offset: place.offset,
    },
  )
}

/**
 * Finds the requests with this id, newest first. Clients choose ids, so several requests may share
 * an id. The id has no index, because it would slow down every request. So this reads all rows of
 * the window, a million in some tenths of a second. A message of a request is found by its time,
 * which lies between the start and the end of the request, plus or minus the seconds by which
 * clocks differ.
 */
export async function findRequests(
  db: Db,
  query: RequestQuery,
  requestId: string,
  { page, page_size }: NumberedPage,
): Promise<Numbered<RequestLog>> {
  const rows = await sqlText<RequestLog & { total: number }>(
    db,
    `with found as (
       select id, created_at as timestamp, method, endpoint, status_code, duration_ms, client_id, request_id
         from request_logs
        where organization_id = :organization_id and created_at >= :from and created_at < :to
              and request_id = :request_id ${conditionsOf(query.filter)}
     ), page as (select * from found order by timestamp desc, id desc limit :limit offset :offset)
     select (select count(*)::int from found) as total, page.*, m.thread_id
       from (select) one left join page on true
       left join lateral (
         select thread_id from messages
          where organization_id = :organization_id and request_id = :request_id and role = 'user'
            and created_at between timestamp - make_interval(secs => 5 + duration_ms / 1000) and timestamp + interval '5 seconds'
          limit 1) m on true
      order by timestamp desc, id desc`,
    {
      ...bindingsOf(query),
      request_id: requestId,
      limit: page_size,
      offset: (page - 1) * page_size,
    },
  )
  const found = rows.filter(({ id }) => id !== null)
  return { rows: found.map(({ total: _, ...request }) => request), total: rows[0]!.total }
}

const HOUR_MS = 3_600_000

/**
 * Returns the hours that contain the page's rows, and the number of their rows that come before the
 * page.
 */
function placeOf(
  counts: readonly RequestCount[],
  { from, to }: RequestQuery['window'],
  { page, page_size }: NumberedPage,
  order: Sorting['order'],
): { range: TimeRange; offset: number } | undefined {
  const first = (page - 1) * page_size
  let before = 0
  let found: { hour: number; offset: number } | undefined
  let last: number | undefined
  for (const { timestamp, requests } of order === 'asc' ? counts : counts.toReversed()) {
    last = timestamp.getTime()
    if (!found && before + requests > first) found = { hour: last, offset: first - before }
    before += requests
    if (before >= first + page_size) break
  }
  if (!found) return undefined
  const hours = [found.hour, last!]
  const begin = Math.max(Math.min(...hours), from.getTime())
  const end = Math.min(Math.max(...hours) + HOUR_MS, to.getTime())
  return { range: [new Date(begin), new Date(end)], offset: found.offset }
}

export type Grouping = 'endpoint' | 'status' | 'key' | 'method'

/** Figures of one group of requests. The optional fields name the group. */
export interface Performance {
  timestamp?: string
  method?: string
  endpoint?: string
  status_code?: number
  client_id?: string | null
  requests: number
  errors: number
  mean_ms: number
  p50_ms: number
  p95_ms: number
  p99_ms: number
}

const GROUPS: Record<Grouping, string[]> = {
  endpoint: ['method', 'endpoint'],
  status: ['status_code'],
  key: ['client_id'],
  method: ['method'],
}

/** The columns by which groups of requests can be sorted: their names or a figure. */
export const PERFORMANCE_SORTS = [
  'name',
  'requests',
  'errors',
  'error_rate',
  'mean_ms',
  'p50_ms',
  'p95_ms',
  'p99_ms',
] as const

/**
 * Measures counts and durations by group, or by group and bucket. Percentiles are within 2.5 %.
 * @param sorting by one of `PERFORMANCE_SORTS`
 */
export async function measureRequests(
  db: Db,
  query: RequestQuery,
  grouping: Grouping,
  bucket: TimeBucket | undefined,
  page: NumberedPage,
  sorting: Sorting,
): Promise<Numbered<Performance>> {
  const { method: _method, endpoint: _endpoint, ...others } = query.filter
  // This roll-up has neither status nor client.
  const isByEndpoint =
    ['endpoint', 'method'].includes(grouping) &&
    Object.values(others).every((value) => value === undefined)
  const rollup = isByEndpoint ? 'endpointDurations' : 'durations'
  const columns = [...(bucket ? ['timestamp'] : []), ...GROUPS[grouping]]
  const group = columns.join(', ')
  const rows = `
    select ${group}, sum(count) as requests, sum(errors) as errors, sum(total_ms) / sum(count) as mean_ms,
           ${[50, 95, 99].map((p) => `bucket_duration(min(duration_bucket) filter (where place >= ${p / 100} * whole)) as p${p}_ms`)}
      from (select *, sum(count) over (partition by ${group} order by duration_bucket) as place,
                   sum(count) over (partition by ${group}) as whole
              from (select ${bucket ? `${bucketOf(bucket)} as timestamp,` : ''} ${GROUPS[grouping]}, duration_bucket,
                           sum(count) as count, sum(errors) as errors, sum(total_ms) as total_ms
                      from ${rollupOf(rollup, query.filter, [...GROUPS[grouping], 'duration_bucket'])} r group by ${group}, duration_bucket) by_duration) placed
     group by ${group}`
  const computed: Record<string, string> = {
    name: GROUPS[grouping].at(-1)!,
    error_rate: '(errors / requests)',
  }
  const column = computed[sorting.column] ?? sorting.column
  return readPage(
    db,
    { rows, order: orderOf({ ...sorting, column }, group) },
    bindingsOf(query),
    page,
  )
}

export interface KeyFigures {
  key_id: string
  client_id: string
  name: string
  total_requests: number
  errors: number
  /** The last use of any time, also outside of the window. */
  last_used_at: string | null
  trend: { timestamp: string; requests: number; errors: number }[]
}

/**
 * The columns by which applications can be sorted: a field, or the share of errors in their
 * requests.
 */
export const KEY_SORTS = ['total_requests', 'errors', 'error_rate', 'name', 'last_used_at'] as const

/** Lists requests by application. @param sorting by one of `KEY_SORTS` */
export async function listKeys(
  db: Db,
  query: RequestQuery,
  bucket: TimeBucket,
  page: NumberedPage,
  sorting: Sorting,
): Promise<Numbered<KeyFigures>> {
  const rows = `
    select a.id as key_id, a.client_id, a.name, u.last_used_at, coalesce(sum(t.requests), 0) as total_requests,
           coalesce(sum(t.errors), 0) as errors,
           coalesce(json_agg(json_build_object('timestamp', t.timestamp, 'requests', t.requests, 'errors', t.errors)
             order by t.timestamp) filter (where t.timestamp is not null), '[]') as trend
      from applications a
      left join application_uses u on u.organization_id = a.organization_id and u.application_id = a.id
      left join (select client_id, ${bucketOf(bucket)} as timestamp, sum(count) as requests,
                        sum(errors) as errors
                   from ${rollupOf('counts', query.filter, ['client_id'])} r group by 1, 2) t on t.client_id = a.client_id
     where a.organization_id = :organization_id ${query.filter.key_id === undefined ? '' : `and a.${IS_KEY}`}
     group by a.id, u.last_used_at`
  const column =
    sorting.column === 'error_rate' ? '(errors / nullif(total_requests, 0))' : sorting.column
  return readPage(
    db,
    { rows, order: orderOf({ ...sorting, column }, 'key_id') },
    bindingsOf(query),
    page,
  )
}
