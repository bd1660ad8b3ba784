import { CLOCK } from '../../figures/clockTimes.ts'
import { type Quantity, scaledOf } from '../../figures/quantities.ts'
import { stepOf } from './rounding.ts'

/** What a stated figure may be calculated from. */
export interface CalculationInputs {
  figures: readonly StatedFigure[]
  /** All figures of the sources with the unit, for multiples alone. */
  multiplied: readonly StatedFigure[]
  /** How many, as the sentence or the question says: `4 bikes for 2 days`. */
  counts: readonly StatedCount[]
  /** Shares of a whole, 0–1: of percentages, and of words such as `half`. */
  shares: readonly number[]
}

/** A figure of a source that the sentence speaks of, or of the sentence or the question itself. */
export interface StatedFigure {
  quantity: Quantity
  /** Its clause in the source: `3 to 5 days` are not 8 days. null: it is none of a source. */
  clause: object | null
}

/** A number of things, days or months. */
export interface StatedCount {
  count: number
  /** The figures of the sentence that say it; none: the question says it. */
  from: readonly Quantity[]
  /** Whether it is one less than what is said: only multiples are made of it. */
  isLess?: boolean
}

/** The most figures and counts that are combined: at most some hundred results are tried. */
const MAX_FIGURES = 12
const MAX_COUNTS = 8
/** With more figures or counts, a sum of products could be nearly any number. */
const MAX_OF_SUM = 3

interface CalculatedValue {
  value: number
  from: readonly Quantity[]
}

interface CalculatedTerm {
  value: number
  clause: object | null
}

/**
 * Whether a stated figure can be calculated from others of its unit: as a multiple, a part, a sum,
 * a difference, or a share of one, or as the sum of two multiples.
 * @returns the figures of the sentence that it was calculated with; undefined: it cannot be
 */
export function calculatedFrom(
  said: Quantity,
  { figures, multiplied, counts, shares }: CalculationInputs,
): readonly Quantity[] | undefined {
  const unit = said.unit?.name
  const few = counts.slice(0, MAX_COUNTS)
  const terms = termsOf(ofUnit(figures, unit))
  const results = function* () {
    if (unit === undefined) return yield* resultsOfNumbers(terms)
    if (unit === CLOCK.name) return
    yield* resultsOf(unit, terms, few, shares)
    yield* multiplesOf(termsOf(multiplied), countsFor(unit, few))
  }
  for (const { value, from } of results()) if (isSaid(said, value)) return from
  if (unit === 'percent') return isRatio(said, figures) ? [] : undefined
  if (unit === 'minute') return isBetweenTimes(said, figures) ? [] : undefined
  return undefined
}

const ofUnit = (figures: readonly StatedFigure[], unit: string | undefined) =>
  figures.filter(({ quantity }) => quantity.unit?.name === unit)

/** Returns the different values in the unit for comparing, each with the clause of its first. */
function termsOf(figures: readonly StatedFigure[]): CalculatedTerm[] {
  const terms = new Map<number, CalculatedTerm>()
  for (const { quantity, clause } of figures)
    for (const value of scaledOf(quantity))
      if (!terms.has(value)) terms.set(value, { value, clause })
  return [...terms.values()].slice(0, MAX_FIGURES)
}

/**
 * Calculates with numbers that have no unit: only with those of the sentence and the question, and
 * only if they are few, because such a number may be anything.
 */
function* resultsOfNumbers(terms: readonly CalculatedTerm[]): Generator<CalculatedValue> {
  const stated = terms.filter(({ clause }) => !clause)
  if (stated.length > MAX_OF_SUM) return
  yield* sumsOf(stated)
  for (const [at, one] of stated.entries())
    for (const other of stated.slice(at + 1)) yield { value: one.value * other.value, from: [] }
}

