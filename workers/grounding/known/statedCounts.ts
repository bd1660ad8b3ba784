import { type Quantity, scaledOf } from '../../figures/quantities.ts'
import { unitNamed } from '../../figures/units.ts'
import type { StatedCount } from './arithmetic.ts'
import { calendarFactors } from './calendar.ts'

/** Words for twice as much. */
const TWICE =
  /(?<!\p{L})(?:double|twice|doppelt\p{L}{0,2}|zweimal|deux fois|doble|dos veces|doppio|due volte|dobro|duas vezes|dubbel\p{L}?|twee keer|dubbelt|dobbelt|вдвое|дважды|iki kat\p{L}{0,3}|dwukrotn\p{L}{0,3}|dvojnásob\p{L}{0,3}|ضعف|مرتين)(?!\p{L})|2倍|二倍|两倍|兩倍|두 배/iu

/** The most that a count may be. */
const MAX_OF_COUNT = 1_000

/**
 * Returns how many of something a sentence and its question speak of: their numbers, products of
 * two of them, one less (of three returns, the first may be free), and twelve for a price of a
 * month in a sentence on a year.
 * @param said the other figures of the sentence
 * @param asked the figures of the question
 * @param text the sentence and the question
 * @param sources the texts of the sources
 */
export function statedCounts(
  said: readonly Quantity[],
  asked: readonly Quantity[],
  text: string,
  sources: readonly string[],
): StatedCount[] {
  const stated: StatedCount[] = [
    ...said.flatMap((from) =>
      [...numbersOf(from), ...measuresOf(from)].map((count) => ({ count, from: [from] })),
    ),
    ...asked.flatMap(numbersOf).map((count) => ({ count, from: [] })),
  ]
  const products = stated.flatMap((one, at) =>
    stated
      .slice(at + 1)
      .filter(({ count }) => count !== one.count)
      .map(({ count, from }) => ({ count: one.count * count, from: [...one.from, ...from] })),
  )
  const lessOne = stated
    .filter(({ count, from }) => count > 2 && from.every(({ unit }) => unit === null))
    .map(({ count, from }) => ({ count: count - 1, from, isLess: true }))
  const others = [...(TWICE.test(text) ? [2] : []), ...calendarFactors(text, sources)]
  return [...stated, ...others.map((count) => ({ count, from: [] })), ...products, ...lessOne]
}

/** Returns the numbers of lengths and the like, for which a price may be: `100 km at €0.25`. */
const measuresOf = ({ values, unit }: Quantity): readonly number[] =>
  unit && MEASURES.has(unit.name) ? values : []
const MEASURES = new Set([
  'meter',
  'mile',
  'gram',
  'pound',
  'milliliter',
  'gallon',
  'megabyte',
  'gigabyte',
])

const DAY_MINUTES = unitNamed('day').factor

/** Returns the numbers of things or periods that a figure may be: 2 years are 24 months, too. */
function numbersOf(quantity: Quantity): number[] {
  const { values, unit } = quantity
  if (unit !== null && unit.name !== 'month' && unit.name !== 'minute') return []
  const smaller =
    unit?.name === 'month'
      ? scaledOf(quantity)
      : unit && unit.factor > DAY_MINUTES
        ? scaledOf(quantity).map((minutes) => minutes / DAY_MINUTES)
        : []
  return [...new Set([...values, ...smaller])].filter(
    (count) => Number.isInteger(count) && count >= 2 && count <= MAX_OF_COUNT,
  )
}
