/** A range of time, including `from` and excluding `to`. */
export type TimeRange = readonly [from: Date, to: Date]

/** The window of a query about past requests. */
export interface Window {
  from: Date
  to: Date
  /** The whole hours of the window, which the roll-ups cover. */
  hours: TimeRange
  /** The parts of hours at its edges, which are read from the logs; may be empty. */
  edges: readonly [TimeRange, TimeRange]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Splits a window into whole hours and edges. The current hour counts as a whole hour. So do the
 * hours at edges that are older than the logs.
 * @param logDays days for which logs are kept
 */
export function windowOf(from: Date, to: Date, logDays: number, now = new Date()): Window {
  const logsBegin = now.getTime() - logDays * DAY_MS
  const begin = from.getTime() < logsBegin ? floor(from) : from.getTime()
  const end = to.getTime() < logsBegin || to >= now ? ceil(to) : to.getTime()
  const firstWhole = Math.min(ceil(new Date(begin)), end)
  const lastWhole = Math.max(floor(new Date(end)), firstWhole)
  const range = (a: number, b: number): TimeRange => [new Date(a), new Date(b)]
  return {
    from,
    to: new Date(Math.max(end, to.getTime())),
    hours: range(firstWhole, lastWhole),
    edges: [range(begin, firstWhole), range(lastWhole, end)],
  }
}

/** Returns the part of the window for which logs exist. */
export function loggedPart({ from, to }: Window, logDays: number, now = new Date()): Window {
  const begin = new Date(Math.max(from.getTime(), now.getTime() - logDays * DAY_MS))
  const end = new Date(Math.max(begin.getTime(), to.getTime()))
  return windowOf(begin, end, logDays, now)
}

const floor = (time: Date) => Math.floor(time.getTime() / HOUR_MS) * HOUR_MS
const ceil = (time: Date) => Math.ceil(time.getTime() / HOUR_MS) * HOUR_MS

/**
 * Cuts the window between its buckets into pieces, oldest first.
 * @param starts the start of each bucket
 * @param count buckets in a piece
 */
export function slicesOf(
  { from, to }: Pick<Window, 'from' | 'to'>,
  starts: readonly Date[],
  count: number,
  logDays: number,
): Window[] {
  const cuts = starts
    .filter((_, n) => n > 0 && n % count === 0)
    // An hour belongs to the bucket in which it begins.
    .map((start) => new Date(ceil(start)))
    .filter((cut) => cut > from && cut < to)
  return [from, ...cuts].map((begin, n) => windowOf(begin, cuts[n] ?? to, logDays))
}
