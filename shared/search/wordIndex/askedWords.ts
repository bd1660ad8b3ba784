import type { Alternative } from './terms.ts'

/** A word of a question. */
export interface AskedWord {
  /** As it was typed, without accents. */
  plain: string
  /** Its stems in all languages of the chunks, or those of the words that it may mean. */
  terms: readonly string[]
  /** The first letters of a longer word, which its other forms and compounds share. */
  beginning: string | undefined
  /**
   * The share of their weight that the terms score, 0–1: a word that is only guessed counts less.
   */
  share: number
}

/** The words that misspelled words may mean, the likeliest first; by the words without accents. */
export type Spellings = ReadonlyMap<string, readonly string[]>

/** Words that were searched for in place of a word of the question. */
export interface Reading {
  words: string
  /** How they are known to mean the same. */
  kind: 'spelling' | 'abbreviation' | 'synonym'
}

/**
 * Words that were searched for, by the question's word that they may mean, or by its words in a row
 * with blanks between; in lower case, without accents.
 */
export type Readings = Map<string, Reading[]>

/** What means the same as a word of a question, or as several in a row. */
export interface SameMeaning extends Alternative {
  /** The place of the word among those of the question. */
  place: number
  /** The question's words in `Readings`. */
  said: string
  /** The same object for all words of a row. */
  reading: Reading
}
