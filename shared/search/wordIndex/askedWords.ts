import type { Alternative } from './terms.ts'

/** A word of a question. */
export interface AskedWord {
  /** The word as typed, without accents. */
  plain: string
  /** Its stems in all languages of the chunks, or the stems of the words that it may mean. */
  terms: readonly string[]
  /** The first letters of a longer word, shared by its other forms and compounds. */
  beginning: string | undefined
  /** The share of their weight that the terms score, 0–1. A guessed word counts less. */
  share: number
}

/**
 * The words that misspelled words may mean, likeliest first, by the misspelled words without
 * accents.
 */
export type Spellings = ReadonlyMap<string, readonly string[]>

/** Words that were searched for instead of a word of the question. */
export interface Reading {
  words: string
  /** The source of the equivalence. */
  kind: 'spelling' | 'abbreviation' | 'synonym'
}

/**
 * Words that were searched for, by the question's word or phrase that they replace; in lower case,
 * without accents.
 */
export type Readings = Map<string, Reading[]>

/** An equivalent of a word of a question, or of several words in a row. */
export interface SameMeaning extends Alternative {
  /** The index of the word in the question. */
  place: number
  /** The key in `Readings`: the question's words. */
  said: string
  /** The reading; all words of a row share this object. */
  reading: Reading
}
