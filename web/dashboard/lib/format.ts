import { locale } from './language.ts'

const numbers = new Intl.NumberFormat(locale)
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
/** Dates of the calendar have no time, so they must not move with the reader's time zone. */
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })

export const formatNumber = (value: number) => numbers.format(value)
/** `12.3K`, for narrow places. */
export const formatShort = (value: number) => short.format(value)
/** @param share 0 to 1 */
export const formatPercent = (share: number) => percents.format(share)
export const formatDateTime = (iso: string) => dateTimes.format(new Date(iso))
/** Formats a date of the calendar, `YYYY-MM-DD`, whatever the reader's time zone. */
export const formatDate = (date: string) => dates.format(new Date(`${date}T00:00:00Z`))
export const formatExact = (iso: string) => exact.format(new Date(iso))

/** US dollars. Small amounts, such as the cost of a reply, keep two significant digits. */
export function formatCost(usd: number): string {
  const digits = usd !== 0 && Math.abs(usd) < 0.1 ? { maximumSignificantDigits: 2 } : {}
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', ...digits }).format(
    usd,
  )
}

/**
 * Returns a formatter of US dollars for a column. All amounts get as many decimals, from 2 to 6, as
 * the smallest needs for two significant digits.
 */
export function moneyOf(amounts: readonly number[]): (usd: number) => string {
  const least = Math.min(...amounts.map(Math.abs).filter((amount) => amount > 0))
  const decimals = Number.isFinite(least)
    ? Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(least))))
    : 2
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return (usd) => format.format(usd)
}

/** Formats a duration: `840 ms`, `2.4 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return '< 1 ms'
  if (Math.round(ms) < 1_000) return unit(Math.round(ms), 'millisecond')
  // Rounds first, so that no unit reaches 60.
  const [seconds, minutes, hours] = [1_000, 60_000, 3_600_000].map(
    (size) => Math.round((ms / size) * 10) / 10,
  )
  if (seconds! < 60) return unit(seconds!, 'second')
  return minutes! < 60 ? unit(minutes!, 'minute') : unit(hours!, 'hour')
}

/** Formats how long a customer has waited, in whole units: `< 1 min`, `12 min`, `3 h`, `2 days`. */
export function formatWait(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return `< ${unit(1, 'minute')}`
  if (minutes < 60) return unit(minutes, 'minute')
  return minutes < 1440
    ? unit(Math.floor(minutes / 60), 'hour')
    : unit(Math.floor(minutes / 1440), 'day')
}

/** Formats a size: `640 B`, `2.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${formatNumber(bytes)} B`
  if (bytes < 1_000_000) return unit(Math.round(bytes / 100) / 10, 'kilobyte')
  return unit(Math.round(bytes / 100_000) / 10, 'megabyte')
}

const unit = (value: number, name: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats a time by its distance: `3 minutes ago`, `in 2 days`. */
export function formatRelative(iso: string, now = Date.now()): string {
  const distance = (new Date(iso).getTime() - now) / 1_000
  // Rounds up, so that a week ahead is still "in 7 days" a moment later.
  const seconds = distance > 0 ? distance + 59 : distance
  for (const [name, size] of STEPS)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), name)
  return relative.format(0, 'second')
}
