import { locale } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'

const percents = new Intl.NumberFormat(locale, {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
})
const times = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

interface DeltaProps {
  value: number | null
  previous: number | null
  /** The direction of a good change; undefined: neither. */
  good?: 'more' | 'less'
  /** The smallest previous value for which a percentage is shown. */
  least?: number
}

/**
 * The change since the previous period: `+31 %`, `×12`, or `new` from zero. Shows nothing without a
 * previous value, if that value is tiny, or if nothing changed.
 */
export function Delta({ value, previous, good, least = 10 }: DeltaProps) {
  if (value === null || previous === null || value === previous) return null
  const isMore = value > previous
  const kind = good ? ((good === 'more') === isMore ? 'good' : 'bad') : 'muted'
  const text = textOf(value, previous, least)
  return text ? <span class={`delta ${kind}`}>{text}</span> : null
}

function textOf(value: number, previous: number, least: number): string | undefined {
  if (previous === 0) return t('new')
  if (previous < least) return undefined
  const ratio = value / previous
  if (ratio >= 10) return `×${times.format(ratio)}`
  const text = percents.format(ratio - 1)
  return Math.abs(ratio - 1) < 0.005 ? undefined : text
}
