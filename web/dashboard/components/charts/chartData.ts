import { locale } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'
import type { Bucket } from './calendar.ts'

export interface ChartSeries {
  name: string
  /** One value for each bucket; null: no value. */
  values: readonly (number | null)[]
  /** One of the colour tokens `--series-…`. */
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
   * `bars`: each series is a part of the one before, which its bars cover. `stack`: the series add up.
   * `lines`: for percentiles, which do not add up.
   */
  kind?: 'bars' | 'stack' | 'lines'
  series: readonly ChartSeries[]
  /** The text shown if every bucket is empty. */
  empty: string
  /** The window, ISO 8601: a bucket that is only partly in it is marked. */
  window?: { from: string; to: string }
  /** The address of the list that a bucket counts, by the start of the bucket. */
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

/** Labels a bucket below its bar: hours by their time and midnights by their date. */
export function bucketLabel(iso: string, bucket: Bucket): string {
  const start = new Date(iso)
  if (bucket === 'month') return month.format(start)
  return (bucket === 'hour' && start.getHours() > 0 ? clock : date).format(start)
}

/** Says how a chart divides the time. */
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

/** Says what one point of a chart stands for. */
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
