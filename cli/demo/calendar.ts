import type { Random } from './random.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Days of the month that is made. */
export const DAYS = 30

/**
 * How many questions come in each hour of a day, in UTC: few before breakfast, none after midnight.
 */
const HOURS = [0, 0, 0, 0, 0, 0.2, 1, 3, 6, 9, 10, 9, 7, 7, 8, 8, 9, 10, 11, 9, 6, 3, 1, 0.4]
/** How many threads an ordinary weekday has. */
const THREADS = 26
/** The day of a sale, in days before the end of the month. */
const SALE_DAYS_AGO = 6
/** Minutes before the end at which the newest threads begin, so that something is always new. */
const NEWEST = [4, 13, 38, 95]

export interface Calendar {
  begin: number
  until: number
  /** When threads begin, in milliseconds since 1970, the oldest first. */
  starts: readonly number[]
  /** Whether the model's provider is failing, on its bad afternoon. */
  isOutage(at: number): boolean
}

export const isWeekend = (at: number) => [0, 6].includes(new Date(at).getUTCDay())

/** Spreads a month's threads over days and hours. @param until in milliseconds since 1970 */
export function makeCalendar(random: Random, until: number): Calendar {
  const today = Math.floor(until / DAY_MS) * DAY_MS
  const begin = today - DAYS * DAY_MS
  const starts = NEWEST.map((minutes) => until - minutes * MINUTE_MS)
  for (let day = begin; day <= today; day += DAY_MS) {
    const daysAgo = (today - day) / DAY_MS
    const growth = 1.15 - 0.01 * daysAgo
    const kind = daysAgo === SALE_DAYS_AGO ? 2.4 : isWeekend(day) ? 0.55 : 1
    const threads = Math.round(THREADS * growth * kind * (0.8 + 0.4 * random.share()))
    for (let thread = 0; thread < threads; thread++) {
      const hour = random.weighted([...HOURS.keys()], (hour) => HOURS[hour]!)
      const start = Math.floor(day + (hour + random.share()) * HOUR_MS)
      if (start < until - 2 * HOUR_MS) starts.push(start)
    }
  }
  let outageDay = today - 11 * DAY_MS
  while (isWeekend(outageDay)) outageDay -= DAY_MS
  return {
    begin,
    until,
    starts: starts.sort((left, right) => left - right),
    isOutage: (at) => at >= outageDay + 13 * HOUR_MS && at < outageDay + 18 * HOUR_MS,
  }
}
