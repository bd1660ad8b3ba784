import { memoize } from '../../shared/lib/async/memoize.ts'
import { stemsWanted } from '../language/coverage.ts'
import { CLOCK, isCounted, isSameQuantity, type Quantity } from './quantities.ts'
import { knownUnit, unitWordsOf } from './units.ts'

/** The figures of a sentence that count the same thing: its prices, its days, its seats. */
export interface FigureGroup {
  figures: Quantity[]
  /** Whether they are limits, not values: `up to 5 days`, `from €5`. */
  limit: 'most' | 'least' | null
}

/**
 * The figures of a sentence, by what they count. Numbers that name something, such as years, are
 * under `NAMING`.
 */
export type SentenceFigures = ReadonlyMap<string, FigureGroup>

export const NAMING = 'number'

const YEAR = /^(?:19|20)\d\d$/
const NEXT_WORD = /^[^\S\n]?([\p{L}\p{M}]{1,40})/u
const INNER_WORDS = /[\p{L}\p{M}]{1,40}/gu
const CURRENCY = /(?:\p{Sc}|(?<!\p{Lu})[A-Z]{3})\s?$/u
/** The most characters around a number that are read for its limit, its noun and its currency. */
const AROUND = 28

/** Words before a number that make it the least or the most; a currency may stand between. */
const AT_LEAST =
  /(?<![\p{L}\p{M}])(?:at\sleast|no\sless\sthan|from|over|more\sthan|above|ab|mindestens|über|mehr\sals|à\spartir\sde|au\smoins|plus\sde|desde|al\smenos|más\sde|a\spartir\sde|almeno|oltre|da|pelo\smenos|mais\sde|vanaf|minstens|meer\sdan|od|co\snajmniej|ponad|от|не\sменее|более|från|minst|fra|mindst|最低|最少|至少|超过)\s?(?:\p{Sc}|[a-z]{3})?\s?$/iu
const AT_MOST =
  /(?<![\p{L}\p{M}])(?:up\sto|within|at\smost|no\smore\sthan|under|below|less\sthan|until|bis|bis\szu|höchstens|maximal|innerhalb\svon|binnen|unter|weniger\sals|jusqu.à|au\splus|moins\sde|sous|hasta|como\smáximo|menos\sde|dentro\sde|fino\sa|entro|meno\sdi|até|no\smáximo|tot|hoogstens|minder\sdan|do|maksymalnie|w\sciągu|до|не\sболее|в\sтечение|upp\still|inom|högst|op\stil|inden\sfor|højst|最大|最多|最长|最長)\s?(?:\p{Sc}|[a-z]{3})?\s?$/iu
/** Words behind a number that do the same. */
const OR_MORE =
  /^\s?(?:or (?:more|longer|above)|oder (?:mehr|länger)|ou plus|o más|o più|以上|이상)/u
const OR_LESS =
  /^\s?(?:or (?:less|fewer|below)|oder weniger|ou moins|o menos|o meno|以内|以下|まで|이내|이하|之内)/u

/**
 * Sorts the figures of a sentence by what they count.
 * @param sentence normalized by NFKC
 * @param language BCP 47
 */
export function figuresOf(
  sentence: string,
  quantities: readonly Quantity[],
  language: string,
): SentenceFigures {
  const groups = new Map<string, FigureGroup>()
  let end = 0
  for (const [at, quantity] of quantities.entries()) {
    // A number in words without a unit may count nothing: `one of them`.
    if (!isCounted(quantity)) continue
    const found = sentence.indexOf(quantity.written, end)
    const start = found < 0 ? end : found
    end = found < 0 ? end : found + quantity.written.length
    const left = sentence.slice(Math.max(0, start - AROUND), start)
    const right = sentence.slice(end, end + AROUND)
    const key = keyOf(unitedWith(quantity, quantities[at + 1]), left, right, language)
    const money = quantity.unit && isBare(quantity) ? (CURRENCY.exec(left)?.[0] ?? '') : ''
    const figure = { ...quantity, written: money + quantity.written }
    const group = groups.get(key)
    if (group) {
      group.figures.push(figure)
      // A range has both ends.
      group.limit = null
    } else groups.set(key, { figures: [figure], limit: limitOf(left, right) })
  }
  return groups
}

const isBare = ({ written, number }: Quantity) => written === number

/** `3 to 5 working days`: the first end of a range counts what its other end counts. */
const unitedWith = (quantity: Quantity, next: Quantity | undefined) =>
  quantity.unit && isBare(quantity) && next?.unit?.name === quantity.unit.name ? next : quantity

