import type { Passage } from '../../shared/search/retrieval.ts'
import { readPieces } from '../citations/sourceSentences.ts'
import { coverageOf, wantedOf } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { areOpposite, opposedWords, polarTextOf } from './polarity.ts'

/** A sentence of a reply with its language as a BCP 47 tag. */
export interface LocalizedSentence {
  sentence: string
  language: string
}

/** A source with its language as a BCP 47 tag. */
export interface LocalizedSource {
  source: Passage
  language: string
}

/** The share of the sentence's words from which a source's clause is about the same. */
const ALIKE = 0.6
/** The share of the best clause's match from which another clause may be meant as well. */
const NEARLY = 0.85

/** The most clauses of a sentence that are compared. */
const MAX_CLAUSES = 8

/**
 * Returns all runs of neighbouring clauses, because `We ship to Spain, but not to Norway` negates
 * only its second clause.
 */
function runsOf(sentence: string): string[] {
  const clauses = sentence.split(CLAUSES).slice(0, MAX_CLAUSES)
  return clauses.flatMap((_, from) =>
    clauses.slice(from).map((__, length) => clauses.slice(from, from + length + 1).join(' ')),
  )
}

/** Splits sentences that end with a price: `It costs €3,499. It is not new.` */
const SENTENCE_ENDS = /(?<=[.!?。！？])\s+/u
const CLAUSES =
  /[,:](?!\d)|[;–—()]|\s(?:but|and|aber|sondern|und|mais|et|pero|sino|y|ma|e|maar|en|mas|men|och|og)\s/giu

/**
 * Whether a sentence affirms what the sources' most alike clauses deny, or the other way round.
 * @returns the reason; undefined: it does not, or that is not known
 */
export function saysOpposite(
  { sentence, language }: LocalizedSentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  if (sources.some((source) => source.language !== language)) return undefined
  const wanted = new Map(
    [...wantedOf(sentence, language)].filter(([term]) => !isNegated(term, language)),
  )
  const said = polarTextOf(sentence, language)
  const matched = (text: string, terms: ReadonlySet<string> = termsOf(text)) => {
    const clause = polarTextOf(text, language)
    const opposed = opposedWords(said, clause, language)
    // `open on Mondays` is about the same as `closed on Mondays`.
    const all = opposed.length
      ? new Set([...terms, ...termsOf(opposed.map(({ word }) => word).join(' '))])
      : terms
    return { text, clause, opposed, match: coverageOf(wanted, all, ALIKE) }
  }
  // First drops whole sentences with too few of the words: a part of a sentence cannot have more.
  const clauses = sources
    .flatMap(({ source }) => readPieces(source.text))
    .map(({ piece, terms }) => matched(piece, terms))
    .filter(({ match }) => match >= ALIKE)
    .flatMap(({ text }) => text.split(SENTENCE_ENDS))
    .flatMap((whole) => [whole, ...runsOf(whole)])
    .map((text) => matched(text))
  const best = Math.max(0, ...clauses.map(({ match }) => match))
  if (best < ALIKE) return undefined
  const meant = clauses.filter(({ match }) => match >= NEARLY * best)
  if (meant.some(({ clause, opposed }) => !areOpposite(said, clause, opposed, language)))
    return undefined
  return said.isNegated ? 'The source does not deny this.' : 'The source denies this.'
}
