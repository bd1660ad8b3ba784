import { memoize } from '../../shared/lib/async/memoize.ts'
import { lookUp } from '../../shared/lib/lookUp.ts'
import { isStopWord } from '../language/matching.ts'
import {
  currencyNamesOf,
  currencySymbolsOf,
  englishSymbol,
  isCurrencyCode,
  symbolKey,
} from './currencies.ts'
import { MORE_UNIT_WORDS, WITH_ENDINGS, WITHOUT_BLANKS } from './unitWords.ts'

/** A unit, and the factor by which its numbers become numbers of the unit for comparing. */
export interface Unit {
  name: string
  factor: number
  /**
   * All that it may mean: `$` may be the dollars of many countries, and a `pound` a weight or
   * money. Without it, the unit means its name alone.
   */
  meanings?: readonly string[]
}

/** Whether two units can be the same. */
export function isSameUnit(left: Unit, right: Unit): boolean {
  const [some, others] = [meaningsOf(left), meaningsOf(right)]
  return some.some((meaning) => others.includes(meaning))
}
const meaningsOf = ({ name, meanings }: Unit) => meanings ?? [name]

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
  gigabit: { name: 'megabit', factor: 1_000 },
  degree: { name: 'degree', factor: 1, meanings: ['degree', 'celsius', 'fahrenheit'] },
}

/** Numbers with which a unit's word differs: `1 day`, `2 dni`, `5 dni`, `1.5 dnia`. */
const COUNTS = [1, 2, 5, 21, 1.5]

/** @param name such as `day`, as the Unicode CLDR names it in English */
export const unitNamed = (name: string): Unit => lookUp(COMPARED_IN, name) ?? { name, factor: 1 }

/** Returns money as a unit, named by its symbol: a text may say `$` or `USD`. */
const moneyOf = (codes: readonly string[]): Unit => ({
  name: englishSymbol(codes[0]!),
  factor: 1,
  meanings: codes,
})

/** Whether a unit is money, or may be: pounds are a weight, too. */
export const isMoney = ({ meanings }: Unit) => meanings?.some(isCurrencyCode) ?? false

export const isYear = (unit: Unit) => isUnit(unit, COMPARED_IN.year!)
export const isDay = (unit: Unit) => isUnit(unit, COMPARED_IN.day!)
const isUnit = ({ name, factor }: Unit, other: Unit) =>
  name === other.name && factor === other.factor

/** The words for units in a language. */
export interface UnitWords {
  /** In lower case, without a full stop at the end. */
  words: ReadonlyMap<string, Unit>
  /** Short forms that are words, too, so that they must follow a digit directly: `5in`, `5с`. */
  attached: ReadonlyMap<string, Unit>
  /** By `symbolKey`. */
  money: ReadonlyMap<string, readonly string[]>
  /** Whether a unit may begin a longer run of letters. */
  isWithoutBlanks: boolean
  /** Whether endings may follow a unit. */
  hasEndings: boolean
}

/** A few Chinese words may be taken for Japanese, and there are two kinds of Chinese writing. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  ja: ['zh-Hant', 'zh'],
  zh: ['ja', 'zh-Hant'],
}

interface Learned {
  words: Map<string, Unit>
  attached: Map<string, Unit>
}

/**
 * Returns the words for units in a language and in English, most of them from the Unicode CLDR.
 * @param language BCP 47
 */
export const unitWordsOf = memoize(
  (language): UnitWords => {
    const learned: Learned = { words: new Map(), attached: new Map() }
    for (const locale of new Set(['en', ...(lookUp(ALIKE, language) ?? []), language]))
      learnUnits(learned, locale)
    return {
      ...learned,
      money: currencySymbolsOf(language),
      isWithoutBlanks: WITHOUT_BLANKS.has(language),
      hasEndings: WITH_ENDINGS.has(language),
    }
  },
  { most: 50, longest: 20 },
)

function learnUnits({ words, attached }: Learned, locale: string) {
  const [language = ''] = locale.split('-')
  for (const unit of Intl.supportedValuesOf('unit'))
    for (const unitDisplay of ['short', 'long'] as const)
      for (const word of cldrWordsOf(locale, { unit, unitDisplay })) {
        const isShort = unitDisplay === 'short' && word.length <= 2
        const target = isShort && isStopWord(word, language) ? attached : words
        if (!isYearsShortForm(word)) target.set(word, unitNamed(unit))
      }
  for (const [unit, more] of Object.entries(lookUp(MORE_UNIT_WORDS, language) ?? {}))
    for (const word of more.split(' ')) words.set(word, unitNamed(unit))
  for (const [name, codes] of currencyNamesOf(locale)) {
    const weight = words.get(name)
    const isWeight = weight?.name === 'pound'
    words.set(name, isWeight ? { ...weight, meanings: ['pound', ...codes] } : moneyOf(codes))
  }
}

