import { termsOf } from '../language/matching.ts'

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
  const words = wordsOf(question.normalize('NFC'))
  const capital = words.filter(({ word, isFirst }) => !isFirst && CAPITAL.test(word))
  // A title, or somebody who shouts.
  const isTold = !CAPITAL_NOUNS.includes(language) && capital.length <= words.length / 2
  const isName = (word: string, isFirst: boolean) =>
    NUMBERED.test(word) || (isTold && !isFirst && CAPITAL.test(word) && !DAY.test(word))
  const names = words.flatMap(({ word, isFirst }) => (isName(word, isFirst) ? [word] : []))
  return new Set(names.flatMap((name) => [...termsOf(name, language)]))
}

/** Each with whether a sentence begins with it, where it has a capital whatever it is. */
function wordsOf(text: string): { word: string; isFirst: boolean }[] {
  let hasLetters = false
  return [...text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)].map(({ 0: word, index }) => {
    const before = text.slice(Math.max(0, index - MAX_BETWEEN), index)
    const isFirst = !hasLetters || /[.!?:;…]$/u.test(before.trimEnd()) || /[¿¡"«„“]$/u.test(before)
    hasLetters ||= /\p{L}/u.test(word)
    return { word, isFirst }
  })
}
/** Characters between two sentences. */
const MAX_BETWEEN = 10
