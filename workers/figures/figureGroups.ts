import { contentStemsOf, stemsWanted } from '../language/coverage.ts'
import { CLOCK } from './clockTimes.ts'
import { isCounted, type Quantity } from './quantities.ts'
import { isSameQuantity } from './sameQuantity.ts'
import { isMoney, unitOf, unitWordsOf } from './units.ts'

/** The figures of a sentence that count the same kind of thing, such as its prices or days. */
export interface FigureGroup {
  figures: Quantity[]
  /** Whether they are limits, not values: `up to 5 days`, `from €5`. */
  limit: 'most' | 'least' | null
}

/**
 * The figures of a sentence, grouped by the thing that they count. Numbers that are names, such as
 * years, have the key `NAMING`.
 */
export type SentenceFigures = ReadonlyMap<string, FigureGroup>

export const NAMING = 'number'

const YEAR = /^(?:19|20)\d\d$/
const NEXT_WORD = /^[^\S\n]?([\p{L}\p{M}]{1,40})/u
const INNER_WORDS = /[\p{L}\p{M}]{1,40}/gu
const CURRENCY = /(?:\p{Sc}|(?<!\p{Lu})[A-Z]{3})\s?$/u
/** The most characters around a number that are read for its limit, its noun and its currency. */
export const AROUND = 28

/** Words before a number that make it a least or a most value. A currency may stand between. */
const AT_LEAST =
  /(?<![\p{L}\p{M}])(?:at\sleast|no\sless\sthan|from|over|more\sthan|above|ab|mindestens|über|mehr\sals|à\spartir\sde|au\smoins|plus\sde|desde|al\smenos|más\sde|a\spartir\sde|almeno|oltre|da|pelo\smenos|mais\sde|vanaf|minstens|meer\sdan|od|co\snajmniej|ponad|от|не\sменее|более|från|minst|fra|mindst|最低|最少|至少|超过)\s?(?:\p{Sc}|[a-z]{3})?\s?$/iu
const AT_MOST =
  /(?<![\p{L}\p{M}])(?:up\sto|within|at\smost|no\smore\sthan|under|below|less\sthan|until|bis|bis\szu|höchstens|maximal|innerhalb\svon|binnen|unter|weniger\sals|jusqu.à|au\splus|moins\sde|sous|hasta|como\smáximo|menos\sde|dentro\sde|fino\sa|entro|meno\sdi|até|no\smáximo|tot|hoogstens|minder\sdan|do|maksymalnie|w\sciągu|до|не\sболее|в\sтечение|upp\still|inom|högst|op\stil|inden\sfor|højst|最大|最多|最长|最長)\s?(?:\p{Sc}|[a-z]{3})?\s?$/iu
/** Words after a number that make it a least or a most value. */
const OR_MORE =
  /^\s?(?:or (?:more|longer|above)|oder (?:mehr|länger)|ou plus|o más|o più|以上|이상)/u
const OR_LESS =
  /^\s?(?:or (?:less|fewer|below)|oder weniger|ou moins|o menos|o meno|以内|以下|まで|이내|이하|之内)/u

/**
 * Groups the figures of a sentence by the thing that they count.
 * @param sentence normalized by NFKC
 * @param language BCP 47
 */
export function groupFigures(
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
      // Two figures of one kind are the ends of a range, not a limit.
      group.limit = null
    } else groups.set(key, { figures: [figure], limit: limitOf(left, right) })
  }
  return groups
}

const isBare = ({ written, number }: Quantity) => written === number

/** Returns the other end of a range, which has the unit of both: `3 to 5 working days`. */
const unitedWith = (quantity: Quantity, next: Quantity | undefined) =>
  quantity.unit && isBare(quantity) && next?.unit?.name === quantity.unit.name ? next : quantity

