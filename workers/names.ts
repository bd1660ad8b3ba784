import { termsOf } from './matching.ts'

/** Acronyms are no names here: they are spelled out as often. And in German, all nouns begin with a capital. */
const CAPITAL = /^\p{Lu}\p{M}*\p{Ll}/u
const CAPITAL_NOUNS = ['de', 'lb']

/** English ones have a capital, and what is open daily is open on Mondays. */
const DAY =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)$/

/** A year, or a model; not `500g`. */
const NUMBERED = /^(?:(?:1\d|20)\d\d|\p{L}+\p{Nd}[\p{L}\p{Nd}]*)$/u

/**
 * The terms of a question that name what it is about: words with a capital within a sentence, years, and models.
 * @param language BCP 47
 */
export function namesIn(question: string, language: string): Set<string> {
  const words = [
    ...question.normalize('NFC').matchAll(/(?<![.!?:;…]\s*|[¿¡"«„“]|^[^\p{L}]*)[\p{L}\p{M}\p{Nd}]+/gu),
  ].map(([word]) => word)
  const capital = words.filter((word) => CAPITAL.test(word))
  // A title, or somebody who shouts.
  const isTold = !CAPITAL_NOUNS.includes(language) && capital.length <= words.length / 2
  const names = words.filter(
    (word) => NUMBERED.test(word) || (isTold && CAPITAL.test(word) && !DAY.test(word)),
  )
  return new Set(names.flatMap((name) => [...termsOf(name, language)]))
}
