import { stemsWanted, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { isNegation } from '../language/negation.ts'
import { withoutAddresses } from './argumentsIn.ts'
import { isNumberWord, withPlainSigns } from './numberWords.ts'

/** Returns the share of the words of both texts that both have, 0–1, little words included. */
export function sharedWords(left: string, right: string, language: string): number {
  const [own, other] = [left, right].map((text) => withoutCodes(termsOf(text, language)))
  const both = [...own!].filter((term) => other!.has(term)).length
  return both / Math.max(1, own!.size, other!.size)
}

const withoutCodes = (terms: Iterable<string>) =>
  new Set([...terms].filter((term) => !/\d/.test(term) && !isNumberWord(term)))

/** The least weight of a word that says what a sentence is about. Words such as `pay` weigh little. */
const MIN_WEIGHT = 0.3
const IDEOGRAPHS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+$/u

/** Words for `yet`, `already`, `now` and `today`, which lists of stop words lack. */
const TIME_WORDS = new Set(
  'yet already now today still finally schon bereits jetzt heute noch endlich déjà encore maintenant enfin ya todavía aún ahora hoy già ancora adesso oggi já ainda agora hoje al nog nu vandaag już jeszcze teraz dziś redan ännu idag allerede ennå už ještě teď dnes уже ещё еще сейчас сегодня вже ще зараз сьогодні вече още сега днес'.split(
    ' ',
  ),
)

/** Returns the words that say what a text is about, without its codes. */
export function subjectOf(written: string, language: string): Wanted {
  const text = withPlainSigns(withoutAddresses(written))
  const little = new Set(
    text
      .toLowerCase()
      .match(WORD)
      ?.filter((word) => isNegation(word, language) || TIME_WORDS.has(word) || isNumberWord(word)),
  )
  const ignored = termsOf([...little].join(' '), language)
  const isSubject = (term: string, weight: number) =>
    !/\d/.test(term) &&
    !isNumberWord(term) &&
    !ignored.has(term) &&
    // A light pair of ideographs belongs to two words.
    (weight === 1 || (weight >= MIN_WEIGHT && !IDEOGRAPHS.test(term)))
  return new Map(
    [...stemsWanted(text, language)].filter(([term, weight]) => isSubject(term, weight)),
  )
}
const WORD = /[\p{L}\p{M}]+/gu

/** Makes all words count alike. */
export const asContent = (wanted: Wanted): Wanted =>
  new Map([...wanted.keys()].map((term) => [term, 1]))

export const hasSubject = (text: string, language: string) => subjectOf(text, language).size > 0
