import { memoize } from '../../shared/lib/async/memoize.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { partsOf, similarity, termsWithWeights } from './matching.ts'

/** The terms to look for, each with its weight, 0–1. */
export type Wanted = ReadonlyMap<string, number>

/** More terms find nothing more, and a question of 8,000 characters must not take seconds. */
const MAX_TERMS = 60
/**
 * Reads the terms of a text with their weights.
 * @param expected the text's likely language (BCP 47), such as the agent's
 */
export const wantedOf = (text: string, expected?: string | null): Wanted =>
  expected ? readWanted(text, languageOf(text, expected)) : wantedUnexpected(text)

const readWanted = (text: string, language: string): Wanted =>
  termsWithWeights(text, language, { most: MAX_TERMS })

/** Memoized, because each sentence of a reply is compared with all of its sources. */
const wantedUnexpected = memoize((text) => readWanted(text, languageOf(text)), {
  most: 500,
  longest: 1_000,
})

/** Returns the terms of a question as stems, which `termsOf` returns for its language as well. */
export const stemsWanted = (question: string, language: string): Wanted =>
  stemsOf(`${language} ${question}`).wanted

/** Returns the stems of a text's content words. @param language BCP 47 */
export const contentStemsOf = (text: string, language: string): ReadonlySet<string> =>
  stemsOf(`${language} ${text}`).content

/** Memoized, because a question is compared with each of its sources, which come again. */
const stemsOf = memoize(
  (key) => {
    const end = key.indexOf(' ')
    const wanted: Wanted = termsWithWeights(key.slice(end + 1), key.slice(0, end), {
      most: MAX_TERMS,
      asked: true,
    })
    const content = new Set<string>()
    for (const [stem, weight] of wanted) if (weight === 1) content.add(stem)
    return { wanted, content }
  },
  { most: 1_000, longest: 2_000 },
)

/** Returns the content words that a text with these terms lacks. */
export const missingIn = (wanted: Wanted, terms: ReadonlySet<string>) =>
  [...wanted]
    .filter(([term, weight]) => weight === 1 && coverageOf(new Map([[term, 1]]), terms) === 0)
    .map(([term]) => term)

/** Counts the content words, which say what a text is about: each weighs 1. */
export const countContentWords = (wanted: Wanted) =>
  [...wanted.values()].filter((weight) => weight === 1).length

/**
 * A question with at most this many content words may continue the previous one: `And for
 * students?`
 */
const MAX_OF_SHORT = 3
export const goesOn = (question: string, language?: string | null) =>
  countContentWords(stemsWanted(question, languageOf(question, language))) <= MAX_OF_SHORT

/** The match of each wanted term, 0–1. */
export type Matches = Map<string, number>

/**
 * Finds how well `terms` match each wanted term, 0–1.
 * @param least the search ends early once the coverage cannot reach this share, 0–1
 */
export function matchesOf(wanted: Wanted, terms: ReadonlySet<string>, least = 0): Matches {
  const matches: Matches = new Map()
  const isBetter = (term: string, match: number) => match > (matches.get(term) ?? 0)
  const [asked, said] = [[...wanted.keys()], [...terms]]
  for (const other of said)
    for (const part of partsOf(other, asked))
      if (isBetter(part, BY_PARTS)) matches.set(part, BY_PARTS)
  const mayMiss = (1 - least) * weightOf(wanted) + ROUNDING
  let missed = 0
  for (const [term, weight] of wanted) {
    let best = terms.has(term) ? 1 : 0
    if (!best && partsOf(term, said).length) best = BY_PARTS
    if (!best) for (const other of said) best = Math.max(best, similarity(term, other))
    if (isBetter(term, best)) matches.set(term, best)
    missed += weight * (1 - (matches.get(term) ?? 0))
    if (missed > mayMiss) break
  }
  return matches
}
/** The match of a compound and its parts, such as `Versandkosten` and `Kosten`. */
const BY_PARTS = 0.9
const ROUNDING = 1e-9

/** Adds up the weights of all terms. */
export const weightOf = (wanted: Wanted) => {
  let all = 0
  for (const weight of wanted.values()) all += weight
  return all
}

/** Adds up the weights of the matched terms. */
export const sum = (
  wanted: Wanted,
  matches: Matches,
  worth: (term: string) => number = () => 1,
) => {
  let total = 0
  for (const [term, match] of matches) total += match * (wanted.get(term) ?? 0) * worth(term)
  return total
}

/**
 * Returns the share of the wanted terms that a text with these terms covers, 0–1.
 * @param least a coverage below it may be returned as even lower, because the search ends early
 */
export function coverageOf(wanted: Wanted, terms: ReadonlySet<string>, least = 0): number {
  const all = weightOf(wanted)
  return all && sum(wanted, matchesOf(wanted, terms, least)) / all
}