/** Returns the words of a unit. A unit on both sides of its number is left out: `섭씨 20도`. */
function cldrWordsOf(locale: string, options: Intl.NumberFormatOptions): Set<string> {
  const format = new Intl.NumberFormat(locale, { style: 'unit', ...options })
  const words = new Set<string>()
  for (const count of COUNTS) {
    const parts = format.formatToParts(count).filter(({ type }) => type === 'unit')
    const word = parts[0]!.value.trim().toLowerCase()
    if (parts.length === 1) words.add(isYearsShortForm(word) ? word : plainWord(word))
  }
  return words
}

/** In Russian, `г.` and `л.` are years, and without a full stop a gram and a liter. */
const isYearsShortForm = (word: string) => word === 'г.' || word === 'л.'

/** Removes the full stop of a short form, and the marks over and under Arabic letters. */
export const plainWord = (word: string) => word.replace(/[\u064b-\u0652]/gu, '').replace(/\.$/, '')

/** The fewest characters of a unit at the end of a compound: `Werktage`, `arbetsdagar`. */
const MIN_ENDING = 4
/** The most characters of the endings that follow a unit: `günlerinde`. */
const MAX_ENDINGS = 7
/** The most characters of a unit in a language without blanks. */
const LONGEST = 8

/**
 * Reads a word as a unit.
 * @param word as written; a currency's code has capital letters
 * @param isAttached whether it follows its number without a blank
 * @returns the unit, and how many characters of the word are it; undefined: the word is no unit
 */
export function unitOf(
  word: string,
  units: UnitWords,
  isAttached = false,
): { unit: Unit; length: number } | undefined {
  if (/^[%٪％]/u.test(word)) return { unit: unitNamed('percent'), length: 1 }
  if (/^°\p{L}/u.test(word)) {
    const unit = units.words.get(word.slice(0, 2).toLowerCase())
    return { unit: unit ?? unitNamed('degree'), length: 2 }
  }
  if (word.startsWith('°')) return { unit: unitNamed('degree'), length: 1 }
  for (const part of new Set([word, ...word.split(/['’]/u).slice(0, 1), ...word.split('-')])) {
    const money = moneyUnit(part, units)
    if (money) return { unit: money, length: word.length }
    const found = unitOfWord(plainWord(part.toLowerCase()), units, isAttached)
    if (found) return { unit: found.unit, length: found.isBegun ? found.length : word.length }
  }
  return undefined
}

interface ReadUnit {
  unit: Unit
  length: number
  /** Whether it begins a longer run of letters. */
  isBegun?: boolean
}

function unitOfWord(word: string, units: UnitWords, isAttached: boolean): ReadUnit | undefined {
  const { words } = units
  const own = words.get(word) ?? (isAttached ? units.attached.get(word) : undefined)
  if (own) return { unit: own, length: word.length }
  if (units.isWithoutBlanks)
    for (let end = Math.min(word.length, LONGEST); end >= 1; end--) {
      const begun = end > 1 || SIGN.test(word) ? words.get(word.slice(0, end)) : undefined
      if (begun) return { unit: begun, length: end, isBegun: true }
    }
  // Such as `in 14 Tagen`, `12-monatige` and `ريالا`.
  const ending = NUMBERS.has(word) ? undefined : ENDING.exec(word)?.[0]
  const ended = ending && words.get(word.slice(0, -ending.length))
  if (ended && word.length - ending.length >= MIN_ENDED) return { unit: ended, length: word.length }
  if (units.hasEndings)
    for (let end = word.length - 1; end >= 2 && end >= word.length - MAX_ENDINGS; end--) {
      const begun = words.get(word.slice(0, end))
      if (begun && /\p{L}/u.test(word)) return { unit: begun, length: word.length }
    }
  for (let at = 1; at <= word.length - MIN_ENDING; at++) {
    const last = words.get(word.slice(at))
    if (last) return { unit: last, length: word.length }
  }
  return undefined
}

/** Scripts in which one sign may be a unit. */
const SIGN = /^[\p{scx=Han}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}]/u
/** Endings of German adjectives and plurals, and of Arabic nouns after a number. */
const ENDING = /(?:e[nrsm]?|n|ا)$/u
/** Numbers that look like a unit with an ending: Italian weeks are `sett.`, too. */
const NUMBERS: ReadonlySet<string> = new Set(['sette'])
/** The fewest characters before such an ending. */
const MIN_ENDED = 3

/** Reads a symbol, a short form or a code of money: `$`, `us$`, `zł`, `CHF`. */
export function moneyUnit(word: string, { money }: UnitWords): Unit | undefined {
  if (isCurrencyCode(word)) return moneyOf([word])
  const codes = money.get(symbolKey(word))
  if (codes) return { ...moneyOf(codes), name: SYMBOL.exec(word)?.[0] ?? englishSymbol(codes[0]!) }
  const symbol = SYMBOL.exec(word)?.[0]
  if (!symbol) return undefined
  const known = money.get(symbol)
  return known ? moneyOf(known) : { name: symbol, factor: 1, meanings: [symbol] }
}
const SYMBOL = /\p{Sc}/u