function keyOf(quantity: Quantity, left: string, right: string, language: string): string {
  const { unit, number } = quantity
  if (unit) return [unit.name, ...kindOfUnit(quantity, language)].join(' ')
  const noun = NEXT_WORD.exec(right)?.[1]
  const name = left.endsWith(' ') ? left.slice(left.lastIndexOf(' ', left.length - 2) + 1, -1) : ''
  const isName = name && /^\p{Lu}/u.test(name) && isContentWord(name, language)
  if (!noun || isName || YEAR.test(number) || left.endsWith('第')) return NAMING
  // Scripts without blanks have their counters right behind the number.
  if (IDEOGRAPH.test(noun)) return NUMBERING.test(noun) ? NAMING : `#${[...noun][0]}`
  return isContentWord(noun, language) ? `#${stemOf(noun, language)}` : NAMING
}

const IDEOGRAPH = /^[\p{scx=Han}\p{scx=Kana}]/u
/** Counters of what has a number as its name: floors, districts, versions. */
const NUMBERING = /^[号號番区區線线楼樓階阶期章条條版級级]/u

/** The words that make another unit of it: three working days may be five days. */
function kindOfUnit({ unit, written, number }: Quantity, language: string): string[] {
  if (unit === CLOCK || MONEY.test(unit!.name)) return []
  const known = [unitWordsOf(language), unitWordsOf('en')]
  return (written.slice(number.length).toLowerCase().match(INNER_WORDS) ?? []).filter(
    (word) => !known.some((words) => knownUnit(word, words)),
  )
}

const MONEY = /^(?:\p{Sc}|[A-Z]{3}$)/u

const wordsOf = memoize(
  (text) => {
    const at = text.indexOf(' ')
    return stemsWanted(text.slice(at + 1), text.slice(0, at))
  },
  { most: 500, longest: 60 },
)
const isContentWord = (word: string, language: string) =>
  [...wordsOf(`${language} ${word}`).values()].some((weight) => weight === 1)
const stemOf = (word: string, language: string) =>
  [...wordsOf(`${language} ${word}`).keys()].join(' ')

function limitOf(left: string, right: string): FigureGroup['limit'] {
  if (AT_LEAST.test(left) || OR_MORE.test(right)) return 'least'
  return AT_MOST.test(left) || OR_LESS.test(right) ? 'most' : null
}

/**
 * Finds what two sentences count differently, if it is one thing alone.
 * @returns its key; undefined: nothing, or more than one thing, so that they may be about
 *   different things
 */
export function onlyDifference(one: SentenceFigures, other: SentenceFigures): string | undefined {
  if (one.size !== other.size) return undefined
  let different: string | undefined
  for (const [key, group] of one) {
    const same = other.get(key)
    if (!same) return undefined
    if (isSameGroup(group, same)) continue
    if (different !== undefined || key === NAMING || !areApart(group, same)) return undefined
    different = key
  }
  return different
}

const isSameGroup = (one: FigureGroup, other: FigureGroup) =>
  one.limit === other.limit && hasAll(one, other) && hasAll(other, one)
const hasAll = ({ figures }: FigureGroup, other: FigureGroup) =>
  other.figures.every((wanted) => figures.some((figure) => isSameQuantity(figure, wanted)))

/**
 * Whether no value can be both: `3 days` and `5 days`, but not `3 to 5 days` and `up to 4 days`.
 */
export function areApart(one: FigureGroup, other: FigureGroup): boolean {
  if (one.figures.some((figure) => other.figures.some((its) => isSameQuantity(figure, its))))
    return false
  if (one.limit === other.limit && one.figures.length === 1 && other.figures.length === 1)
    return true
  // The hours of a day are stated as they are: 9 to 18 is not 10 to 17.
  if (one.figures[0]!.unit === CLOCK) return true
  return READINGS.every((at) => {
    const [a, b] = [spanOf(one, at), spanOf(other, at)]
    return a.most < b.least || b.most < a.least
  })
}
/** `1.000` is 1000 or 1: what is apart must be so for both. */
const READINGS = [0, -1]

function spanOf({ figures, limit }: FigureGroup, reading: number): { least: number; most: number } {
  const values = figures.map(({ values, unit }) => values.at(reading)! * (unit?.factor ?? 1))
  return {
    least: limit === 'most' ? Number.NEGATIVE_INFINITY : Math.min(...values),
    most: limit === 'least' ? Number.POSITIVE_INFINITY : Math.max(...values),
  }
}
