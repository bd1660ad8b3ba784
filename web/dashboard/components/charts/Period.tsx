import { useSearchParams } from 'wouter-preact'
import { formatDateTime } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { type Bucket, bucketFor, dayOf, momentOf, startOf, timezone } from './calendar.ts'

const HOUR_MS = 3_600_000
const NAMES = { '24h': t('24 hours'), '7d': t('7 days'), '30d': t('30 days'), '90d': t('90 days') }
const BEFORE = {
  '24h': t('the previous 24 hours'),
  '7d': t('the previous 7 days'),
  '30d': t('the previous 30 days'),
  '90d': t('the previous 90 days'),
}
type Name = keyof typeof NAMES
const DAYS = { '7d': 7, '30d': 30, '90d': 90 }
const MAX_DAYS = 400
const MAX_MS = MAX_DAYS * 24 * HOUR_MS

export interface Period {
  /** Identifies the chosen period. */
  key: string
  /** Returns the query for the API, as of now. */
  ask: () => { from: string; to: string; timezone: string }
  /** The width of a bucket, so that a chart has at most 40. */
  bucket: Bucket
  /** The period's name in addresses, also where it is the default. */
  search: string
  /** Names the period to compare with: `the previous 7 days`. */
  before: string
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Returns the start of the day this many days before today. */
function daysAgo(days: number): number {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime()
}

/**
 * Reads the period from the address: the last hours or days, or a range of days, in the reader's
 * time zone.
 */
export function usePeriod(byDefault: Name = '24h'): Period {
  const [params] = useSearchParams()
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const begin = momentOf(from) ?? Number.NaN
  const end = momentOf(to, true) ?? Number.NaN
  if (begin < end && end - begin <= MAX_MS)
    return {
      key: `${from}–${to}`,
      ask: () => ({ from: iso(begin), to: iso(end), timezone }),
      bucket: bucketFor(end - begin),
      search: `${new URLSearchParams({ from, to })}`,
      before: t('the preceding period'),
    }
  const name = nameIn(params) ?? byDefault
  // Whole buckets, except for the current bucket. A partial first bucket would look like a drop.
  const beginOf = () =>
    name === '24h' ? startOf(Date.now(), 'hour') - 23 * HOUR_MS : daysAgo(DAYS[name] - 1)
  return {
    key: name,
    ask: () => ({ from: iso(beginOf()), to: iso(Date.now()), timezone }),
    bucket: bucketFor(Date.now() - beginOf()),
    search: `period=${name}`,
    before: BEFORE[name],
  }
}

const nameIn = (params: URLSearchParams) =>
  (Object.keys(NAMES) as Name[]).find((name) => name === params.get('period'))

/** Lets the user choose the period, which is stored in the address. */
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
  const today = dayOf(Date.now())
  const ownDates = () => change({ from: dayOf(daysAgo(6)), to: today })
  const problem =
    isOwn && from && to
      ? from > to
        ? t('The first day is after the last. Showing {period} instead.', {
            period: NAMES[byDefault],
          })
        : (momentOf(to, true) ?? 0) - (momentOf(from) ?? 0) > MAX_MS
          ? t('Choose up to {days} days. Showing {period} instead.', {
              days: MAX_DAYS,
              period: NAMES[byDefault],
            })
          : undefined
      : isOwn
        ? t('Choose both days. Showing {period} instead.', { period: NAMES[byDefault] })
        : undefined
  return (
    <div class="period">
      <fieldset class="segments">
        <legend class="sr-only">{t('Period')}</legend>
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
          <span>{t('Custom')}</span>
        </label>
      </fieldset>
      {isOwn && (
        <div class="row">
          <label class="period-date">
            <span class="sr-only">{t('First day')}</span>
            <input
              class="input"
              type="date"
              value={from?.slice(0, 10) ?? ''}
              max={today}
              onChange={({ currentTarget }) =>
                change({ from: currentTarget.value, to: to ?? today })
              }
            />
          </label>
          <span aria-hidden="true">–</span>
          <label class="period-date">
            <span class="sr-only">{t('Last day')}</span>
            <input
              class="input"
              type="date"
              value={to?.slice(0, 10) ?? ''}
              max={today}
              onChange={({ currentTarget }) =>
                change({ from: from ?? today, to: currentTarget.value })
              }
            />
          </label>
          {problem && <span class="small muted">{problem}</span>}
        </div>
      )}
    </div>
  )
}

/** Formats a period: `21 Nov 2026, 10:00 – 22 Nov 2026, 09:12`. */
export const formatPeriod = ({ from, to }: { from: string; to: string }) =>
  `${formatDateTime(from)} – ${formatDateTime(to)}`
