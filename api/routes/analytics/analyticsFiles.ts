import { bucketsIn } from '../../../shared/analytics/buckets.ts'
import type {
  Numbered,
  NumberedPage,
  RequestQuery,
  TimeBucket,
} from '../../../shared/analytics/requests.ts'
import { slicesOf } from '../../../shared/analytics/timeWindows.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Ctx } from '../../context.ts'
import { answerDownload, type DownloadFormat } from '../../http/download.ts'
import { COLUMNS } from './analyticsAnswers.ts'

/** Answers a route's rows as a file that is named after it. */
export function answerFile<Row>(
  ctx: Ctx,
  format: DownloadFormat,
  route: keyof typeof COLUMNS,
  pages: AsyncIterable<readonly Row[]>,
  present: (row: Row) => object,
): void {
  async function* presented() {
    for await (const rows of pages) yield rows.map(present) as Record<string, unknown>[]
  }
  answerDownload(ctx, { format, name: route, columns: COLUMNS[route], pages: presented() })
}

/** Buckets that one statement sums up: about a day of hours, and about a month of the others. */
const BUCKETS = { hour: 24, day: 31, week: 4, month: 1 }
const PAGE_SIZE = 5_000

/**
 * Reads all rows of a list that is summed up by time, beginning with the oldest piece of the
 * window: no statement sums up more than one piece. Without a bucket, the few rows cover the whole
 * window.
 */
export async function* inPieces<Row>(
  db: Db,
  logDays: number,
  query: RequestQuery,
  bucket: TimeBucket | undefined,
  read: (query: RequestQuery, page: NumberedPage) => Promise<Numbered<Row>>,
): AsyncGenerator<Row[]> {
  const windows = bucket
    ? slicesOf(
        query.window,
        await bucketsIn(db, query.window, bucket, query.timezone),
        BUCKETS[bucket],
        logDays,
      )
    : [query.window]
  for (const window of windows)
    for (let page = 1, total = 1; (page - 1) * PAGE_SIZE < total; page++) {
      const found = await read({ ...query, window }, { page, page_size: PAGE_SIZE })
      total = found.total
      yield found.rows
    }
}

export async function* oneAfterAnother<Row>(
  parts: readonly AsyncIterable<Row>[],
): AsyncGenerator<Row> {
  for (const part of parts) yield* part
}
