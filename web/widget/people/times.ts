const DAY_MS = 86_400_000

/** Formats a waiting time in minutes, or in hours from an hour and a half on. */
export function duration(seconds: number, locale: string): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const [count, unit] = minutes < 90 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/**
 * Formats a time such as `tomorrow 09:00`. A weekday without a date is within the next six days.
 */
export function dayAndTime(at: Date, locale: string, now = new Date()): string {
  const days = Math.round(
    (new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / DAY_MS,
  )
  const date = days > 6 ? ({ day: 'numeric', month: 'long' } as const) : {}
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(locale, { weekday: 'long', ...date }).format(at)
  return `${day} ${new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at)}`
}
