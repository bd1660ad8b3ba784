import type { Passage } from '../../shared/search/retrieval.ts'
import { coverageOf, goesOn, stemsWanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'

/**
 * The share of a question's content words that its best passage must have for a sure answer. If the
 * question has one to three words, the passage must have all. That is so for 58 to 71 % of XQuAD's
 * questions, and 99.9 % of these have found their paragraph (decision 39).
 */
const SURE = 0.7

/** A question, with its language, its predecessor and the languages of the knowledge. */
export interface AskedWords {
  question: string
  /** The question's language, BCP 47. */
  language: string
  /** The user's previous question; undefined: this is the first. */
  earlier: string | undefined
  /** The languages of the knowledge; empty: not known. */
  languages: readonly string[]
}

/**
 * Whether a question's own words have found its answer: the question does not continue another, is
 * in a language of the knowledge, and shares most of its content words with the best passage.
 */
export function isSureOf(best: Passage | undefined, asked: AskedWords): boolean {
  const { question, language, earlier, languages } = asked
  if (!best || (languages.length > 0 && !languages.includes(language))) return false
  if (earlier !== undefined && goesOn(question, language)) return false
  const words = new Map([...stemsWanted(question, language)].filter(([, weight]) => weight === 1))
  const said = [best.title, best.heading, best.text].filter(Boolean).join('\n')
  return coverageOf(words, termsOf(said, language), SURE) >= SURE
}
