import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import type { RequestCount, RequestLog } from './analytics.ts'
import type { LimitFigures } from './limitEvents.ts'
import { bindingsOf, conditionsOf, IS_KEY, type RequestQuery } from './requests.ts'
import type { Window } from './timeWindows.ts'

/**
 * Reads whole lists in pages. Each page starts after the last row of the previous page, even if
 * rows were added.
 */

const ROWS = 1_000
const HOUR_MS = 3_600_000

/**
 * Yields all requests, newest first.
 * @param counts the requests in each hour, oldest first, so that a rare filter does not read all
 *   logs
 */
export async function* allRequests(
  db: Db,
  query: RequestQuery,
  counts: readonly RequestCount[],
): AsyncGenerator<RequestLog[]> {
  for (const [begin, end] of rangesOf(counts, query.window))
    yield* pages<RequestLog & Placed>((last) =>
      sqlText(
        db,
        `select id, created_at as timestamp, method, endpoint, status_code, duration_ms, client_id, request_id,
                    created_at::text as place
               from request_logs
              where organization_id = :organization_id and created_at >= :begin and created_at < :end
                    ${last ? 'and (created_at, id) < (:last_time::timestamptz, :last_id)' : ''} ${conditionsOf(query.filter)}
              order by created_at desc, id desc limit ${ROWS}`,
        {
          ...bindingsOf(query),
          begin,
          end,
          ...(last && { last_time: last.place, last_id: last.id }),
        },
      ),
    )
}

/** Yields all refusals by rate limits, newest first. */
export async function* allBlocks(db: Db, query: RequestQuery): AsyncGenerator<LimitFigures[]> {
  const { endpoint, key_id } = query.filter
  yield* pages<LimitFigures & Placed>((last) =>
    sqlText(
      db,
      `select to_json(created_at) #>> '{}' as timestamp, 'blocked' as outcome, client_id, endpoint, bucket, 1 as count, id,
                  created_at::text as place
             from limit_blocks
            where organization_id = :organization_id and created_at >= :from and created_at < :to
                  ${endpoint === undefined ? '' : 'and endpoint = :endpoint'} ${key_id === undefined ? '' : `and ${IS_KEY}`}
                  ${last ? 'and (created_at, id) < (:last_time::timestamptz, :last_id)' : ''}
            order by created_at desc, id desc limit ${ROWS}`,
      { ...bindingsOf(query), ...(last && { last_time: last.place, last_id: last.id }) },
    ),
  )
}

/** `place` is the time to the microsecond, which a `Date` cannot hold. */
interface Placed {
  id: string
  place: string
}

async function* pages<Row extends Placed>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield rows
    if (rows.length < ROWS) return
    last = rows.at(-1)
  }
}

/** Returns ranges of whole hours with about one page of rows each, newest first. */
function rangesOf(
  counts: readonly RequestCount[],
  { from, to }: Window,
): [begin: Date, end: Date][] {
  const ranges: [Date, Date][] = []
  let end: number | undefined
  let rows = 0
  for (const { timestamp, requests } of counts.toReversed()) {
    end ??= timestamp.getTime() + HOUR_MS
    rows += requests
    if (rows < ROWS) continue
    ranges.push([timestamp, new Date(end)])
    end = undefined
    rows = 0
  }
  const oldest = counts[0]
  if (end !== undefined && oldest) ranges.push([oldest.timestamp, new Date(end)])
  return ranges.map(([begin, stop]) => [
    new Date(Math.max(begin.getTime(), from.getTime())),
    new Date(Math.min(stop.getTime(), to.getTime())),
  ])
}
