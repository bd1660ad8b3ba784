import { useSearchParams } from 'wouter-preact'
import { formatDateTime } from '../../format.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NAMES = { '24h': '24 hours', '7d': '7 days', '30d': '30 days', '90d': '90 days' } as const
type Name = keyof typeof NAMES
const DATE = /^\d{4}-\d\d-\d\d$/
const MAX_DAYS = 400

export interface Period {
  /** Identifies the chosen period. */
  key: string
  /** Returns the query for the API, as of now. */
  ask: () => { from: string; to: string }
  /** The width of a bucket. */
  bucket: 'hour' | 'day'
  /** Names the period to compare with: `the previous 7 days`. */
  before: string
}

const iso = (ms: number) => new Date(ms).toISOString()
const floor = (ms: number, width: number) => Math.floor(ms / width) * width

/** Reads the period from the address: the last hours or days, or from one date to another. */
export function usePeriod(byDefault: Name = '24h'): Period {
  const [params] = useSearchParams()
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const begin = DATE.test(from) ? Date.parse(from) : Number.NaN
  const end = DATE.test(to) ? Date.parse(to) + DAY_MS : Number.NaN
  if (begin < end && end - begin <= MAX_DAYS * DAY_MS)
    return {
      key: `${from}–${to}`,
      ask: () => ({ from: iso(begin), to: iso(end) }),
      bucket: end - begin <= 7 * DAY_MS ? 'hour' : 'day',
      before: 'the preceding period',
    }
  const name = nameIn(params) ?? byDefault
  return {
    key: name,
    ask: () => {
      const now = Date.now()
      // Whole buckets, except for the running one. A cut first bucket would look like a drop.
      const begins = {
        '24h': floor(now, HOUR_MS) - 23 * HOUR_MS,
        '7d': floor(now, HOUR_MS) - (7 * 24 - 1) * HOUR_MS,
        '30d': floor(now, DAY_MS) - 29 * DAY_MS,
        '90d': floor(now, DAY_MS) - 89 * DAY_MS,
      }
      return { from: iso(begins[name]), to: iso(now) }
    },
    bucket: name === '24h' || name === '7d' ? 'hour' : 'day',
    before: `the previous ${NAMES[name]}`,
  }
}

const nameIn = (params: URLSearchParams) =>
  (Object.keys(NAMES) as Name[]).find((name) => name === params.get('period'))

/** Lets the user choose the period, which the address keeps. */
export function PeriodPicker({ byDefault = '24h' }: { byDefault?: Name }) {
  const [params, setParams] = useSearchParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const isOwn = from !== null || to !== null
  const current = isOwn ? 'own' : (nameIn(params) ?? byDefault)
  const change = (values: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries({
          period: undefined,
          from: undefined,
          to: undefined,
          ...values,
        }))
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const today = iso(Date.now()).slice(0, 10)
  const ownDates = () => change({ from: iso(Date.now() - 6 * DAY_MS).slice(0, 10), to: today })
  const problem =
    isOwn && from && to
      ? from > to
        ? `The first day is after the last. Showing ${NAMES[byDefault]} instead.`
        : (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS
          ? `Choose up to ${MAX_DAYS} days. Showing ${NAMES[byDefault]} instead.`
          : undefined
      : isOwn
        ? `Choose both days. Showing ${NAMES[byDefault]} instead.`
        : undefined
  return (
    <div class="period">
      <fieldset class="segments">
        <legend class="sr-only">Period</legend>
        {(Object.keys(NAMES) as Name[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="period"
              checked={current === name}
              onChange={() => change({ period: name === byDefault ? undefined : name })}
            />
            <span>{NAMES[name]}</span>
          </label>
        ))}
        <label>
          <input type="radio" name="period" checked={isOwn} onChange={ownDates} />
          <span>Custom</span>
        </label>
      </fieldset>
      {isOwn && (
        <div class="row">
          <label class="period-date">
            <span class="sr-only">First day</span>
            <input
              class="input"
              type="date"
              value={from ?? ''}
              max={today}
              onChange={({ currentTarget }) => change({ from: currentTarget.value, to: to ?? today })}
            />
          </label>
          <span aria-hidden="true">–</span>
          <label class="period-date">
            <span class="sr-only">Last day</span>
            <input
              class="input"
              type="date"
              value={to ?? ''}
              max={today}
              onChange={({ currentTarget }) => change({ from: from ?? today, to: currentTarget.value })}
            />
          </label>
          <span class="small muted">{problem ?? 'Days in UTC'}</span>
        </div>
      )}
    </div>
  )
}

/** Formats a period: `21 Nov 2026, 10:00 – 22 Nov 2026, 09:12`. */
export const formatPeriod = ({ from, to }: { from: string; to: string }) =>
  `${formatDateTime(from)} – ${formatDateTime(to)}`
