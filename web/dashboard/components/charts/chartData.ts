import { locale } from '../../language.ts'

export interface ChartSeries {
  name: string
  /** One value for each bucket; null: no value. */
  values: readonly (number | null)[]
  /** One of the colour tokens `--series-…`. */
  colour: 1 | 2 | 3 | 4
  /** Formats values and the axis. Default: short numbers. */
  format?: (value: number) => string
  /** Whether the area below the line is filled. */
  isFilled?: boolean
}

export interface ChartProps {
  /** The chart's heading. */
  title: string
  /** The start of each bucket, ISO 8601. */
  times: readonly string[]
  bucket: 'hour' | 'day'
  series: readonly ChartSeries[]
  /** The text shown if every bucket is empty. */
  empty: string
}

const hours = new Intl.DateTimeFormat(locale, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
})
const days = new Intl.DateTimeFormat(locale, {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})

/** Names a bucket by its start: an hour in the user's time zone, a day in UTC. */
export const bucketName = (iso: string, bucket: 'hour' | 'day') =>
  (bucket === 'day' ? days : hours).format(new Date(iso))
