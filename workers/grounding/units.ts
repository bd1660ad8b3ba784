import { memoize } from '../../shared/lib/async/memoize.ts'
import { lookUp } from '../../shared/lib/lookUp.ts'

/** A unit, and the factor by which its numbers become numbers of the unit for comparing. */
export interface Unit {
  name: string
  factor: number
}

/** Units that are compared in another unit: a week is 7 days. */
const COMPARED_IN: Readonly<Record<string, Unit>> = {
  week: { name: 'minute', factor: 10_080 },
  day: { name: 'minute', factor: 1_440 },
  hour: { name: 'minute', factor: 60 },
  year: { name: 'month', factor: 12 },
  kilogram: { name: 'gram', factor: 1_000 },
  kilometer: { name: 'meter', factor: 1_000 },
  centimeter: { name: 'meter', factor: 0.01 },
  millimeter: { name: 'meter', factor: 0.001 },
  liter: { name: 'milliliter', factor: 1_000 },
}

/** Currencies that are read by name too, such as `euros`; others only by symbol and code. */
const CURRENCIES = 'EUR USD GBP JPY CNY INR CHF PLN SEK DKK CZK HUF TRY BRL KRW RUB'.split(' ')

/** Numbers with which a unit's word differs: `1 day`, `2 dni`, `5 dni`, `1.5 dnia`. */
const COUNTS = [1, 2, 5, 21, 1.5]

const unitNamed = (name: string): Unit => lookUp(COMPARED_IN, name) ?? { name, factor: 1 }

/** Returns a currency as a unit, named by its symbol: a text may say `$` or `USD`. */
const currency = (code: string): Unit => {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  return { name: parts.find(({ type }) => type === 'currency')!.value, factor: 1 }
}

const codes = new Set(Intl.supportedValuesOf('currency'))

/**
 * Returns a language's words for units, in lower case, from the Unicode CLDR.
 * @param language BCP 47
 */
export const unitWordsOf = memoize(
  (language): ReadonlyMap<string, Unit> => {
    const words = new Map<string, Unit>()
    const learn = (unit: Unit, options: Intl.NumberFormatOptions, type: 'unit' | 'currency') => {
      const format = new Intl.NumberFormat(language, options)
      for (const count of COUNTS)
        for (const part of format.formatToParts(count))
          if (part.type === type)
            words.set(part.value.trim().toLowerCase().replace(/\.$/, ''), unit)
    }
    for (const unit of Intl.supportedValuesOf('unit'))
      for (const unitDisplay of ['short', 'long'] as const)
        learn(unitNamed(unit), { style: 'unit', unit, unitDisplay }, 'unit')
    for (const code of CURRENCIES)
      learn(
        currency(code),
        { style: 'currency', currency: code, currencyDisplay: 'name' },
        'currency',
      )
    return words
  },
  { most: 50, longest: 20 },
)

/** @param word in lower case; in German it may end with one more letter: `in 14 Tagen` */
export const knownUnit = (word: string, words: ReadonlyMap<string, Unit>): Unit | undefined =>
  words.get(word) ?? (/.{4}n$/u.test(word) ? words.get(word.slice(0, -1)) : undefined)

/** The fewest characters of a unit at the end of a compound: `Werktage`, `arbetsdagar`. */
const MIN_ENDING = 4

/**
 * Reads a word as a unit.
 * @param word as written; a currency's code has capital letters
 * @returns undefined: the word is no unit
 */
export function unitOf(word: string, words: ReadonlyMap<string, Unit>): Unit | undefined {
  if (/^\p{Sc}$/u.test(word)) return { name: word, factor: 1 }
  if (/^[%٪％]$/u.test(word)) return unitNamed('percent')
  if (codes.has(word)) return currency(word)
  const lower = word.toLowerCase()
  const own = knownUnit(lower, words)
  if (own || lower.length <= MIN_ENDING) return own
  for (let at = 1; at <= lower.length - MIN_ENDING; at++) {
    const ending = words.get(lower.slice(at))
    if (ending) return ending
  }
  return undefined
}
