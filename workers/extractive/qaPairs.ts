import { questionKey } from '../../shared/text/terms.ts'
import { coverageOf, missingIn, stemsWanted, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { piecesOf } from '../language/statements.ts'
import type { DelimitedSource } from '../prompt/delimiters.ts'

/** A question, as it is compared with what pairs ask. */
export interface Asked {
  /** Its stems. */
  wanted: Wanted
  /** BCP 47. */
  language: string
  /** Whether the question is negated: what does *not* belong, go, open. */
  isNegated: boolean
  /** The stems that name its subject. */
  names: ReadonlySet<string>
}

/** From here on, a Q/A pair asks the same. */
const SAME_QUESTION = 0.5
/** And from here on in the same words: somebody has thought about what to say to `Hi!`. */
const VERBATIM = 0.98
/** Pairs that ask the same about as much are both answered: `Delivery?` may mean how long, or how much. */
const ALIKE = 0.7
/** The answers of several pairs are all given while they have at most this many sentences together. */
const MAX_SENTENCES = 3

/** The answer of the pair that asks the same in the same words. */
export const answerVerbatim = (asked: Asked, sources: readonly DelimitedSource[]) =>
  answerOf(asked, sources, VERBATIM)

/** The answer of the pair that asks the same in other words, or the answers of several that a short question may mean. */
export const answerOfPairs = (asked: Asked, sources: readonly DelimitedSource[]) =>
  answerOf(asked, sources, SAME_QUESTION)

function answerOf(asked: Asked, sources: readonly DelimitedSource[], least: number): string | undefined {
  const { wanted, language } = asked
  const pairs = sources
    .filter((source) => source.kind === 'qa' && !asksOpposite(asked, source))
    .map(({ number, text, beginning }) => {
      const [question = '', ...lines] = beginning.split('\n')
      // The answer to the opposite question says nothing on its own.
      const answer = (isOpposite(asked, question) ? [question, ...lines] : lines).join('\n')
      const has = coverageOf(wanted, termsOf(text, language))
      const match = Math.min(has, likeness(wanted, stemsWanted(question, language)))
      return { number, answer, has, match }
    })
  pairs.sort((a, b) => b.match - a.match)
  const best = pairs[0]
  if (!best || best.match < least) return undefined
  if (best.match < VERBATIM && sources.some((source) => hasMore(source, asked, best.has))) return undefined
  const alike = pairs.filter(({ match, has }) => match >= ALIKE * best.match && has >= ALIKE * best.has)
  const isShort = piecesOf(alike.map(({ answer }) => answer).join('\n')).length <= MAX_SENTENCES
  const said = !isShort ? [best] : best.match < VERBATIM ? alike : alike.filter(isSameAs(best, sources))
  return said.map(({ answer, number }) => `${answer} [${number}]`).join('\n')
}

/** Of several pairs, whether one asks the same as `best` does, down to its signs, and is the first that answers so. */
function isSameAs(best: { number: number }, sources: readonly DelimitedSource[]) {
  const beginnings = new Map(sources.map(({ number, beginning }) => [number, beginning]))
  const keyOf = (number: number) => questionKey(beginnings.get(number)!.split('\n', 1)[0]!)
  const key = keyOf(best.number)
  return <Pair extends { number: number; answer: string }>(pair: Pair, at: number, all: readonly Pair[]) =>
    keyOf(pair.number) === key && all.findIndex(({ answer }) => answer === pair.answer) === at
}

/** Whether one of a text's sentences has more of what is wanted than a pair has, down to the little words. */
const hasMore = ({ kind, about, text }: DelimitedSource, { wanted, language }: Asked, than: number) =>
  kind !== 'qa' &&
  piecesOf(text).some((piece) => coverageOf(wanted, termsOf(`${about}\n${piece}`, language)) > than)

const likeness = (a: Wanted, b: Wanted) =>
  (coverageOf(a, new Set(b.keys())) + coverageOf(b, new Set(a.keys()))) / 2

/**
 * Whether a source is a pair that asks another thing with the same words around it, as `How do I reset my password?` does for
 * who asks of a router: a telling word of the question is nowhere in the pair, and what the pair asks has another in its place.
 */
export function asksOther(asked: Asked, source: DelimitedSource): boolean {
  const { kind, text } = source
  if (kind !== 'qa') return false
  const { wanted, language } = asked
  const question = text.split('\n', 1)[0]!
  if (asksOpposite(asked, source)) return true
  const missing = missingIn(wanted, termsOf(text, language))
  if (!missing.length) return false
  // What only the answer names is what is asked: `Yes, we take Mastercard.`
  const named = missingIn(wanted, termsOf(question, language)).length - missing.length
  if (named >= missing.length) return false
  const instead = missingIn(stemsWanted(question, language), new Set(wanted.keys()))
  return instead.length > 0 && !missing.every((term) => instead.some((other) => mayBeForms(term, other)))
}

/**
 * Whether a question or heading is negated and the question that is asked is not, or the other way round; unless the negated one
 * has a telling word that the other lacks, since it may be that which is negated: `I cannot remember my password`.
 */
export function isOpposite({ wanted, language, isNegated: isAskedNegated }: Asked, other: string): boolean {
  if (isNegated(other, language) === isAskedNegated) return false
  const telling = stemsWanted(other, language)
  const [negated, plain] = isAskedNegated ? [wanted, telling] : [telling, wanted]
  // The first word is likely to be one by which people ask, in a form that no list has.
  const missing = missingIn(new Map([...negated].slice(1)), new Set(plain.keys()))
  return missing.every((term) => isNegated(term, language))
}

/** Whether a pair asks the opposite, and its answer names nothing of what is asked: `Wine` is not what is included. */
function asksOpposite(asked: Asked, { text }: DelimitedSource): boolean {
  const [question = '', ...answer] = text.split('\n')
  if (!isOpposite(asked, question)) return false
  const left = missingIn(asked.wanted, termsOf(question, asked.language))
  const named = termsOf(answer.join('\n'), asked.language)
  return !left.length || missingIn(new Map(left.map((term) => [term, 1])), named).length > 0
}

/** `deliver` and `delivery`; of short words, `lost` and `lose`: too little for a match, and enough not to be told apart by it. X20 is no form of X200. */
function mayBeForms(a: string, b: string): boolean {
  if (/\d/.test(a + b)) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(long.length <= 5 ? short.slice(0, 3) : short) && short.length > 1
}
