import { locale } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'
import type { Bucket } from './calendar.ts'

export interface ChartSeries {
  name: string
  /** One value for each bucket; null: no value. */
  values: readonly (number | null)[]
  /** The number of the colour token `--series-…`. */
  colour: 1 | 2 | 3 | 4
  /** Formats values and the axis. Default: short numbers. */
  format?: (value: number) => string
}

export interface ChartProps {
  /** The chart's heading. */
  title: string
  /** The start of each bucket, ISO 8601. */
  times: readonly string[]
  bucket: Bucket
  /**
   * `bars`: each series is a part of the previous series, and its bars cover that series. `stack`:
   * the series add up. `lines`: for percentiles, which do not add up.
   */
  kind?: 'bars' | 'stack' | 'lines'
  series: readonly ChartSeries[]
  /** Shown if every bucket is empty. */
  empty: string
  /** The window, ISO 8601. A bucket that is only partly inside it is marked. */
  window?: { from: string; to: string }
  /** Returns the address of the list that a bucket counts, by the bucket's start. */
  linkOf?: (start: string) => string
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
const NAMES = {
  hour: format({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }),
  day: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
  week: format({ day: 'numeric', month: 'short', year: 'numeric' }),
  month: format({ month: 'long', year: 'numeric' }),
}
const clock = format({ hour: '2-digit', minute: '2-digit' })
const date = format({ day: 'numeric', month: 'short' })
const month = format({ month: 'short', year: '2-digit' })

/** Names a bucket by its start, in the reader's time zone. */
export function bucketName(iso: string, bucket: Bucket): string {
  const name = NAMES[bucket].format(new Date(iso))
  return bucket === 'week' ? t('Week of {day}', { day: name }) : name
}

/** Returns the label below a bucket: the time of an hour, or the date at midnight. */
export function bucketLabel(iso: string, bucket: Bucket): string {
  const start = new Date(iso)
  if (bucket === 'month') return month.format(start)
  return (bucket === 'hour' && start.getHours() > 0 ? clock : date).format(start)
}

/** Names the division of a chart's time. */
export const BY_BUCKET: Readonly<Record<Bucket, string>> = {
  hour: t('By hour'),
  day: t('By day'),
  week: t('By week'),
  month: t('By month'),
}

/** The heading of a column of buckets. */
export const BUCKET_NAMES: Readonly<Record<Bucket, string>> = {
  hour: t('Hour'),
  day: t('Day'),
  week: t('Week'),
  month: t('Month'),
}

/** Says what a point of a chart stands for. */
export const captionOf = (bucket: Bucket, zone: string): string =>
  ({
    hour: t('By hour, {zone}', { zone }),
    day: t('By day, {zone}', { zone }),
    week: t('By week, {zone}', { zone }),
    month: t('By month, {zone}', { zone }),
  })[bucket]

/** Names a chart that is read point by point. */
export const labelOf = (bucket: Bucket, title: string): string =>
  ({
    hour: t('{title}, hour by hour', { title }),
    day: t('{title}, day by day', { title }),
    week: t('{title}, week by week', { title }),
    month: t('{title}, month by month', { title }),
  })[bucket]
