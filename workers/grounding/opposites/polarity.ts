import { memoize } from '../../../shared/lib/async/memoize.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { WITHOUT_BLANKS } from '../../figures/unitWords.ts'
import { isNegated } from '../../language/negation.ts'
import {
  ANTONYMS,
  AT_LEAST,
  AT_MOST,
  FREE,
  LATEST,
  OPPOSITE_ENDINGS,
  OPPOSITE_PREFIXES,
  SCALES,
} from './antonyms.ts'

/** A text as it is compared with its opposite. */
export interface PolarText {
  /** In lower case; expressions for `free` and for limits are single words. */
  plain: string
  words: readonly string[]
  isNegated: boolean
}

/** A word of a text, and whether the other text denies it by the opposite word. */
interface OpposedWord {
  /** The word of the first text; empty: it lacks the pair, and the other text has the `no` side. */
  word: string
}

/**
 * Reads a text.
 * @param language BCP 47
 */
export const polarTextOf = (text: string, language: string): PolarText =>
  readPolar(`${language} ${text}`)

/** Polite words that deny nothing. */
const NO_PROBLEM =
  /(?<!\p{L})(?:no (?:problem|worries)|kein problem|pas de (?:problème|souci)|sin problemas?|nessun problema|senza problemi|sem problemas?|geen probleem|inga problem|без проблем|nie ma (?:problemu|sprawy)|sorun değil)(?!\p{L})/gu

