import { questionKey } from '../shared/terms.ts'
import { coverageOf, piecesOf, stemsWanted, type Wanted } from './evidence.ts'
import type { FencedSource } from './fence.ts'
import { termsOf } from './matching.ts'

/** A question, as it is compared with what pairs ask. */
export interface Asked {
  /** Its stems. */
  wanted: Wanted
  /** BCP 47. */
  language: string
}

/** From here on, a Q/A pair asks the same. */
const SAME_QUESTION = 0.5
/** And from here on in the same words: somebody has thought about what to say to `Hi!`. */
const VERBATIM = 0.98
/** Pairs that ask the same about as much are both answered: `Delivery?` may mean how long, or how much. */
const ALIKE = 0.7
/** Of several pairs, all answers are said while they are so many sentences together. */
const MOST_SENTENCES = 3

/** The answer of the pair that asks the same in the same words. */
export const answerVerbatim = (asked: Asked, sources: readonly FencedSource[]) =>
  answerOf(asked, sources, VERBATIM)

/** The answer of the pair that asks the same in other words, or the answers of several that a short question may mean. */
export const answerOfPairs = (asked: Asked, sources: readonly FencedSource[]) =>
  answerOf(asked, sources, SAME_QUESTION)

function answerOf(asked: Asked, sources: readonly FencedSource[], least: number): string | undefined {
  const { wanted, language } = asked
  const pairs = sources
    .filter(({ kind }) => kind === 'qa')
    .map(({ number, text, beginning }) => {
      const [question = '', ...answer] = beginning.split('\n')
      const has = coverageOf(wanted, termsOf(text, language))
      const match = Math.min(has, likeness(wanted, stemsWanted(question, language)))
      return { number, answer: answer.join('\n'), has, match }
    })
  pairs.sort((a, b) => b.match - a.match)
  const best = pairs[0]
  if (!best || best.match < least) return undefined
  if (best.match < VERBATIM && sources.some((source) => hasMore(source, asked, best.has))) return undefined
  const alike = pairs.filter(({ match }) => match >= ALIKE * best.match)
  const isShort = piecesOf(alike.map(({ answer }) => answer).join('\n')).length <= MOST_SENTENCES
  const said = !isShort ? [best] : best.match < VERBATIM ? alike : alike.filter(isSameAs(best, sources))
  return said.map(({ answer, number }) => `${answer} [${number}]`).join('\n')
}

/** Of several pairs, whether one asks the same as `best` does, down to its signs, and is the first that answers so. */
function isSameAs(best: { number: number }, sources: readonly FencedSource[]) {
  const beginnings = new Map(sources.map(({ number, beginning }) => [number, beginning]))
  const keyOf = (number: number) => questionKey(beginnings.get(number)!.split('\n', 1)[0]!)
  const key = keyOf(best.number)
  return <Pair extends { number: number; answer: string }>(pair: Pair, at: number, all: readonly Pair[]) =>
    keyOf(pair.number) === key && all.findIndex(({ answer }) => answer === pair.answer) === at
}

/** Whether one of a text's sentences has more of what is wanted than a pair has, down to the little words. */
const hasMore = ({ kind, about, text }: FencedSource, { wanted, language }: Asked, than: number) =>
  kind !== 'qa' &&
  piecesOf(text).some((piece) => coverageOf(wanted, termsOf(`${about}\n${piece}`, language)) > than)

const likeness = (a: Wanted, b: Wanted) =>
  (coverageOf(a, new Set(b.keys())) + coverageOf(b, new Set(a.keys()))) / 2

/**
 * Whether a source is a pair that asks another thing with the same words around it, as `How do I reset my password?` does for
 * who asks of a router: a telling word of the question is nowhere in the pair, and what the pair asks has another in its place.
 */
export function asksOther({ wanted, language }: Asked, { kind, text }: FencedSource): boolean {
  if (kind !== 'qa') return false
  const missing = missingIn(wanted, termsOf(text, language))
  if (!missing.length) return false
  const instead = missingIn(stemsWanted(text.split('\n', 1)[0]!, language), new Set(wanted.keys()))
  return instead.length > 0 && !missing.every((term) => instead.some((other) => mayBeForms(term, other)))
}

const missingIn = (wanted: Wanted, terms: ReadonlySet<string>) =>
  [...wanted]
    .filter(([term, weight]) => weight === 1 && coverageOf(new Map([[term, 1]]), terms) === 0)
    .map(([term]) => term)

/** `deliver` and `delivery`; of short words, `lost` and `lose`: too little for a match, and enough not to be told apart by it. */
function mayBeForms(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(long.length <= 5 ? short.slice(0, 3) : short) && short.length > 1
}
