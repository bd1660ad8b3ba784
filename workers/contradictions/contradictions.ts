import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { memoize } from '../../shared/lib/async/memoize.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { questionKey } from '../../shared/lib/text/terms.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { areApart, onlyDifference } from '../figures/figureGroups.ts'
import { stemsWanted } from '../language/coverage.ts'
import { similarity, termsOf } from '../language/matching.ts'
import { type FiguredSentence, figuredSentencesOf, questionOf } from './figuredSentences.ts'

/** A sentence that contradicts another, and its figures. */
export interface StatedFigures {
  source: Passage
  /** Word for word, at most 400 characters. */
  sentence: string
  /** The figures that differ, as the sentence has them, at most 10. */
  figures: string[]
}

/** Two sentences of different passages that differ only in their figures. */
export type Contradiction = readonly [StatedFigures, StatedFigures]

/** The most passages that are compared, best first. */
export const MAX_SOURCES = 8
const MAX_FOUND = 5
const MAX_FIGURES = 10
/** The least similarity of stems that are forms of one word. */
const AKIN = 0.72

/**
 * Finds figures on which the sources of a reply disagree: sentences of two passages that answer the
 * question, have the same words, and give different figures of one unit. Ignores sentences that a
 * name, a place, another number or a heading may distinguish.
 * @param sources best first; only the first 8 are read, and 4,000 characters of each
 * @param expected the likely language of the question, BCP 47
 * @param yieldLoop called before each source is read: one takes up to 5 ms
 * @returns at most 5
 */
export async function findContradictions(
  question: string,
  sources: readonly Passage[],
  expected: string | null,
  yieldLoop: YieldLoop = NEVER_YIELD,
): Promise<Contradiction[]> {
  const read = sources.slice(0, MAX_SOURCES)
  if (read.length < 2) return []
  const language = languageOf(question, expected)
  await yieldLoop()
  const asked = { language, wanted: stemsWanted(question, language) }
  const all: FiguredSentence[][] = []
  for (const source of read) {
    await yieldLoop()
    all.push(await figuredSentencesOf(source, asked))
  }
  const found = new Map<string, Contradiction>()
  for (const [at, leftSentences] of all.entries())
    for (const rightSentences of all.slice(at + 1))
      for (const pair of contradictionsOf(leftSentences, rightSentences)) {
        const key = pair.map(({ sentence }) => sentence).join('\n')
        if (!found.has(key)) found.set(key, pair)
        if (found.size === MAX_FOUND) return [...found.values()]
      }
  return [...found.values()]
}

function contradictionsOf(
  leftSentences: FiguredSentence[],
  rightSentences: FiguredSentence[],
): Contradiction[] {
  const [first, second] = [leftSentences[0], rightSentences[0]]
  if (!first || !second || first.language !== second.language) return []
  if (asksTheSame(first.source, second.source))
    return contradictionOfPairs(leftSentences, rightSentences)
  return leftSentences.flatMap((left) =>
    rightSentences.flatMap((right) => {
      const key = onlyDifference(left.figures, right.figures)
      return key !== undefined && saysTheSame(left, right) ? [contradiction(left, right, key)] : []
    }),
  )
}

function asksTheSame(left: Passage, right: Passage): boolean {
  const key = questionKey(questionOf(left))
  return key !== null && key === questionKey(questionOf(right))
}

/** Compares the best answering sentences of two Q/A pairs with one question, in any wording. */
function contradictionOfPairs(
  leftSentences: FiguredSentence[],
  rightSentences: FiguredSentence[],
): Contradiction[] {
  const [left, right] = [leftSentences[0]!, rightSentences[0]!]
  const key = onlyDifference(left.figures, right.figures)
  if (key === undefined || !isOfSamePlace(left, right)) return []
  const isAgreed = leftSentences.some(({ figures }) =>
    rightSentences.some((its) => {
      const [here, there] = [figures.get(key), its.figures.get(key)]
      return here && there && !areApart(here, there)
    }),
  )
  return isAgreed || isTopicOther(left, right) ? [] : [contradiction(left, right, key)]
}

