import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { memoize } from '../../shared/lib/async/memoize.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { questionKey } from '../../shared/lib/text/terms.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { stemsWanted } from '../language/coverage.ts'
import { similarity, termsOf } from '../language/matching.ts'
import { type FiguredSentence, figuredSentencesOf, questionOf } from './figuredSentences.ts'
import { areApart, onlyDifference } from './figures.ts'

/** One of two sentences that contradict each other. */
export interface StatedFigures {
  source: Passage
  /** Word for word, at most 400 characters. */
  sentence: string
  /** The figures that differ, as the sentence has them, at most 10. */
  figures: string[]
}

/** Two sentences of different passages that say the same but for their figures. */
export type Contradiction = readonly [StatedFigures, StatedFigures]

/** The most passages that are compared, best first. */
const MAX_SOURCES = 8
const MAX_FOUND = 5
const MAX_FIGURES = 10
/** Stems from this similarity on are forms of one word. */
const AKIN = 0.72

/**
 * Finds figures on which the sources of a reply disagree: sentences of two passages that answer the
 * question, have the same words, and give different figures of one unit. Finds none where a name, a
 * place, another number or a heading may tell the sentences apart.
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
  for (const [at, ones] of all.entries())
    for (const others of all.slice(at + 1))
      for (const pair of contradictionsOf(ones, others)) {
        const key = pair.map(({ sentence }) => sentence).join('\n')
        if (!found.has(key)) found.set(key, pair)
        if (found.size === MAX_FOUND) return [...found.values()]
      }
  return [...found.values()]
}

function contradictionsOf(ones: FiguredSentence[], others: FiguredSentence[]): Contradiction[] {
  const [first, second] = [ones[0], others[0]]
  if (!first || !second || first.language !== second.language) return []
  if (asksTheSame(first.source, second.source)) return contradictionOfPairs(ones, others)
  return ones.flatMap((one) =>
    others.flatMap((other) => {
      const key = onlyDifference(one.figures, other.figures)
      return key !== undefined && saysTheSame(one, other) ? [contradiction(one, other, key)] : []
    }),
  )
}

function asksTheSame(one: Passage, other: Passage): boolean {
  const key = questionKey(questionOf(one))
  return key !== null && key === questionKey(questionOf(other))
}

/**
 * Of two pairs with one question, compares the sentences that answer it best, whatever else they
 * say.
 */
function contradictionOfPairs(ones: FiguredSentence[], others: FiguredSentence[]): Contradiction[] {
  const [one, other] = [ones[0]!, others[0]!]
  const key = onlyDifference(one.figures, other.figures)
  if (key === undefined || !isOfSamePlace(one, other)) return []
  const isAgreed = ones.some(({ figures }) =>
    others.some((its) => {
      const [here, there] = [figures.get(key), its.figures.get(key)]
      return here && there && !areApart(here, there)
    }),
  )
  return isAgreed || isTopicOther(one, other) ? [] : [contradiction(one, other, key)]
}

/**
 * Answers to one question have other words, but no other names, and are not about other countries.
 */
function isOfSamePlace(one: FiguredSentence, other: FiguredSentence): boolean {
  if (one.marks !== other.marks || one.isNegated !== other.isNegated) return false
  const more = lacking(one.words, [other.words, other.topic])
  const others = lacking(other.words, [one.words, one.topic])
  // Without capitals, any word may be a name.
  if (more.length && others.length && !LOWER.test(one.sentence + other.sentence)) return false
  return !hasName(one, more) && !hasName(other, others)
}

function hasName({ sentence, language }: FiguredSentence, words: readonly string[]): boolean {
  const names = (sentence.match(NAME) ?? []).flatMap((name) => [...termsOf(name, language)])
  return words.some((word) => names.includes(word) || isSpecific(language)(word))
}
const LOWER = /\p{Ll}/u
const NAME = /(?<=[^\s.!?:]\s)\p{Lu}[\p{L}\p{M}]{1,40}/gu

/**
 * Whether two sentences have the same telling words, and stand below nothing that tells them apart.
 * One of them may have a word in its headings instead: `Delivery to Spain` › `It takes 3 days`.
 */
function saysTheSame(one: FiguredSentence, other: FiguredSentence): boolean {
  if (one.marks !== other.marks || one.isNegated !== other.isNegated) return false
  const more = lacking(one.words, [other.words])
  const others = lacking(other.words, [one.words])
  if (more.length && others.length) return false
  if (
    lacking(more, [other.topic, other.title]).length ||
    lacking(others, [one.topic, one.title]).length
  )
    return false
  return one.words.size + other.words.size > 0 && !isTopicOther(one, other)
}

/**
 * Whether the headings of one sentence have a telling word that the other lacks, or the titles of
 * both documents have one, or one of them has a country or a number that the other lacks.
 */
function isTopicOther(one: FiguredSentence, other: FiguredSentence): boolean {
  const [here, there] = [contextOf(one), contextOf(other)]
  if (
    lacking(one.topic, [...there, one.title]).length ||
    lacking(other.topic, [...here, other.title]).length
  )
    return true
  const [title, otherTitle] = [lacking(one.title, there), lacking(other.title, here)]
  return (
    (title.length > 0 && otherTitle.length > 0) ||
    [...title, ...otherTitle].some(isSpecific(one.language))
  )
}

const contextOf = ({ words, topic, title }: FiguredSentence) => [words, topic, title]

/** The terms that none of the texts has in any form. */
const lacking = (terms: Iterable<string>, texts: readonly ReadonlySet<string>[]): string[] =>
  [...terms].filter((term) => !texts.some((text) => text.has(term) || hasForm(text, term)))
function hasForm(text: ReadonlySet<string>, term: string): boolean {
  for (const other of text) if (similarity(term, other) >= AKIN) return true
  return false
}

const isSpecific = (language: string) => (term: string) =>
  /\d/.test(term) || countriesIn(language).has(term)

/** The stems of the names of countries that are one word, in a language and in English. */
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
  one: FiguredSentence,
  other: FiguredSentence,
  key: string,
): Contradiction => [statement(one, key), statement(other, key)]
const statement = ({ source, sentence, figures }: FiguredSentence, key: string): StatedFigures => ({
  source,
  sentence,
  figures: figures
    .get(key)!
    .figures.slice(0, MAX_FIGURES)
    .map(({ written }) => written),
})
