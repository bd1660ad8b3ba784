import { memoize } from '../../shared/lib/async/memoize.ts'
import { firstWord, numberKey, numberWordsOf } from './numberWords.ts'
import { type Unit, unitOf, unitWordsOf } from './units.ts'

/** A number that a text states. */
export interface Quantity {
  /** The number as written in the text, with its unit. */
  written: string
  /** The number as written in the text, without its unit. */
  number: string
  /** All possible values: `1.000` is 1000 or 1, depending on the writer. */
  values: readonly number[]
  /** The unit; null: it has none, or an unknown unit such as `pieces`. */
  unit: Unit | null
}

/** The most characters of a text that are read. */
const MAX_READ = 20_000

const ADDRESS = /\b(?:https?:\/\/|www\.)\S{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/giu
/** Matches the number of a list's item, which counts nothing. */
const ITEM = /^(\s*)\d{1,3}[.)](?=\s)/gmu
/** Matches digits, with the signs that group them or begin their fraction. */
const NUMBER = /\d+(?:[.,'’٫٬]\d+|[\u00a0\u202f ]\d{3}(?!\d))*/gu
const TIME =
  /(?<![\d.:])(\d{1,2})(?::|\.|h)(\d\d)(?:\s?(?:uhr|h)\b)?(?:\s?([ap])\.?m\b)?(?![\d:]|[.,]\d)/giu
const HOUR = /(?<![\d.:,])(\d{1,2})\s?([ap])\.?m\b/giu
/** Matches a word that may belong to a number, such as `twenty-one`. */
const SPELT = /[\p{L}\p{M}]+(?:[-’'][\p{L}\p{M}]+)*/gu
/** The most words of a number up to a hundred. */
const MAX_SPELT = 4
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*|\p{Sc}|[%٪％]/gu
/** Matches the text between the ends of a range: `3 to 5 days`, `3–5 days`, `3 oder 5 Tage`. */
const BETWEEN = /^\s*(?:[-–—~〜～]|\p{L}{1,5})\s*$/u
/** The most characters from a number to the end of its unit: `3 working days`. */
const MAX_TO_UNIT = 24

/**
 * Reads the numbers of a text with their units, in the order of the text. Reads numbers in words up
 * to a hundred.
 * @param language of the text, BCP 47; units are read in this language and in English
 */
export const quantitiesOf = (text: string, language: string): Promise<readonly Quantity[]> =>
  readQuantities(`${language} ${text}`)

/** Memoized, because each sentence of a reply is compared with the same sources. */
const readQuantities = memoize(
  (text): Promise<readonly Quantity[]> => {
    const at = text.indexOf(' ')
    return read(text.slice(at + 1), text.slice(0, at))
  },
  { most: 200, longest: MAX_READ },
)

async function read(text: string, language: string): Promise<readonly Quantity[]> {
  const plain = asDigits(text.slice(0, MAX_READ)).replace(ADDRESS, ' ').replace(ITEM, '$1')
  const units = wordsIn(language)
  const isTaken = new Uint8Array(plain.length)
  const found: (Quantity & { from: number; to: number })[] = []
  const add = (
    match: { 0: string; index: number },
    numbers: readonly (readonly number[])[],
    unit?: Unit,
  ) => {
    const [from, to] = [match.index, match.index + match[0].length]
    if (isTaken[from] || isTaken[to - 1]) return
    isTaken.fill(1, from, to)
    const own = unit ? { unit, to } : unitAround(plain, from, to, units)
    const written = plain.slice(from, own.to).trim()
    for (const values of numbers)
      found.push({ from, to, written, number: match[0], values, unit: own.unit })
  }
  for (const match of plain.matchAll(TIME)) {
    const time = minutesOf(match[1]!, match[2]!, match[3])
    // `4.90` is a price, and `9.30 Uhr` is a time.
    if (match[0].includes('.') && !/[a-z]/i.test(match[0])) continue
    if (time !== undefined) add(match, [[time]], CLOCK)
  }
  for (const match of plain.matchAll(HOUR)) {
    const time = minutesOf(match[1]!, '00', match[2])
    if (time !== undefined) add(match, [[time]], CLOCK)
  }
  for (const match of plain.matchAll(NUMBER)) add(match, readingsOf(match[0]))
  const numbers = await numberWordsOf(language)
  const words = [...plain.matchAll(SPELT)]
  for (const [at, first] of words.entries()) {
    if (!numbers.first.has(firstWord(numberKey(first[0])))) continue
    for (let length = MAX_SPELT; length >= 1; length--) {
      const last = words[at + length - 1]
      if (!last) continue
      const written = plain.slice(first.index, last.index + last[0].length)
      const value = numbers.values.get(numberKey(written))
      if (value === undefined) continue
      add({ 0: written, index: first.index }, [[value]])
      break
    }
  }
  found.sort((a, b) => a.from - b.from)
  for (const [at, quantity] of found.entries()) {
    const next = found[at + 1]
    if (
      !quantity.unit &&
      next?.unit &&
      next.unit !== CLOCK &&
      BETWEEN.test(plain.slice(quantity.to, next.from))
    )
      quantity.unit = next.unit
  }
  return found
}

/** The unit of times of day, which are compared in minutes since midnight. */
export const CLOCK: Unit = { name: 'o’clock', factor: 1 }

function minutesOf(hours: string, minutes: string, half?: string): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (hour > 24 || minute > 59) return undefined
  const shift = half ? (/p/i.test(half) ? 12 : 0) - (hour === 12 ? 12 : 0) : 0
  return (hour + shift) * 60 + minute
}

/** Writes the digits of all scripts as 0 to 9. */
const asDigits = (text: string) =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9)
      zero--
    return String(digit.codePointAt(0)! - zero)
  })