/** Whether two answers to one question have no names or countries that the other lacks. */
function isOfSamePlace(left: FiguredSentence, right: FiguredSentence): boolean {
  if (left.marks !== right.marks || left.isNegated !== right.isNegated) return false
  const leftMore = lacking(left.words, [right.words, right.topic])
  const rightMore = lacking(right.words, [left.words, left.topic])
  // Without capitals, any word may be a name.
  if (leftMore.length && rightMore.length && !LOWER.test(left.sentence + right.sentence))
    return false
  return !hasName(left, leftMore) && !hasName(right, rightMore)
}

function hasName({ sentence, language }: FiguredSentence, words: readonly string[]): boolean {
  const names = (sentence.match(NAME) ?? []).flatMap((name) => [...termsOf(name, language)])
  return words.some((word) => names.includes(word) || isSpecific(language)(word))
}
const LOWER = /\p{Ll}/u
const NAME = /(?<=[^\s.!?:]\s)\p{Lu}[\p{L}\p{M}]{1,40}/gu

/**
 * Whether two sentences have the same content words, and no headings that distinguish them. A word
 * may be in the headings of one sentence instead: `Delivery to Spain` › `It takes 3 days`.
 */
function saysTheSame(left: FiguredSentence, right: FiguredSentence): boolean {
  if (left.marks !== right.marks || left.isNegated !== right.isNegated) return false
  const leftMore = lacking(left.words, [right.words])
  const rightMore = lacking(right.words, [left.words])
  if (leftMore.length && rightMore.length) return false
  if (
    lacking(leftMore, [right.topic, right.title]).length ||
    lacking(rightMore, [left.topic, left.title]).length
  )
    return false
  return left.words.size + right.words.size > 0 && !isTopicOther(left, right)
}

/**
 * Whether the topics of two sentences differ: the headings of one have a content word that the
 * other lacks; or both titles have such a word; or a title has a country or a number that the other
 * lacks.
 */
function isTopicOther(left: FiguredSentence, right: FiguredSentence): boolean {
  const [here, there] = [contextOf(left), contextOf(right)]
  if (
    lacking(left.topic, [...there, left.title]).length ||
    lacking(right.topic, [...here, right.title]).length
  )
    return true
  const [leftTitle, rightTitle] = [lacking(left.title, there), lacking(right.title, here)]
  return (
    (leftTitle.length > 0 && rightTitle.length > 0) ||
    [...leftTitle, ...rightTitle].some(isSpecific(left.language))
  )
}

const contextOf = ({ words, topic, title }: FiguredSentence) => [words, topic, title]

/** Returns the terms that none of the texts has in any form. */
const lacking = (terms: Iterable<string>, texts: readonly ReadonlySet<string>[]): string[] =>
  [...terms].filter((term) => !texts.some((text) => text.has(term) || hasForm(text, term)))
function hasForm(text: ReadonlySet<string>, term: string): boolean {
  for (const said of text) if (similarity(term, said) >= AKIN) return true
  return false
}

const isSpecific = (language: string) => (term: string) =>
  /\d/.test(term) || countriesIn(language).has(term)

/** Returns stems of the one-word names of countries, in a language and in English. */
const countriesIn = memoize(
  (language): ReadonlySet<string> => {
    const names = new Set<string>()
    for (const code of new Set(['en', language === 'und' ? 'en' : language])) {
      const display = new Intl.DisplayNames(code, { type: 'region', fallback: 'none' })
      for (const region of REGIONS) {
        const name = display.of(region)
        if (name && !/\s/.test(name)) for (const term of termsOf(name, language)) names.add(term)
      }
    }
    return names
  },
  { most: 50, longest: 20 },
)
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const REGIONS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))

const contradiction = (
  left: FiguredSentence,
  right: FiguredSentence,
  key: string,
): Contradiction => [statement(left, key), statement(right, key)]
const statement = ({ source, sentence, figures }: FiguredSentence, key: string): StatedFigures => ({
  source,
  sentence,
  figures: figures
    .get(key)!
    .figures.slice(0, MAX_FIGURES)
    .map(({ written }) => written),
})
