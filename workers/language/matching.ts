import * as stopwords from 'stopword'
import { lookUp } from '../../shared/lib/lookUp.ts'
import { hebrewForms } from '../../shared/lib/text/hebrew.ts'
import { isNegation } from './negation.ts'
import { ASKING_WORDS, KIND_WORDS } from './questionWords.ts'
import { eachWordIn, stemIn, type Word, wordsIn } from './tokenize.ts'

/**
 * Returns the terms of a text, for comparing texts of any language: its words, folded.
 * @param language BCP 47; with it, the terms are the words' stems
 */
export function termsOf(text: string, language = ''): Set<string> {
  const terms = new Set<string>()
  for (const word of wordsIn(text)) terms.add(stemIn(language, word))
  return terms
}

/** The weight of stop words and of question words. A content word weighs 1. */
export const STOP_WEIGHT = 0.05

/**
 * The weight of terms that say little: an ending, `price`, `not`, or a pair of characters from two
 * neighbouring words.
 */
const LITTLE_WEIGHT = 0.3

/**
 * Reads the terms of a text with their weights, 0–1.
 * @param most different terms
 * @param asked whether the text is a question: its terms are stems, and question words weigh little
 */
export function termsWithWeights(
  text: string,
  language: string,
  { most, asked = false }: { most: number; asked?: boolean },
): Map<string, number> {
  const terms = new Map<string, number>()
  let read = 0
  for (const each of eachWordIn(text.slice(0, MAX_LOOKED_AT))) {
    if (++read > MAX_WORDS && terms.size >= most) break
    const term = stemIn(asked ? language : '', each)
    const weight =
      asked && isNegation(each.word, language) ? LITTLE_WEIGHT : weightOf(each, language, asked)
    if (terms.size < most || terms.has(term))
      terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  }
  return terms
}

/** Whether a word of a question says what the question is about. */
export const isContentWord = ({ term, isWhole }: Word, language: string): boolean =>
  isWhole &&
  !stopWordsOf(language).has(term) &&
  !askingWordsOf(language).has(term) &&
  !HIRAGANA.test(term)

function weightOf({ term, isWhole }: Word, language: string, asked: boolean): number {
  if (stopWordsOf(language).has(term) || HIRAGANA.test(term)) return STOP_WEIGHT
  if (asked && askingWordsOf(language).has(term)) return STOP_WEIGHT
  return isWhole && !(asked && kindWordsOf(language).has(term)) ? 1 : LITTLE_WEIGHT
}

/** Once enough terms are found, words after these are not read: they could only raise a weight. */
const MAX_WORDS = 240
/** The most characters of a text that are read. The beginning says what a text is about. */
export const MAX_LOOKED_AT = 2_000
/** Japanese endings and function words. Content words are written in other scripts. */
const HIRAGANA = /^[\p{sc=Hira}ー]+$/u

/**
 * Returns how well two terms match, 0–1: 1 for equal terms, less for forms of a word, parts of a
 * compound and typing errors.
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  if (hasIdeographs(a, b)) return 0
  const match = a.length < b.length ? likenessOf(a, b) : likenessOf(b, a)
  return match && (/\d/.test(a) || /\d/.test(b)) ? 0 : match
}

/**
 * Whether one of the terms is one or two ideographs. These have no other forms, and skipping them
 * compares a Chinese text in a tenth of the time.
 */
function hasIdeographs(a: string, b: string): boolean {
  const short = a.length < b.length ? a : b
  return (
    short.length < 3 &&
    isIdeograph(short.charCodeAt(0)) &&
    isIdeograph(short.charCodeAt(short.length - 1))
  )
}
const isIdeograph = (code: number) => code >= 0x3400 && code < 0xa000

function likenessOf(short: string, long: string): number {
  const isFar = hasFarLetter(short)
  if (isFar && short.length >= 3 && SEMITIC.test(short)) {
    if (
      [long, ...hebrewForms(long)].some(
        (form) => form === short || hebrewForms(short).includes(form),
      )
    )
      return 0.8
    // The longer word may begin with an article or a preposition, or the vowels may differ.
    const consonants = short.replace(LONG_VOWELS, '')
    if (
      long.endsWith(short) ||
      (consonants.length >= 3 && consonants === long.replace(LONG_VOWELS, ''))
    )
      return 0.8
  }
  const isHangul = isFar && /\p{scx=Hang}/u.test(short)
  const least = isHangul ? 2 : 4
  if (short.length < least) return 0
  let same = 0
  while (same < short.length && short.charCodeAt(same) === long.charCodeAt(same)) same++
  const isWhole = same === short.length
  const share = isHangul || isWhole ? 0.5 : 0.6
  if (same >= least && same >= share * long.length) return 0.4 + (0.5 * same) / long.length
  if (short.length >= 5 && long.includes(short)) return 0.6
  return short.length >= LONG_ENOUGH && isSlip(short, long, same) ? 0.6 : 0
}

