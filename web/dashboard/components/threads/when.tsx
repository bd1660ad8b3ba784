import { formatDateTime, formatExact } from '../../lib/format.ts'
import { locale } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const dayOfYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const longDay = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
const longDayOfYear = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })

const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())
/** Returns the number of days from the day of `iso` to today, in the reader's time zone. */
const daysAgo = (iso: string) =>
  Math.round((startOf(new Date()).getTime() - startOf(new Date(iso)).getTime()) / 86_400_000)
const isThisYear = (date: Date) => date.getFullYear() === new Date().getFullYear()

/** `14:32`. */
export const Clock = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExact(at)}>
    {clock.format(new Date(at))}
  </time>
)

/** The time of a row: `14:32` today, `Mon` within a week, else a date. */
export function When({ at }: { at: string }) {
  const date = new Date(at)
  const days = daysAgo(at)
  const format = days < 1 ? clock : days < 7 ? weekday : isThisYear(date) ? day : dayOfYear
  return (
    <time dateTime={at} title={formatExact(at)}>
      {format.format(date)}
    </time>
  )
}

/** The day of a separator: `Today`, `Yesterday`, `Monday, 23 November`. */
export function dayName(at: string): string {
  const days = daysAgo(at)
  if (days === 0) return t('Today')
  if (days === 1) return t('Yesterday')
  const date = new Date(at)
  return (isThisYear(date) ? longDay : longDayOfYear).format(date)
}

/** Whether two times are on different days in the reader's time zone. */
export const isOtherDay = (left: string, right: string) =>
  startOf(new Date(left)).getTime() !== startOf(new Date(right)).getTime()

/** A day with a time, for facts. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExact(at)}>
    {formatDateTime(at)}
  </time>
)
