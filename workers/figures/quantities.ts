import { memoize } from '../../shared/lib/async/memoize.ts'
import { clockTimesIn } from './clockTimes.ts'
import { multiplierIn } from './multipliers.ts'
import { AND_A_HALF } from './numberForms.ts'
import { firstWord, isArticle, numberKey, numberWordsOf } from './numberWords.ts'
import { numeralsIn } from './numerals.ts'
import { beginsPeriod, isOtherPeriod, periodOf } from './periods.ts'
import {
  isDay,
  isMoney,
  isSameUnit,
  isYear,
  moneyUnit,
  type Unit,
  type UnitWords,
  unitNamed,
  unitOf,
  unitWordsOf,
} from './units.ts'
import { COUNTERS } from './unitWords.ts'

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
  /** The unit of time to which a price or a percentage belongs: the month in `$119 a month`. */
  period?: Unit
  /** Whether it may count nothing: `a` in `€18 a day`, and numbers in words without a unit. */
  isIdle?: boolean
}

/** A quantity with its place in the text, in characters. */
export interface PlacedQuantity extends Quantity {
  from: number
  /** The end of the number. */
  to: number
  /** The end of the number and its unit. */
  end: number
}

/** The most characters of a text that are read. */
const MAX_READ = 20_000

const ADDRESS = /\b(?:https?:\/\/|www\.)\S{1,2000}|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,255}/giu
/** Matches the number of a list's item, which counts nothing. */
const ITEM = /^(\s*)\d{1,3}[.)](?=\s)/gmu
/** Matches digits, with the signs that group them or begin their fraction. */
const NUMBER = /\d+(?:[.,'’٫٬]\d+|[\u00a0\u202f ]\d{3}(?!\d))*/gu
/** Matches French prices, `4€90`, and fractions, `2½`, which are normalized to `21⁄2`. */
const SPLIT_NUMBER = /(\d+)([€£$])(\d\d)(?!\d)|(?<!\d)(\d{0,6})(\d)⁄(\d)(?!\d)/gu
/** Matches a word that may belong to a number, such as `twenty-one`. */
const SPELT = /[\p{L}\p{M}]+(?:[-’'][\p{L}\p{M}]+)*/gu
/** The most words of a number up to a hundred. */
const MAX_SPELT = 4
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*|\p{L}{0,2}\p{Sc}|[%٪％]|°\s?(?:[CF]|से|م|ف)?/gu
/** Matches the text between the ends of a range: `3 to 5 days`, `3–5 days`, `3 oder 5 Tage`. */
const BETWEEN =
  /^\s*(?:[-–—~〜～至到]|to|or|and|bis|oder|und|à|ou|et|a|o|y|e|al|tot|of|en|до|или|и|do|lub|i|až|nebo|til|till|eller|och|og|ila|ile|veya|ve|ja|tai|és|vagy|până|إلى|الى|أو|و|से|या|đến|hoặc|sampai|atau|から|부터|에서|또는|ถึง|หรือ)\s*$/iu
/** The most characters from a number to the end of its unit: `3 working days`. */
const MAX_TO_UNIT = 24
/** The most characters after a price that are read for its period. */
const MAX_TO_PERIOD = 60
/** The most numbers of a text whose periods are read. */
const MAX_PERIODS = 500
const CLAUSE_START = /[;!?\n(),.、。]/u
/** The sign of a price without smaller coins: `12,- €`, `1 250:-`. */
const ROUND_PRICE = /^(?:[.,][-–—]{1,2}|:-)(?!\d)/u

/**
 * Reads the numbers of a text with their units, in the order of the text. Reads numbers in words up
 * to a hundred, and round ones above.
 * @param language of the text, BCP 47; units are read in this language and in English
 */
export const quantitiesOf = async (text: string, language: string): Promise<readonly Quantity[]> =>
  (await readingOf(text, language)).quantities

/** A text with the digits 0 to 9 and without addresses, and its numbers with their places. */
interface NumberReading {
  text: string
  quantities: readonly PlacedQuantity[]
}

/** Reads the numbers of a text like `quantitiesOf`, with their places. */
export const readingOf = (text: string, language: string): Promise<NumberReading> =>
  readNumbers(`${language} ${text}`)

/** Memoized, because each sentence of a reply is compared with the same sources. */
const readNumbers = memoize(
  async (key): Promise<NumberReading> => {
    const at = key.indexOf(' ')
    const text = asDigits(key.slice(at + 1).slice(0, MAX_READ))
      .replace(ADDRESS, ' ')
      .replace(ITEM, '$1')
    return { text, quantities: await new QuantityReader(text, key.slice(0, at)).read() }
  },
  { most: 200, longest: MAX_READ },
)

/** Reads the numbers of one text. */
class QuantityReader {
  readonly #text: string
  readonly #language: string
  readonly #units: UnitWords
  readonly #isTaken: Uint8Array
  readonly #found: PlacedQuantity[] = []

  /** @param text with the digits 0 to 9 */
  constructor(text: string, language: string) {
    this.#text = text
    this.#language = language
    this.#units = unitWordsOf(language)
    this.#isTaken = new Uint8Array(text.length)
  }

  async read(): Promise<PlacedQuantity[]> {
    for (const { written, from, minutes } of clockTimesIn(this.#text))
      this.#add(from, written, [[minutes]], { unit: CLOCK })
    for (const match of this.#text.matchAll(SPLIT_NUMBER)) this.#addSplit(match)
    for (const { from, to, value, hasDigits, unit } of numeralsIn(this.#text))
      this.#add(from, this.#text.slice(from, to), [[value]], {
        isWord: !hasDigits,
        ...(unit && { unit: unitNamed(unit), isIdle: value === 1 }),
      })
    for (const { 0: written, index } of this.#text.matchAll(NUMBER))
      this.#add(index, written, readingsOf(written))
    await this.#readWords()
    this.#found.sort((a, b) => a.from - b.from)
    this.#shareUnits()
    this.#readPeriods()
    return this.#found
  }

  #addSplit(match: RegExpExecArray) {
    const [written, whole, sign, coins, before, upper, lower] = match
    if (sign) {
      const unit = moneyUnit(sign, this.#units)
      this.#add(match.index, written, [[Number(`${whole}.${coins}`)]], { unit })
    } else this.#add(match.index, written, [[Number(before || 0) + Number(upper) / Number(lower)]])
  }

  async #readWords() {
    const numbers = await numberWordsOf(this.#language)
    const words = [...this.#text.matchAll(SPELT)]
    for (const [at, first] of words.entries()) {
      if (!numbers.first.has(firstWord(numberKey(first[0])))) continue
      for (let length = MAX_SPELT; length >= 1; length--) {
        const last = words[at + length - 1]
        if (!last) continue
        const written = this.#text.slice(first.index, last.index + last[0].length)
        const key = numberKey(written)
        // `numeralsIn` reads the others of these languages.
        const value = this.#units.isWithoutBlanks ? undefined : numbers.values.get(key)
        const united = numbers.united.get(key)
        if (value === undefined && !united) continue
        if (united)
          this.#add(first.index, written, [[united.value]], { unit: unitNamed(united.unit) })
        else this.#add(first.index, written, [[value!]], { isWord: true, isIdle: isArticle(key) })
        break
      }
    }
  }

  /** Adds a number unless another one has been read there. */
  #add(
    from: number,
    number: string,
    readings: readonly (readonly number[])[],
    {
      unit,
      isWord = false,
      isIdle = false,
    }: { unit?: Unit; isWord?: boolean; isIdle?: boolean } = {},
  ) {
    const to = from + number.length
    if (this.#isTaken[from] || this.#isTaken[to - 1]) return
    const own = unit
      ? withHalf(this.#text, { unit, end: to, factor: 1, more: 0 })
      : unitAround(this.#text, from, to, this.#units, this.#language)
    const isCounter = isWord && COUNTERS.test(this.#text.slice(to, to + 3).trimStart())
    // Otherwise `三` of `三重` would be a number.
    const isPart = isWord && !own.unit && !isCounter && !isLarge(readings[0]![0]!, number)
    if (!isPart) this.#isTaken.fill(1, from, own.factor === 1 && !own.more ? to : own.end)
    const written = this.#text.slice(from, own.end).trim()
    for (const values of readings)
      this.#found.push({
        ...{ from, to, end: own.end, written, number, unit: own.unit },
        values: values.map((value) => (value + own.more) * own.factor),
        ...(((isIdle && !own.more) || isPart || (isCounter && values[0] === 1)) && {
          isIdle: true,
        }),
      })
  }

  /** Gives the first end of a range the unit of the second. */
  #shareUnits() {
    for (const [at, quantity] of this.#found.entries()) {
      const next = this.#found[at + 1]
      const isRange = next?.unit && BETWEEN.test(this.#text.slice(quantity.to, next.from))
      if (quantity.unit || !isRange) continue
      const isHour = next.unit === CLOCK
      if (isHour && quantity.values.some((hour) => !Number.isInteger(hour) || hour > 24)) continue
      if (isHour) quantity.values = quantity.values.map((hour) => hour * 60)
      quantity.unit = next.unit
      quantity.isIdle &&= isArticle(numberKey(quantity.number))
    }
  }

  #readPeriods() {
    for (const [at, quantity] of this.#found.slice(0, MAX_PERIODS).entries()) {
      const { unit, from, end } = quantity
      if (!unit || !(isMoney(unit) || unit.name === 'percent')) continue
      const clauses = this.#text.slice(this.#found[at - 1]?.end ?? 0, from).split(CLAUSE_START)
      // The words between two numbers of a clause belong to the first.
      const before = at === 0 || clauses.length > 1 ? clauses.at(-1)! : ''
      const after = this.#text.slice(end, end + MAX_TO_PERIOD)
      const period = periodOf(before, after, this.#units)
      if (!period) continue
      quantity.period = period
      // One may say `for one day` of what costs `€18 a day`.
      this.#found.push({ ...quantity, values: [1], unit: period, period: undefined, isIdle: true })
    }
  }
}

/** Whether a number in words counts something without a unit: `ten books`, but not `one of them`. */
const isLarge = (value: number, word: string) => value >= 10 && value < 100 && word.length >= 4

/** The unit of times of day, which are compared in minutes since midnight. `18 часов` is one too. */
export const CLOCK: Unit = { name: 'o’clock', factor: 1, meanings: ['o’clock', 'minute'] }

/** Writes the digits of all scripts as 0 to 9. */
const asDigits = (text: string) =>
  text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9)
      zero--
    return String(digit.codePointAt(0)! - zero)
  })

/** Numbers that are grouped as in India: `1,20,000`. */
const INDIAN = /^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/u

/**
 * Returns all possible values of a number with separators. If it is neither grouped nor a fraction,
 * it is several numbers: the date `10.05.2026` has three.
 */
function readingsOf(written: string): number[][] {
  if (INDIAN.test(written)) return [[Number(written.replace(/,/g, ''))]]
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

interface Around {
  unit: Unit | null
  end: number
  /** What the number is multiplied by: 1,000 in `5 thousand`. */
  factor: number
  /** What is added to it: 0.5 in `3 and a half`. */
  more: number
}

/** Whether a number with a unit is a year or the day of a month: `2026 г.`, `12月24日`. */
const namesDate = (unit: Unit, number: string, before: string) =>
  YEAR_NUMBER.test(number)
    ? isYear(unit) || unit.name === 'gram'
    : isDay(unit) && MONTH_BEFORE.test(before)
const YEAR_NUMBER = /^(?:19|20)\d\d$/u
const MONTH_BEFORE = /[月월]\s?$/u

/** Reads the words on both sides of a number: its unit, its multiplier and a half. */
function unitAround(
  text: string,
  from: number,
  to: number,
  units: UnitWords,
  language: string,
): Around {
  const number = text.slice(from, to)
  const money = unitBefore(text.slice(Math.max(0, from - 6), from), units)
  let at = to
  let [factor, more] = [1, 0]
  const half = AND_A_HALF.exec(text.slice(at, at + MAX_TO_UNIT))?.[0]
  if (half) [at, more] = [at + half.length, 0.5]
  const times = multiplierIn(text.slice(at, at + MAX_TO_UNIT), language, money !== undefined)
  if (times) [at, factor] = [at + times.length, times.factor]
  if (money) return { unit: money, end: at, factor, more }
  const found = unitAfter(text, at, units)
  if (!found || namesDate(found.unit, number, text.slice(Math.max(0, from - 2), from)))
    return { unit: null, end: at, factor, more }
  return withHalf(text, { ...found, factor, more })
}

/** Reads a half after a unit: `2時間半`, `une heure et demie`. */
function withHalf(text: string, around: Around): Around {
  const half = around.more
    ? null
    : AND_A_HALF.exec(text.slice(around.end, around.end + MAX_TO_UNIT))
  return half ? { ...around, end: around.end + half[0].length, more: 0.5 } : around
}

const MONEY_BEFORE =
  /(\p{L}{0,3}\.?\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|[Kk]r\.?|R[spM]\.?|TL|Ksh)|[%٪])(\s?)$/u

/** Reads the unit before a number: `$ 5`, `CHF 5`, `R$5`, `%20`. In `5 € 3`, it is that of the 5. */
function unitBefore(before: string, units: UnitWords): Unit | undefined {
  const found = MONEY_BEFORE.exec(before)
  if (!found || (found[2] && /\d\s?$/u.test(before.slice(0, found.index)))) return undefined
  return /[%٪]/u.test(found[1]!) ? unitNamed('percent') : moneyUnit(found[1]!, units)
}

/** Matches short forms with a full stop inside: `ج.م`. */
const DOTTED = /^\s?(\p{L}{1,2}\.\s?\p{L}{1,2})(?!\p{L})/u

function unitAfter(
  text: string,
  at: number,
  units: UnitWords,
): { unit: Unit; end: number } | undefined {
  const after = text.slice(at, at + MAX_TO_UNIT)
  const sign = ROUND_PRICE.exec(after)?.[0] ?? ''
  const dotted = DOTTED.exec(after)
  const dottedUnit = dotted && moneyUnit(dotted[1]!, units)
  if (dottedUnit) return { unit: dottedUnit, end: at + dotted[0].length }
  let words = 0
  for (const { 0: word, index } of after.slice(sign.length).matchAll(WORD)) {
    const before = after.slice(sign.length, sign.length + index)
    // Stops where another number, sentence or clause begins.
    if (/[\d.,;:!?()\n/]/.test(before) || ++words > 2 || beginsPeriod(word)) break
    const found = unitOf(word, units, before === '' && sign === '')
    if (found) return { unit: found.unit, end: at + sign.length + index + found.length }
  }
  const krona = sign === ':-' ? moneyUnit('kr', units) : undefined
  return krona && { unit: krona, end: at + sign.length }
}

/** Whole numbers are exact: two telephone numbers differ in their last digits. */
const isSame = (a: number, b: number) =>
  Number.isInteger(a) && Number.isInteger(b)
    ? a === b
    : Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))

/**
 * Whether two quantities can be the same. An unknown unit matches any unit, and a price without a
 * period that of any period.
 */
export function isSameQuantity(left: Quantity, right: Quantity): boolean {
  if (isOtherPeriod(left.period, right.period)) return false
  const known = left.unit && right.unit
  if (known && !isSameUnit(left.unit!, right.unit!)) return false
  if (!known && (left.unit === CLOCK || right.unit === CLOCK))
    return isSameTime(left.unit ? left : right, left.unit ? right : left)
  const scaled = ({ values, unit }: Quantity) =>
    values.map((value) => value * (known ? unit!.factor : 1))
  return scaled(left).some((a) => scaled(right).some((b) => isSame(a, b)))
}

/** Whether a number may be the hour of a time: `open from 9 to 6`. */
const isSameTime = (time: Quantity, bare: Quantity) =>
  time.values.some((minutes) =>
    bare.values.some(
      (hour) => minutes === hour * 60 || (hour < 12 && minutes === (hour + 12) * 60),
    ),
  )

/** Whether it counts something. */
export const isCounted = ({ isIdle }: Quantity): boolean => !isIdle
