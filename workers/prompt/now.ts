import { memoize } from '../../shared/lib/async/memoize.ts'

/**
 * Writes when a message was sent, as its writer would read it on a clock: `Sunday, 29 November
 * 2026, 21:30 (Europe/Berlin)`. The day of the week is given because models miscalculate it.
 * @param at ISO 8601 @param timeZone IANA name; an unknown one counts as UTC
 */
export function clockTime(at: string, timeZone: string): string {
  const { format, zone } = clockIn(timeZone)
  const parts = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  )
  const { weekday, day, month, year, hour, minute } = parts
  return `${weekday}, ${day} ${month} ${year}, ${hour}:${minute} (${zone})`
}

const clockIn = memoize(
  (timeZone): { format: Intl.DateTimeFormat; zone: string } => {
    // PostgreSQL, which checks the names, may know newer ones than Node.
    try {
      return { format: formatIn(timeZone), zone: timeZone }
    } catch {
      return { format: formatIn('UTC'), zone: 'UTC' }
    }
  },
  { most: 500, longest: 64 },
)

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