function* resultsOf(
  unit: string,
  terms: readonly CalculatedTerm[],
  counts: readonly StatedCount[],
  shares: readonly number[],
): Generator<CalculatedValue> {
  const own = countsFor(unit, counts)
  const multiples = [...multiplesOf(terms, own)]
  yield* multiples
  yield* partsOf(terms, own)
  yield* sumsOf(terms)
  if (unit === 'percent' || isDuration(unit)) return
  for (const { value, from } of [...terms.map(({ value }) => ({ value, from: [] })), ...multiples])
    for (const share of shares) {
      yield { value: value * share, from }
      yield { value: value * (1 - share), from }
      yield { value: value * (1 + share), from }
    }
  const whole = counts.filter(({ isLess }) => !isLess)
  if (terms.length <= MAX_OF_SUM && counts.length <= MAX_OF_SUM)
    yield* sumsOfMultiples(terms, whole)
}

/**
 * Whether the sentence itself counts things: what takes 3 days takes longer only for several of
 * something, and not `10 to 14 days`.
 */
const isOfThings = ({ from }: StatedCount) =>
  from.length > 0 && from.every(({ unit }) => unit === null)

const countsFor = (unit: string, counts: readonly StatedCount[]) =>
  isDuration(unit) ? counts.filter(isOfThings) : counts

export const isDuration = (unit: string) => unit === 'minute' || unit === 'month'

function* multiplesOf(
  terms: readonly CalculatedTerm[],
  counts: readonly StatedCount[],
): Generator<CalculatedValue> {
  for (const { value } of terms)
    for (const { count, from } of counts) yield { value: value * count, from }
}

function* partsOf(
  terms: readonly CalculatedTerm[],
  counts: readonly StatedCount[],
): Generator<CalculatedValue> {
  for (const { value } of terms)
    for (const { count, from, isLess } of counts) if (!isLess) yield { value: value / count, from }
}

function* sumsOf(terms: readonly CalculatedTerm[]): Generator<CalculatedValue> {
  for (const [at, one] of terms.entries())
    for (const other of terms.slice(at + 1)) {
      if (one.clause && one.clause === other.clause) continue
      yield { value: one.value + other.value, from: [] }
      yield { value: Math.abs(one.value - other.value), from: [] }
    }
}

/**
 * Adds multiples of two figures by two counts, and a multiple and a figure. Their difference counts
 * if the sentence says how many: twelve months at €45 instead of €420.
 */
function* sumsOfMultiples(
  terms: readonly CalculatedTerm[],
  counts: readonly StatedCount[],
): Generator<CalculatedValue> {
  for (const { value: a } of terms)
    for (const { value: b } of terms) {
      if (a === b) continue
      for (const one of counts) {
        yield { value: a * one.count + b, from: one.from }
        if (one.from.length) yield { value: Math.abs(a * one.count - b), from: one.from }
        for (const other of counts)
          if (other.count !== one.count)
            yield { value: a * one.count + b * other.count, from: [...one.from, ...other.from] }
      }
    }
}

/** Whether a percentage is the share of one figure in another of its unit, or the difference. */
function isRatio(said: Quantity, figures: readonly StatedFigure[]): boolean {
  const few = figures
    .map(({ quantity }) => quantity)
    .filter(({ unit }) => unit !== null && unit.name !== 'percent')
    .slice(0, MAX_FIGURES)
  return few.some((a) =>
    few.some((b) => {
      if (a === b || a.unit?.name !== b.unit?.name) return false
      return scaledOf(a).some((x) =>
        scaledOf(b).some((y) => {
          if (!x || !y || x >= y) return false
          const percent = (100 * x) / y
          return isSaid(said, percent) || isSaid(said, 100 - percent)
        }),
      )
    }),
  )
}

/** Whether a duration lies between two times of day. */
function isBetweenTimes(said: Quantity, figures: readonly StatedFigure[]): boolean {
  const times = termsOf(ofUnit(figures, CLOCK.name)).map(({ value }) => value)
  return times.some((from) => times.some((to) => to > from && isSaid(said, to - from)))
}

/** Whether a figure is a result, in the precision in which it is written. */
function isSaid(said: Quantity, result: number): boolean {
  const factor = said.unit?.factor ?? 1
  return said.values.some((value) => {
    const step = Number.isInteger(value) ? ROUNDED : stepOf(value, said.number)
    return Math.abs(value - result / factor) <= step / 2 + 1e-9
  })
}
/** Results of whole numbers are whole, but for errors of rounding in between. */
const ROUNDED = 0.02
