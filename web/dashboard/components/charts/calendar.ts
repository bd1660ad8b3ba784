const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type Bucket = 'hour' | 'day' | 'week' | 'month'

/** The most points that a chart shows side by side. */
const MOST_POINTS = 40

/** The reader's time zone, by its IANA name. Figures and filters both use its days. */
export const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/**
 * Whether the zone is whole hours from UTC today. If not, the API's days are off by up to 45
 * minutes.
 */
export const isWholeHours = new Date().getTimezoneOffset() % 60 === 0

/**
 * Returns the narrowest bucket that keeps a chart of the period within its number of points.
 * @param ms the length of the period
 */
export function bucketFor(ms: number): Bucket {
  if (ms <= MOST_POINTS * HOUR_MS) return 'hour'
  // A day may have 25 hours.
  if (ms <= MOST_POINTS * DAY_MS + HOUR_MS) return 'day'
  return ms <= MOST_POINTS * 7 * DAY_MS ? 'week' : 'month'
}

/** Returns the start of a time's bucket, in milliseconds. Weeks begin on Monday. */
export function startOf(time: number, bucket: Bucket): number {
  if (bucket === 'hour') return Math.floor(time / HOUR_MS) * HOUR_MS
  const date = new Date(time)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (bucket === 'month') return new Date(year, month).getTime()
  return new Date(year, month, bucket === 'week' ? day - ((date.getDay() + 6) % 7) : day).getTime()
}

/**
 * Returns the start of the next bucket, in milliseconds.
 * @param start the start of a bucket, in milliseconds
 */
export function nextOf(start: number, bucket: Bucket): number {
  if (bucket === 'hour') return start + HOUR_MS
  const date = new Date(start)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return (
    bucket === 'month'
      ? new Date(year, month + 1)
      : new Date(year, month, day + (bucket === 'week' ? 7 : 1))
  ).getTime()
}

/** Returns the start of every bucket in the window, and the API's row for it, if any. */
export function fillBuckets<Row extends { timestamp?: string }>(
  { from, to }: { from: string; to: string },
  bucket: Bucket,
  rows: readonly Row[],
): { times: string[]; at: (Row | undefined)[] } {
  const found = new Map(rows.map((row) => [startOf(Date.parse(row.timestamp ?? ''), bucket), row]))
  const begins: number[] = []
  const end = Date.parse(to)
  for (let at = startOf(Date.parse(from), bucket); at < end; at = nextOf(at, bucket))
    begins.push(at)
  return {
    times: begins.map((begin) => new Date(begin).toISOString()),
    at: begins.map((begin) => found.get(begin)),
  }
}

const DATE = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/**
 * Reads a day or a minute from an address, in the reader's time zone; undefined: it is neither.
 * @param isEnd whether a day means its end
 */
export function momentOf(text: string, isEnd = false): number | undefined {
  if (!DATE.test(text) && !MOMENT.test(text)) return undefined
  const begin = new Date(DATE.test(text) ? `${text}T00:00` : text).getTime()
  if (Number.isNaN(begin)) return undefined
  return isEnd && DATE.test(text) ? nextOf(begin, 'day') : begin
}

/** Formats a day of the reader's time zone for addresses and date fields: `2026-11-26`. */
export function dayOf(time: number): string {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Formats a time for addresses: as a day if it is midnight, else as a minute. */
function written(time: number): string {
  const date = new Date(time)
  const clock = date.toTimeString().slice(0, 5)
  return clock === '00:00' ? dayOf(time) : `${dayOf(time)}T${clock}`
}

/** Returns a bucket's period in the form of an address, for a link to a list. */
export function bucketPeriod(start: string, bucket: Bucket): { from: string; to: string } {
  const begin = Date.parse(start)
  const end = nextOf(begin, bucket)
  if (bucket === 'hour') {
    const [from, to] = [begin, end].map(
      (time) => `${dayOf(time)}T${new Date(time).toTimeString().slice(0, 5)}`,
    )
    return { from: from!, to: to! }
  }
  return { from: written(begin), to: dayOf(end - 1) }
}