/** Memoized, because each sentence of a reply is compared with the same clauses. */
const readPolar = memoize(
  (key): PolarText => {
    const at = key.indexOf(' ')
    const language = key.slice(0, at)
    const whole = FREE.reduce(
      (text, free) => text.replace(free, ' gratis '),
      key
        .slice(at + 1)
        .normalize('NFKC')
        .toLowerCase()
        .replace(ANSWER, '')
        .replace(NO_PROBLEM, ' ')
        .replace(FRENCH_NOT, 'ne '),
    )
    const plain = whole
      .replace(AT_MOST, ' atmost ')
      .replace(AT_LEAST, ' atleast ')
      .replace(LATEST, ' ')
    // `non-refundable` is one word, as `nonrefundable` is.
    const joined = plain.replace(/(?<!\p{L})(non|un|nie|not)-(?=\p{L})/gu, '$1')
    return {
      plain: joined,
      words: joined.match(WORD)?.slice(0, MAX_WORDS) ?? [],
      isNegated: isNegated(plain, language),
    }
  },
  { most: 1_000, longest: 2_000 },
)
/** The elided `ne` of `nous n'acceptons pas`, which is the same negation as that of `ne sont pas`. */
const FRENCH_NOT = /(?<!\p{L})n['’](?=\p{L})/gu
/**
 * Answers before a sentence that says all: `No, we are closed on Sundays`. Thai has a blank behind
 * them.
 */
const ANSWER =
  /^\s{0,5}(?:ไม่(?:ได้|เปิด|มี|ใช่|ต้อง|สามารถ)?(?:ค่ะ|ครับ)?|ได้|ใช่|มี)(?:ค่ะ|ครับ)?(?:\s{1,3}|[,.!])|^\s{0,5}(?:no|yes|nein|ja|non|oui|sí|si|não|sim|nie|tak|нет|да|ні|так|hayır|evet|لا|نعم|いいえ|はい|아니요|네|不|不是|不可以|不能|不行|是的|可以|可以的|能|行|नहीं|हाँ|nee|nej|ne|ano)\s?[,.!،、，。–—-]\s{0,3}/u
/** Returns a sentence without the `yes` or `no` before it. */
export const withoutAnswer = (sentence: string): string => sentence.replace(ANSWER_AS_WRITTEN, '')
const ANSWER_AS_WRITTEN = new RegExp(ANSWER.source, 'iu')
const WORD = /[\p{L}\p{M}]{1,60}/gu
/** The most words of a text that are compared. */
const MAX_WORDS = 120

/**
 * Whether a text says that something is open; false: closed; undefined: neither, or both.
 * @param language BCP 47
 */
export const isOpenIn = (text: string, language: string): boolean | undefined =>
  isAffirmedIn(polarTextOf(text, language), 'opening', language)

/**
 * Whether a text affirms what the named pairs of opposites are about, such as that something is
 * allowed; false: it denies that; undefined: neither, or both.
 * @param language BCP 47
 */
export function isAffirmedIn(
  text: PolarText,
  name: PairName,
  language: string,
): boolean | undefined {
  const pairs = pairsOf(language).filter((pair) => pair.name === name)
  const [yes, no] = [pairs.some((pair) => pair.yes(text)), pairs.some((pair) => pair.no(text))]
  return yes === no ? undefined : yes !== text.isNegated
}

/** What a pair of opposites states or denies, where all languages have a word for it. */
export type PairName = 'opening' | 'permission' | 'inclusion' | 'availability'

type Side = (text: PolarText) => string | undefined
interface Pair {
  name: string | undefined
  yes: Side
  no: Side
  /** Whether its sides are the ends of a scale, such as `before` and `after`. */
  isScale: boolean
}

const pairsOf = memoize(
  (language): readonly Pair[] =>
    (lookUp(ANTONYMS, language) ?? '')
      .split(';')
      .filter(Boolean)
      .map((pair) => {
        const [, name, sides] = NAMED_PAIR.exec(pair)!
        const [yes = '', no = ''] = sides!.split('|').map((side) => side.trim())
        const isScale = no.split(/\s+/u).some((word) => SCALES.has(word))
        return { name, yes: sideOf(yes, no, language), no: sideOf(no, yes, language), isScale }
      }),
  { most: 50, longest: 20 },
)

const NAMED_PAIR = /^\s*(?:([a-z]+): )?(.*)$/su

/** Returns a function that finds a word of one side in a text. */
function sideOf(side: string, other: string, language: string): Side {
  const words = side.split(/\s+/u)
  if (WITHOUT_BLANKS.has(language)) {
    // Thai `open` ends with `closed`.
    const longer = other.split(/\s+/u).filter((its) => words.some((word) => its.includes(word)))
    const rest = (plain: string) => longer.reduce((text, word) => text.replaceAll(word, ' '), plain)
    return ({ plain }) => {
      const text = rest(plain)
      return words.find((word) => text.includes(word))
    }
  }
  const whole = new Set(words.filter((word) => !word.endsWith('*')))
  const begun = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
  return (text) =>
    text.words.find((word) => whole.has(word) || begun.some((stem) => word.startsWith(stem)))
}

/**
 * Finds the words of a text whose opposites the other text has: `open` if it has `closed`, and
 * `used` if it has `unused`.
 */
export function opposedWords(text: PolarText, other: PolarText, language: string): OpposedWord[] {
  const found: OpposedWord[] = []
  for (const { yes, no, isScale } of pairsOf(language)) {
    const [here, there] = [
      { yes: yes(text), no: no(text) },
      { yes: yes(other), no: no(other) },
    ]
    if (here.yes && !here.no && there.no && !there.yes) found.push({ word: here.yes })
    else if (here.no && !here.yes && there.yes && !there.no) found.push({ word: here.no })
    // `Dogs are forbidden` says the same as `no dogs`.
    else if (!isScale && here.no && !here.yes && !there.yes && !there.no && other.isNegated)
      found.push({ word: here.no })
    else if (!isScale && there.no && !there.yes && !here.yes && !here.no && text.isNegated)
      found.push({ word: '' })
  }
  return found.length ? found : [...opposedByForm(text, other, language)]
}

function* opposedByForm(text: PolarText, other: PolarText, language: string) {
  const prefixes = lookUp(OPPOSITE_PREFIXES, language)
  const endings = lookUp(OPPOSITE_ENDINGS, language)
  if (!prefixes && !endings) return
  const isOpposite = (negated: string, plain: string) =>
    prefixes?.some(
      (prefix) => negated.startsWith(prefix) && isForm(negated.slice(prefix.length), plain),
    ) ||
    (endings && isTakenAway(negated, plain, endings))
  for (const word of text.words) {
    if (other.words.includes(word)) continue
    const there = other.words.find(
      (its) =>
        !text.words.includes(its) &&
        (isOpposite(word, its) || isOpposite(its, word)) &&
        // Otherwise it is a negation already.
        isNegated(word, language) === isNegated(its, language),
    )
    if (there) yield { word }
  }
}

/** The fewest letters of a word that a prefix may make its opposite: `unless` is not for `less`. */
const MIN_LETTERS = 4
const NOT_OPPOSED = new Set(['unless', 'until', 'under', 'inform', 'inside', 'install', 'invest'])

/** Whether two words are equal, or forms of one word that differ in a short ending. */
function isForm(rest: string, word: string): boolean {
  if (rest.length < MIN_LETTERS || NOT_OPPOSED.has(`un${rest}`) || NOT_OPPOSED.has(`in${rest}`))
    return false
  if (rest === word) return true
  const same = Math.max(MIN_LETTERS + 1, Math.max(rest.length, word.length) - 3)
  return rest.length >= same && word.length >= same && rest.slice(0, same) === word.slice(0, same)
}

function isTakenAway(negated: string, plain: string, [without, having]: readonly [RegExp, RegExp]) {
  if (!without.test(negated)) return false
  const stem = negated.replace(without, '')
  return stem.length >= MIN_LETTERS - 1 && stem === plain.replace(having, '')
}

/**
 * Whether two texts about the same thing say the opposite.
 * @param opposed the words that `opposedWords` finds
 */
export const areOpposite = (
  left: PolarText,
  right: PolarText,
  opposed: readonly OpposedWord[],
  language: string,
): boolean => areNegatedApart(left, right, language) !== (opposed.length % 2 === 1)

/** Whether one of two texts is negated. What both deny does not count: `without a receipt`. */
function areNegatedApart(left: PolarText, right: PolarText, language: string): boolean {
  if (!left.isNegated || !right.isNegated) return left.isNegated !== right.isNegated
  const shared = new Set(
    left.words.filter((word) => right.words.includes(word) && isNegated(word, language)),
  )
  if (shared.size === 0) return false
  const rest = ({ words }: PolarText) =>
    isNegated(words.filter((word) => !shared.has(word)).join(' '), language)
  return rest(left) !== rest(right)
}
