import type { Quantity } from '../../figures/quantities.ts'

/** Words for `about`, `almost` and `more than`, with which a figure may be rounded freely. */
const ABOUT =
  /(?<!\p{L})(?:about|around|approx(?:imately|\.)?|roughly|circa|ca\.?|c\.|almost|nearly|over|more than|just (?:over|under)|some|rund|etwa|ungefähr|zirka|knapp|gut|fast|über|gerundet|environ|à peu près|presque|plus de|près de|unos|unas|aproximadamente|alrededor de|cerca de|casi|más de|circa|quasi|intorno a|oltre|più di|aproximadamente|quase|mais de|ongeveer|bijna|ruim|około|prawie|ponad|asi|přibližně|téměř|około|yaklaşık|neredeyse|около|примерно|приблизительно|почти|более|близько|приблизно|майже|omkring|cirka|ungefär|nästan|noin|lähes|حوالي|تقريبا|نحو|كتقريب|בערך|כ-|लगभग|ประมาณ|khoảng|gần)(?!\p{L})|[~≈]|(?:約|およそ|ほぼ|大约|大約|约|左右|약|정도)/iu

/** Whether a sentence says that its figures are rounded. */
export const isApproximate = (sentence: string): boolean => ABOUT.test(sentence)

/** The most that a rounded figure may differ by, as a share of the exact one. */
const MOST_OFF = 0.01
const MOST_OFF_IF_SAID = 0.1
const MOST_OFF_CONVERTED = 0.05

/** Units of one dimension, and what one of each is in its first. */
const DIMENSIONS: readonly Readonly<Record<string, number>>[] = [
  { meter: 1, mile: 1609.344, foot: 0.3048, inch: 0.0254, yard: 0.9144 },
  { gram: 1, pound: 453.592_37, ounce: 28.349_523, stone: 6350.293 },
  { milliliter: 1, gallon: 3785.412, 'fluid-ounce': 29.573_53 },
  { 'kilometer-per-hour': 1, 'mile-per-hour': 1.609_344 },
  { acre: 1, hectare: 2.471_054 },
  // A month has 30.4 days.
  { minute: 1, month: 43_830 },
]

/** Returns the factor from one unit to another of its dimension; undefined: there is none. */
function factorBetween(from: string, to: string): number | undefined {
  const dimension = DIMENSIONS.find(
    (units) => Object.hasOwn(units, from) && Object.hasOwn(units, to),
  )
  return dimension && dimension[from]! / dimension[to]!
}

/**
 * Whether a stated quantity is another one, rounded to the precision in which it is written, or
 * converted into its unit. The same number of the same unit is not rounded.
 */
export function isRounded(said: Quantity, exact: Quantity, isAbout: boolean): boolean {
  const [unit, other] = [said.unit?.name, exact.unit?.name]
  const isConverted = Boolean(unit && other && unit !== other)
  if (isConverted && !isAbout && (unit === 'month' || other === 'month')) return false
  const numbers = exact.values.flatMap((value) => convertedFrom(value, exact, said))
  const most = isAbout ? MOST_OFF_IF_SAID : isConverted ? MOST_OFF_CONVERTED : MOST_OFF
  return said.values.some((value) =>
    numbers.some(
      (number) => (isConverted || value !== number) && isNear(value, number, said, most),
    ),
  )
}

/** Returns a value in the unit of another quantity; none: it has no such value. */
function convertedFrom(value: number, { unit }: Quantity, { unit: wanted }: Quantity): number[] {
  if (!unit || !wanted) return [value]
  if (unit.name === wanted.name) return [(value * unit.factor) / wanted.factor]
  if (unit.name === 'celsius' && wanted.name === 'fahrenheit') return [value * 1.8 + 32]
  if (unit.name === 'fahrenheit' && wanted.name === 'celsius') return [(value - 32) / 1.8]
  const factor = factorBetween(unit.name, wanted.name)
  return factor === undefined ? [] : [(value * unit.factor * factor) / wanted.factor]
}

/** Whether a value is another, to the last digit that is written, but by no more than a share. */
function isNear(value: number, exact: number, { number }: Quantity, most: number): boolean {
  const off = Math.abs(value - exact)
  return off <= stepOf(value, number) / 2 + 1e-9 && off <= most * Math.abs(exact) + 1e-9
}

/** Returns the worth of the last digit that is written, but of a zero at the end: 10 for `1,250`. */
export function stepOf(value: number, written: string): number {
  if (!Number.isInteger(value)) {
    const decimals = /[.,٫](\d+)$/.exec(written)?.[1]?.length ?? 2
    return 10 ** -decimals
  }
  let step = 1
  while (value !== 0 && value % (step * 10) === 0) step *= 10
  return step
}
