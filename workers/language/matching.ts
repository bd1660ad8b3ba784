import * as stopwords from 'stopword'
import { hebrewForms } from '../../shared/text/hebrew.ts'
import { isNegation } from './negation.ts'
import { ASKING_WORDS, KIND_WORDS } from './questionWords.ts'
import { stemIn, type Word, wordsIn } from './tokenize.ts'

/**
 * The terms of a text, for comparing texts of any language: its words, folded.
 * @param language BCP 47; where it is given, the words' stems
 */
export function termsOf(text: string, language = ''): Set<string> {
  const terms = new Set<string>()
  for (const word of wordsIn(text)) terms.add(stemIn(language, word))
  return terms
}

/** The weight of a stop word or of a word by which people ask; a telling word weighs 1. */
export const STOP_WEIGHT = 0.05

/** The weight of terms that say a little: two characters of neighbouring words, an ending, `price`, `not`. */
const LITTLE_WEIGHT = 0.3

/**
 * The terms of a text, each with how much it tells, 0–1.
 * @param most different terms
 * @param asked by a question: its terms are stems, and words by which people ask tell little
 */
export function termsWithWeights(
  text: string,
  language: string,
  { most, asked = false }: { most: number; asked?: boolean },
): Map<string, number> {
  const terms = new Map<string, number>()
  for (const each of wordsIn(text.slice(0, MAX_LOOKED_AT))) {
    const term = stemIn(asked ? language : '', each)
    const weight = asked && isNegation(each.word, language) ? LITTLE_WEIGHT : weightOf(each, language, asked)
    if (terms.size < most || terms.has(term)) terms.set(term, Math.max(weight, terms.get(term) ?? 0))
  }
  return terms
}

function weightOf({ term, isWhole }: Word, language: string, asked: boolean): number {
  if (stopWordsOf(language).has(term) || HIRAGANA.test(term)) return STOP_WEIGHT
  if (asked && askingWordsOf(language).has(term)) return STOP_WEIGHT
  return isWhole && !(asked && kindWordsOf(language).has(term)) ? 1 : LITTLE_WEIGHT
}

/** Characters of a text that say what it is about. */
export const MAX_LOOKED_AT = 2_000
/** Endings and little words in Japanese; telling words are written in other scripts. */
const HIRAGANA = /^[\p{sc=Hira}ー]+$/u

/** How well two terms match, 0–1: 1 for the same, less for forms of a word, parts of a compound and slips of the pen. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const match = a.length < b.length ? likenessOf(a, b) : likenessOf(b, a)
  return match && (/\d/.test(a) || /\d/.test(b)) ? 0 : match
}

function likenessOf(short: string, long: string): number {
  const isFar = hasFarLetter(short)
  if (isFar && short.length >= 3 && SEMITIC.test(short)) {
    if ([long, ...hebrewForms(long)].some((form) => form === short || hebrewForms(short).includes(form)))
      return 0.8
    // After an article or a preposition that is written with its word, or with other vowels in it.
    const consonants = short.replace(LONG_VOWELS, '')
    if (long.endsWith(short) || (consonants.length >= 3 && consonants === long.replace(LONG_VOWELS, '')))
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

/** Those of Latin, Greek and Cyrillic come before all Hebrew, Arabic and Korean ones; marks are in no term. */
function hasFarLetter(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) >= FIRST_HEBREW) return true
  return false
}
const FIRST_HEBREW = 0x590

const SEMITIC = /[\p{scx=Arab}\p{scx=Hebr}]/u
/** Arabic and Hebrew make plurals and other forms of a word by its vowels. */
const LONG_VOWELS = /[اويוי]/g

/** In shorter words, another letter makes another word. */
const LONG_ENOUGH = 6

/** Whether one letter more, less or other, or two in each other's place, make one word of the other. */
function isSlip(short: string, long: string, same: number): boolean {
  const [rest, other] = [short.slice(same), long.slice(same)]
  if (short.length !== long.length) return rest === other.slice(1)
  return (
    rest.slice(1) === other.slice(1) ||
    (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
  )
}

/** The two of the words that a compound is made of; none, where it is not made of them. */
export function partsOf(compound: string, words: readonly string[]): string[] {
  if (compound.length < 2 * LEAST_PART || compound.length > MAX_COMPOUND) return []
  for (const first of words) {
    if (first.length < LEAST_PART || !compound.startsWith(first)) continue
    const rest = compound.slice(first.length)
    for (const second of words)
      for (const link of LINKS)
        if (rest.startsWith(link) && isPart(rest.slice(link.length), second)) return [first, second]
  }
  return []
}
const LEAST_PART = 4
const MAX_COMPOUND = 60
const LINKS = ['', 's', 'n', 'en', 'es', 'e']
const isPart = (rest: string, word: string) => rest.length >= LEAST_PART && similarity(rest, word) > 0.6

/** The names of languages in `stopword`. */
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

/** What `make` makes of a language, once. */
function once(make: (language: string) => Set<string>) {
  const made = new Map<string, Set<string>>()
  return (language: string): ReadonlySet<string> => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

/** Words of a language that say nothing about what a text is about. */
const stopWordsOf = once((language) => {
  const list = (stopwords as unknown as Record<string, string[]>)[CODES[language] ?? ''] ?? []
  return termsOfList(list)
})

const askingWordsOf = once((language) => termsOfList([ASKING_WORDS[language] ?? '']))

const kindWordsOf = once((language) => termsOfList([KIND_WORDS[language] ?? '']))
