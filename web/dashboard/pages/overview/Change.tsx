import { ArrowDown, ArrowUp } from 'lucide-preact'
import { formatNumber, formatPercent } from '../../format.ts'
import { t } from '../../texts.tsx'

/** Below this, a percentage would say little: 3 instead of 2 is not "+50 %". */
const MIN_BASE = 10
/** Larger changes are given as a factor. */
const MAX_PERCENT = 9

interface ChangeProps {
  value: number | null
  /** The same figure of the period before. */
  previous: number | null
  /** `share` is 0 to 1, and its change is told in points. */
  kind?: 'count' | 'share' | 'money' | 'rating'
  /** Which direction is good; undefined: neither. */
  good?: 'more' | 'less'
}

/** How a figure has changed, in a few characters. Shows nothing where there is nothing to compare. */
export function Change({ value, previous, kind = 'count', good }: ChangeProps) {
  if (value === null || previous === null || value === previous) return null
  const text = textOf(value, previous, kind)
  if (!text) return null
  const isMore = value > previous
  const Icon = isMore ? ArrowUp : ArrowDown
  const look = good ? ((good === 'more') === isMore ? 'good' : 'bad') : ''
  return (
    <span class={`change small ${look}`}>
      <Icon size={14} aria-hidden="true" />
      {text}
    </span>
  )
}

function textOf(value: number, previous: number, kind: ChangeProps['kind']): string | undefined {
  const by = value - previous
  if (kind === 'share') {
    const points = Math.round(by * 100)
    return points === 0 ? undefined : t('{points} points', { points: signed(points) })
  }
  if (kind === 'rating') return Math.abs(by) < 0.05 ? undefined : signed(Math.round(by * 10) / 10)
  if (previous === 0) return t('new')
  if (kind === 'count' && previous < MIN_BASE) return signed(by)
  const share = by / previous
  if (Math.abs(share) < 0.005) return undefined
  if (share > MAX_PERCENT) return t('× {factor}', { factor: formatNumber(Math.round(value / previous)) })
  return `${share > 0 ? '+' : '−'}${formatPercent(Math.round(Math.abs(share) * 100) / 100)}`
}

const signed = (by: number) => `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`
