import { memoize } from '../../shared/lib/async/memoize.ts'
import { CLOCK, clockTimesIn } from './clockTimes.ts'
import { asDigits, readingsOf } from './digits.ts'
import { firstWord, isArticle, numberKey, numberWordsOf } from './numberWords.ts'
import { numeralsIn } from './numerals.ts'
import { periodOf } from './periods.ts'
import { withPlainPrices } from './priceForms.ts'
import { isMoney, type Unit, type UnitWords, unitNamed, unitWordsOf } from './units.ts'
import { unitAround, withHalf } from './unitsAround.ts'
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
/** Matches fractions such as `2½`, which are normalized to `21⁄2`. */
const FRACTION = /(?<!\d)(\d{0,6})(\d)⁄(\d)(?!\d)/gu
/** Matches a word that may belong to a number, such as `twenty-one`. */
const SPELT = /[\p{L}\p{M}]+(?:[-’'][\p{L}\p{M}]+)*/gu
/** The most words of a number up to a hundred. */
const MAX_SPELT = 4
/** Matches the text between the ends of a range: `3 to 5 days`, `3–5 days`, `3 oder 5 Tage`. */
const BETWEEN =
  /^\s*(?:[-–—~〜～至到]|to|or|and|bis|oder|und|à|ou|et|a|o|y|e|al|tot|of|en|до|или|и|do|lub|i|až|nebo|til|till|eller|och|og|ila|ile|veya|ve|ja|tai|és|vagy|până|إلى|الى|أو|و|से|या|đến|hoặc|sampai|atau|から|부터|에서|또는|ถึง|หรือ)\s*$/iu
/** The most characters after a price that are read for its period. */
const MAX_TO_PERIOD = 60
/** The most numbers of a text whose periods are read. */
const MAX_PERIODS = 500
const CLAUSE_START = /[;!?\n(),.、。]/u

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
    const text = withPlainPrices(asDigits(key.slice(at + 1).slice(0, MAX_READ)))
      .replace(ADDRESS, ' ')
      .replace(ITEM, '$1')
    return { text, quantities: await new QuantityReader(text, key.slice(0, at)).read() }
  },
  { most: 1_000, longest: MAX_READ },
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
    for (const { 0: written, 1: whole, 2: upper, 3: lower, index } of this.#text.matchAll(FRACTION))
      this.#add(index, written, [[Number(whole || 0) + Number(upper) / Number(lower)]])
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

/** Whether it counts something. */
export const isCounted = ({ isIdle }: Quantity): boolean => !isIdle

/** Returns the values in the unit for comparing. */
export const scaledOf = ({ values, unit }: Quantity): number[] =>
  values.map((value) => value * (unit?.factor ?? 1))
