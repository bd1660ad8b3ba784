import { locale } from '../../lib/language.ts'

const NUMBERS = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
const numbers = new Intl.NumberFormat(locale, NUMBERS)

/** The fewest cases of which a difference of means or shares is shown. */
const LEAST = 10

/** The difference to the period before, for what has no meaningful percentage. More is better. */
export function Difference({
  value,
  previous,
  counts,
  format = (by) => numbers.format(by),
}: {
  value: number | null
  previous: number | null
  /** Of how many cases each of the two is. */
  counts: readonly [number, number]
  format?: (by: number) => string
}) {
  if (value === null || previous === null || Math.min(...counts) < LEAST) return null
  const by = value - previous
  if (format(by) === format(0)) return null
  return <span class={`delta ${by > 0 ? 'good' : 'bad'}`}>{format(by)}</span>
}

/** The difference of two shares in points, as in `+6`. @param by −1 to 1 */
export const inPoints = (by: number) => numbers.format(Math.round(by * 100))
