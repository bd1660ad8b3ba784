import { lookUp } from '../lookUp.ts'

/** PostgreSQL's names of the languages that it can stem since version 14, by BCP 47 code. */
const STEMMED: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/** The name for any other language: its words are indexed unstemmed. */
export const UNSTEMMED = 'simple'

/** Every name that `stemsOf` can return. */
export const STEMS = [...new Set([...Object.values(STEMMED), UNSTEMMED])]

/** Returns PostgreSQL's name for the stems of a language. @param code as `languageOf` returns it */
export const stemsOf = (code: string) => lookUp(STEMMED, code) ?? UNSTEMMED

const CODES = new Map(Object.entries(STEMMED).map(([code, stems]) => [stems, code]))

/**
 * Returns the language of stems, as `languageOf` does; undefined for `UNSTEMMED`, which many
 * languages share.
 */
export const languageOfStems = (stems: string): string | undefined => CODES.get(stems)