function keyOf(quantity: Quantity, left: string, right: string, language: string): string {
  const { unit, number } = quantity
  if (unit) return [unit.name, ...kindOfUnit(quantity, language)].join(' ')
  const noun = NEXT_WORD.exec(right)?.[1]
  const name = left.endsWith(' ') ? left.slice(left.lastIndexOf(' ', left.length - 2) + 1, -1) : ''
  const isName = name && /^\p{Lu}/u.test(name) && isContentWord(name, language)
  if (!noun || isName || YEAR.test(number) || left.endsWith('第')) return NAMING
  // In scripts without blanks, a counter follows its number directly.
  if (IDEOGRAPH.test(noun)) return NUMBERING.test(noun) ? NAMING : `#${[...noun][0]}`
  return isContentWord(noun, language) ? `#${stemOf(noun, language)}` : NAMING
}

const IDEOGRAPH = /^[\p{scx=Han}\p{scx=Kana}]/u
/** Counters after numbers that are names, such as those of floors, districts and versions. */
const NUMBERING = /^[号號番区區線线楼樓階阶期章条條版級级]/u

/** Returns words that change the unit: three working days may be five days. */
function kindOfUnit({ unit, written, number }: Quantity, language: string): string[] {
  if (unit === CLOCK || isMoney(unit!)) return []
  const units = unitWordsOf(language)
  return (written.slice(number.length).toLowerCase().match(INNER_WORDS) ?? []).filter(
    (word) => !unitOf(word, units),
  )
}

const isContentWord = (word: string, language: string) => contentStemsOf(word, language).size > 0
const stemOf = (word: string, language: string) => [...stemsWanted(word, language).keys()].join(' ')

/** Reads whether the words around a figure make it a limit: `up to 5 days`, `from €5`. */
export function limitOf(left: string, right: string): FigureGroup['limit'] {
  if (AT_LEAST.test(left) || OR_MORE.test(right)) return 'least'
  return AT_MOST.test(left) || OR_LESS.test(right) ? 'most' : null
}

/**
 * Finds the only thing for which two sentences give different figures.
 * @returns its key; undefined: they differ in nothing, or in several things, so that they may have
 *   different subjects
 */
export function onlyDifference(left: SentenceFigures, right: SentenceFigures): string | undefined {
  if (left.size !== right.size) return undefined
  let different: string | undefined
  for (const [key, group] of left) {
    const same = right.get(key)
    if (!same) return undefined
    if (isSameGroup(group, same)) continue
    if (different !== undefined || key === NAMING || !areApart(group, same)) return undefined
    different = key
  }
  return different
}

const isSameGroup = (left: FigureGroup, right: FigureGroup) =>
  left.limit === right.limit && hasAll(left, right) && hasAll(right, left)
const hasAll = ({ figures }: FigureGroup, right: FigureGroup) =>
  right.figures.every((wanted) => figures.some((figure) => isSameQuantity(figure, wanted)))

/**
 * Whether no value satisfies both groups. None satisfies `3 days` and `5 days`; 4 days satisfy `3
 * to 5 days` and `up to 4 days`.
 */
export function areApart(left: FigureGroup, right: FigureGroup): boolean {
  if (left.figures.some((figure) => right.figures.some((its) => isSameQuantity(figure, its))))
    return false
  if (left.limit === right.limit && left.figures.length === 1 && right.figures.length === 1)
    return true
  // Opening hours are exact: 9 to 18 contradicts 10 to 17.
  if (left.figures[0]!.unit === CLOCK) return true
  return READINGS.every((at) => {
    const [a, b] = [spanOf(left, at), spanOf(right, at)]
    return a.most < b.least || b.most < a.least
  })
}
/** The two readings of `1.000`, 1000 and 1: groups must be apart in both. */
const READINGS = [0, -1]

function spanOf({ figures, limit }: FigureGroup, reading: number): { least: number; most: number } {
  const values = figures.map(({ values, unit }) => values.at(reading)! * (unit?.factor ?? 1))
  return {
    least: limit === 'most' ? Number.NEGATIVE_INFINITY : Math.min(...values),
    most: limit === 'least' ? Number.POSITIVE_INFINITY : Math.max(...values),
  }
}
