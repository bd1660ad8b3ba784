import { withoutCourtesy } from '../../shared/languages/courtesy.ts'
import { ADDRESSES, languageOf } from '../../shared/lib/text/language.ts'
import { isContentWord } from '../language/matching.ts'
import { isNegation } from '../language/negation.ts'
import { stemIn, type Word, wordsIn } from '../language/tokenize.ts'

/** A content word of a question, or two content words that follow each other. */
export interface QuestionTerm {
  /**
   * Language and stem, or both stems in the order of the alphabet: `en:return`, `en:cost deliveri`.
   */
  term: string
  /** The words as they were written, in lower case: `returns`, `delivery cost`. */
  form: string
}

/** The most content words that are read. With their pairs, a question has at most 23 terms. */
const MAX_WORDS = 12
const MAX_CHARACTERS = 1_000
/**
 * Two content words are a pair if at most this many other words stand between them: `cost of the
 * delivery`.
 */
const MAX_BETWEEN = 2

/** Words that are numbers of orders, phones or dates: they differ in each question. */
const NUMBERED = /\d{3}|^\d+$/
const SENTENCE_ENDS = /[.!?…;:\n。！？؟]+/u

/**
 * Reads the content words of a question. The forms of a word have one term: `return` and `returns`
 * are `en:return`.
 * @param expected the question's likely language (BCP 47), such as the agent's
 * @param name the agent's, with which people greet it
 * @returns none for small talk
 */
export function questionTerms(
  question: string,
  expected: string | null,
  name = '',
): QuestionTerm[] {
  // An address is no subject, and a person's address must not become a topic.
  const written = question.slice(0, MAX_CHARACTERS).replace(ADDRESSES, ' ')
  const language = languageOf(written, expected)
  const text = withoutCourtesy(written, language, name)
  const terms = new Map<string, string>()
  let count = 0
  for (const sentence of text.split(SENTENCE_ENDS)) {
    let before: { stem: string; word: string; at: number } | undefined
    for (const [at, word] of wordsIn(sentence).entries()) {
      if (count === MAX_WORDS || !isNamed(word, language)) continue
      count++
      const stem = stemIn(language, word)
      add(terms, `${language}:${stem}`, word.word)
      if (before && before.stem !== stem && at - before.at - 1 <= MAX_BETWEEN)
        add(
          terms,
          `${language}:${[before.stem, stem].sort().join(' ')}`,
          together(before.word, word.word),
        )
      before = { stem, word: word.word, at }
    }
  }
  return [...terms].map(([term, form]) => ({ term, form }))
}

function add(terms: Map<string, string>, term: string, form: string) {
  if (!terms.has(term)) terms.set(term, form)
}

const together = (first: string, second: string) =>
  HAN.test(first + second) ? first + second : `${first} ${second}`
const HAN = /^\p{sc=Han}+$/u

/** Whether a word names something. A single letter does only in scripts of ideographs. */
const isNamed = (word: Word, language: string) =>
  isContentWord(word, language) &&
  !isNegation(word.word, language) &&
  !NUMBERED.test(word.term) &&
  (word.term.length > 1 || HAN.test(word.term))
