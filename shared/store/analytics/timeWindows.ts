/** A range of time, with `from` and without `to`. */
export type TimeRange = readonly [from: Date, to: Date]

/** The time that a query about past requests covers. */
export interface Window {
  from: Date
  to: Date
  /** The whole hours in it, which the roll-ups cover. */
  hours: TimeRange
  /** The parts of hours at its edges, which are read from the logs; may be empty. */
  edges: readonly [TimeRange, TimeRange]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Splits a window into whole hours and edges. The current hour counts as a whole one, up to its end. So do
 * the hours at edges that are older than the logs.
 * @param logDays for how many days there are logs
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

/** The part of the window for which there are logs. */
export function loggedPart({ from, to }: Window, logDays: number, now = new Date()): Window {
  const begin = new Date(Math.max(from.getTime(), now.getTime() - logDays * DAY_MS))
  const end = new Date(Math.max(begin.getTime(), to.getTime()))
  return windowOf(begin, end, logDays, now)
}

const floor = (time: Date) => Math.floor(time.getTime() / HOUR_MS) * HOUR_MS
const ceil = (time: Date) => Math.ceil(time.getTime() / HOUR_MS) * HOUR_MS

/** The window, cut at midnights in UTC into pieces of `days` days, the oldest first. */
export function slicesOf({ from, to }: Pick<Window, 'from' | 'to'>, days: number, logDays: number): Window[] {
  const slices: Window[] = []
  for (let begin = from; begin < to; ) {
    const midnight = Math.floor(begin.getTime() / DAY_MS) * DAY_MS
    const end = new Date(Math.min(to.getTime(), midnight + days * DAY_MS))
    slices.push(windowOf(begin, end, logDays))
    begin = end
  }
  return slices
}

const WIDTH_MS = { hour: HOUR_MS, day: DAY_MS }

/** The start, in UTC, of each hour or day that is at least partly in the window. */
export function bucketsIn({ from, to }: Pick<Window, 'from' | 'to'>, bucket: keyof typeof WIDTH_MS): Date[] {
  const width = WIDTH_MS[bucket]
  const first = Math.floor(from.getTime() / width) * width
  const count = Math.max(0, Math.ceil((to.getTime() - first) / width))
  return Array.from({ length: count }, (_, n) => new Date(first + n * width))
}