/**
 * Returns all possible values of a number with separators. If it is neither grouped nor a fraction,
 * it is several numbers: the date `10.05.2026` has three.
 */
function readingsOf(written: string): number[][] {
  const parts = written.split(/[^\d]/)
  const separators = written.replace(/\d/g, '')
  const isGrouped = parts.slice(1).every((part) => part.length === 3)
  if (parts.length === 1) return [[Number(written)]]
  const joined = Number(parts.join(''))
  const last = separators.at(-1)!
  const fraction = Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)
  const isFraction = !/[\s'’٬]/.test(last) && separators.indexOf(last) === separators.length - 1
  if (isGrouped && new Set(separators).size === 1)
    return [isFraction ? [joined, fraction] : [joined]]
  if (isFraction && parts.slice(1, -1).every((part) => part.length === 3)) return [[fraction]]
  return parts.map((part) => [Number(part)])
}

function unitAround(text: string, from: number, to: number, units: ReadonlyMap<string, Unit>) {
  const before = /(\p{Sc}|\b[A-Z]{3})\s?$/u.exec(text.slice(Math.max(0, from - 5), from))?.[1]
  const money = before && unitOf(before, units)
  if (money) return { unit: money, to }
  const after = text.slice(to, to + MAX_TO_UNIT)
  let words = 0
  for (const { 0: word, index } of after.matchAll(WORD)) {
    // Stops where another number, sentence or clause begins.
    if (/[\d.,;:!?()\n]/.test(after.slice(0, index)) || ++words > 2) break
    const unit = unitOf(word, units)
    if (unit) return { unit, to: to + index + word.length }
  }
  return { unit: null, to }
}

const wordsIn = memoize(
  (language): ReadonlyMap<string, Unit> =>
    new Map([...unitWordsOf('en'), ...unitWordsOf(language)]),
  { most: 50, longest: 20 },
)

const isSame = (a: number, b: number) =>
  Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

/** Whether two quantities can be the same. An unknown unit matches any unit. */
export function isSameQuantity(left: Quantity, right: Quantity): boolean {
  const known = left.unit && right.unit
  if (known && left.unit!.name !== right.unit!.name) return false
  const scaled = ({ values, unit }: Quantity) =>
    values.map((value) => value * (known ? unit!.factor : 1))
  return scaled(left).some((a) => scaled(right).some((b) => isSame(a, b)))
}

/** Whether it counts something. Words without a unit may count nothing: `one of them`. */
export const isCounted = ({ written, unit }: Quantity): boolean =>
  unit !== null || /\d/.test(written)
