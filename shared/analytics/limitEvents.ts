import type { Db } from '../lib/db/db.ts'
import {
  bindingsOf,
  bucketOf,
  IS_KEY,
  type Numbered,
  type NumberedPage,
  orderOf,
  type RequestQuery,
  readPage,
  type Sorting,
  type TimeBucket,
} from './requests.ts'

export interface LimitFigures {
  timestamp: string
  outcome: 'allowed' | 'blocked'
  client_id: string | null
  endpoint: string
  /** The limit's name. */
  bucket: string
  count: number
}

/** The numbers of requests that the limits allowed and refused in a range of time. */
export interface LimitCount {
  timestamp: string
  allowed: number
  blocked: number
}

/**
 * The columns by which the list can be sorted. Each page reads all rows, because sums must be
 * complete.
 */
export const LIMIT_SORTS = [
  'timestamp',
  'outcome',
  'count',
  'bucket',
  'endpoint',
  'client_id',
] as const

/**
 * Lists the decisions of the rate limits: each refusal, and sums by time of the allowed requests. A
 * sum is listed if any of its hours is in the window.
 * @param sorting by one of `LIMIT_SORTS`; newest first among equals
 */
export async function listLimitEvents(
  db: Db,
  query: RequestQuery,
  outcome: 'allowed' | 'blocked' | undefined,
  bucket: TimeBucket,
  page: NumberedPage,
  sorting: Sorting,
): Promise<Numbered<LimitFigures> & { buckets: LimitCount[] }> {
  const { endpoint, key_id } = query.filter
  const conditions = `organization_id = :organization_id
    ${endpoint === undefined ? '' : 'and endpoint = :endpoint'} ${key_id === undefined ? '' : `and ${IS_KEY}`}`
  const blocked = `
    select created_at as timestamp, 'blocked' as outcome, client_id, endpoint, bucket, 1 as count, id::text as id
      from limit_blocks where ${conditions} and created_at >= :from and created_at < :to`
  const allowed = `
    select ${bucketOf(bucket)} as timestamp, 'allowed' as outcome, client_id, endpoint, bucket, sum(count) as count,
           null as id
      from limit_allowances
     where ${conditions} and hour > :from::timestamptz - interval '1 hour' and hour < :to
     group by 1, client_id, endpoint, bucket`
  const rows = { blocked, allowed }
  const chosen = outcome ? rows[outcome] : `${blocked} union all ${allowed}`
  const order = orderOf(sorting, 'timestamp desc, outcome, client_id, endpoint, bucket, id')
  const more = `, (select coalesce(json_agg(b order by timestamp), '[]') from (
    select case when outcome = 'allowed' then timestamp else ${bucketOf(bucket, 'timestamp')} end as timestamp, coalesce(sum(count) filter (where outcome = 'allowed'), 0) as allowed,
           coalesce(sum(count) filter (where outcome = 'blocked'), 0) as blocked
      from all_rows group by 1) b) as buckets`
  return readPage(db, { rows: chosen, order, more }, bindingsOf(query), page) as never
}