/**
 * Whether a word has a letter that follows Latin, Greek and Cyrillic in Unicode, as Hebrew, Arabic
 * and Korean letters do. Terms contain no combining marks.
 */
function hasFarLetter(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) >= FIRST_HEBREW) return true
  return false
}
const FIRST_HEBREW = 0x590

const SEMITIC = /[\p{scx=Arab}\p{scx=Hebr}]/u
/** Arabic and Hebrew change a word's vowels for its plural and other forms. */
const LONG_VOWELS = /[اويוי]/g

/** The shortest word that may have a typing error: a letter changes the sense of shorter words. */
const LONG_ENOUGH = 6

/** Whether two words differ by a letter that is added, missing or changed, or by a swapped pair. */
function isSlip(short: string, long: string, same: number): boolean {
  const [rest, other] = [short.slice(same), long.slice(same)]
  if (short.length !== long.length) return rest === other.slice(1)
  return (
    rest.slice(1) === other.slice(1) ||
    (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
  )
}

/** Finds two of the words that make up a compound; empty: no two do. */
export function partsOf(compound: string, words: readonly string[]): string[] {
  if (compound.length < MIN_FIRST_LETTERS + MIN_PART_LETTERS || compound.length > MAX_COMPOUND)
    return []
  for (const first of words) {
    if (first.length < MIN_FIRST_LETTERS || !compound.startsWith(first)) continue
    const rest = compound.slice(first.length)
    for (const second of words)
      for (const link of LINKS)
        if (rest.startsWith(link) && isPart(rest.slice(link.length), second)) return [first, second]
  }
  return []
}
const MIN_PART_LETTERS = 4
/** `Barzahlung` begins with `bar`. */
const MIN_FIRST_LETTERS = 3
const MAX_COMPOUND = 60
const LINKS = ['', 's', 'n', 'en', 'es', 'e']
const isPart = (rest: string, word: string) =>
  rest.length >= MIN_PART_LETTERS &&
  (similarity(rest, word) > 0.6 || similarity(rest, word.replace(VERB_PREFIX, '')) > 0.6)
/** The beginning of German and Dutch verbs that their nouns in compounds may lack: `bezahlen`. */
const VERB_PREFIX = /^(?:be|ver|er|ent)(?=\p{L}{4})/u

/** Maps language codes to the exports of the package `stopword`. */
const CODES: Record<string, string> = {
  ar: 'ara',
  bg: 'bul',
  bn: 'ben',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  gu: 'guj',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  it: 'ita',
  ja: 'jpn',
  ko: 'kor',
  lt: 'lit',
  lv: 'lat',
  mr: 'mar',
  ms: 'msa',
  nl: 'nld',
  no: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sv: 'swe',
  th: 'tha',
  tl: 'tgl',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  vi: 'vie',
  yo: 'yor',
  zh: 'zho',
  id: 'ind',
}

const termsOfList = (list: readonly string[]) => new Set(list.flatMap((word) => [...termsOf(word)]))

/** Caches what `make` returns for each language. */
function once(make: (language: string) => Set<string>) {
  const made = new Map<string, Set<string>>()
  return (language: string): ReadonlySet<string> => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** Returns the words of a language that say nothing about the subject of a text. */
const stopWordsOf = once((language) => {
  const list =
    lookUp(stopwords as unknown as Record<string, string[]>, lookUp(CODES, language) ?? '') ?? []
  return termsOfList(list)
})

/** @param word folded */
export const isStopWord = (word: string, language: string) => stopWordsOf(language).has(word)

const askingWordsOf = once((language) => termsOfList([lookUp(ASKING_WORDS, language) ?? '']))

const kindWordsOf = once((language) => termsOfList([lookUp(KIND_WORDS, language) ?? '']))
