import {
  isCounted,
  type PlacedQuantity,
  type Quantity,
  readingOf,
} from '../../figures/quantities.ts'
import type { FigureClaim } from './figureClaim.ts'

/** A sign between the figures of a written calculation. */
const SIGN = /^\s*([×x*+])\s*$/u
/** The fewest parts of a total: `calculatedFrom` adds two. */
const MIN_PARTS = 3

interface WrittenResult {
  value: number
  unit: string
}

/**
 * Drops the results that a sentence calculates by itself out of other, known figures: as `2 × €10.90
 * + 2 × €5 = €31.80`, or as the total of three or more prices.
 */
export async function withoutWritten(
  unknown: Quantity[],
  { sentence, language }: FigureClaim,
): Promise<Quantity[]> {
  if (!unknown.length) return unknown
  const { text, quantities } = await readingOf(sentence, language)
  const isUnknown = ({ written }: Quantity) => unknown.some((its) => its.written === written)
  const figures = quantities.filter(isCounted)
  const results = [
    ...calculationsIn(text, figures)
      .filter(({ parts }) => !parts.some((part) => part.unit && isUnknown(part)))
      .flatMap(resultOf),
    ...totalsOf(figures.filter((figure) => !isUnknown(figure))),
  ]
  return unknown.filter(
    ({ values, unit }) =>
      !results.some(
        (result) => result.unit === unit?.name && Math.abs(result.value - values[0]!) < 0.005,
      ),
  )
}

interface WrittenCalculation {
  parts: PlacedQuantity[]
  /** Between the parts. */
  signs: string[]
}

function calculationsIn(text: string, figures: readonly PlacedQuantity[]): WrittenCalculation[] {
  const found: WrittenCalculation[] = []
  let former: PlacedQuantity | undefined
  for (const figure of figures) {
    const between = former && text.slice(former.end, figure.from).replace(/\p{Sc}/gu, '')
    const sign = between === undefined ? undefined : SIGN.exec(between)?.[1]
    if (sign) {
      found.at(-1)!.parts.push(figure)
      found.at(-1)!.signs.push(sign)
    } else found.push({ parts: [figure], signs: [] })
    former = figure
  }
  return found
}

/** Returns the result of a calculation that adds something. A product is `calculatedFrom`'s. */
function resultOf({ parts, signs }: WrittenCalculation): WrittenResult[] {
  const unit = parts.find((part) => part.unit)?.unit
  if (!unit || !signs.includes('+')) return []
  let [sum, product] = [0, parts[0]!.values[0]!]
  for (const [nth, sign] of signs.entries()) {
    const next = parts[nth + 1]!.values[0]!
    if (sign === '+') [sum, product] = [sum + product, next]
    else product *= next
  }
  return [{ value: sum + product, unit: unit.name }]
}

/** Returns the sums of all figures of a unit. */
function totalsOf(figures: readonly Quantity[]): WrittenResult[] {
  const values = new Map<string, number[]>()
  for (const { unit, values: own } of figures)
    if (unit) values.set(unit.name, [...(values.get(unit.name) ?? []), own[0]!])
  return [...values]
    .filter(([, parts]) => parts.length >= MIN_PARTS)
    .map(([unit, parts]) => ({ value: parts.reduce((sum, part) => sum + part), unit }))
}
