import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { CitedClaim } from '../citations/citations.ts'
import { readPieces } from '../citations/sourceSentences.ts'
import { coverageOf, wantedOf } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { isNegated } from '../language/negation.ts'
import { piecesOf } from '../language/pieces.ts'
import { isCounted, isSameQuantity, quantitiesOf } from './quantities.ts'

/** A sentence that its sources do not support, and why. */
export interface Problem {
  sentence: string
  /** For the model that is asked once more, and for the reply's trace. */
  reason: string
}

/** The most sentences of a reply that are checked. Each takes some milliseconds. */
const MAX_CHECKED = 60

/**
 * Checks the numbers, dates, amounts and units of marked sentences, and whether a sentence says the
 * opposite of its sources. Believes everything else.
 * @param yieldLoop called before each sentence is checked
 */
export async function checkClaims(
  claims: readonly CitedClaim[],
  yieldLoop: YieldLoop = NEVER_YIELD,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const languages = new Map(
    claims
      .flatMap(({ sources }) => sources)
      .map((source) => [source, languageOf(source.text)] as const),
  )
  const sentences = claims.flatMap(({ claim, sources }) =>
    // A mark is for the sentence that it ends.
    piecesOf(claim)
      .slice(-1)
      .map((sentence) => ({ sentence, sources })),
  )
  for (const { sentence, sources } of sentences.slice(0, MAX_CHECKED)) {
    await yieldLoop()
    const told = sources.map((source) => ({ source, language: languages.get(source)! }))
    const language = languageOf(sentence)
    const reason = sources.length
      ? ((await wrongFigure({ sentence, language }, told)) ??
        saysOpposite({ sentence, language }, told))
      : 'The source does not speak of this.'
    if (reason) problems.push({ sentence, reason })
  }
  return problems
}

/** A marked sentence, or a source, with its language as a BCP 47 tag. */
interface Sentence {
  sentence: string
  language: string
}
interface LocalizedSource {
  source: Passage
  language: string
}

async function wrongFigure(
  { sentence, language }: Sentence,
  sources: readonly LocalizedSource[],
): Promise<string | undefined> {
  const said = (await quantitiesOf(sentence, language)).filter(isCounted)
  if (said.length === 0) return undefined
  const known = (
    await Promise.all(sources.map((one) => quantitiesOf(fullTextOf(one.source), one.language)))
  ).flat()
  const wrong = said.filter((quantity) => !known.some((other) => isSameQuantity(quantity, other)))
  return wrong.length
    ? `The source does not say ${wrong.map(({ written }) => `"${written}"`).join(', ')}.`
    : undefined
}

const fullTextOf = ({ title, heading, text }: Passage) =>
  [title, heading, text].filter(Boolean).join('\n')

/** A clause of the source is about the same as the sentence if it has this share of its words. */
const ALIKE = 0.6
/** A clause with this share of the best clause's words may be meant as well. */
const NEARLY = 0.85

/** The most clauses of one sentence that are compared. */
const MAX_CLAUSES = 8

/**
 * Returns all runs of neighbouring clauses: `We ship to Spain, but not to Norway` denies only the
 * second.
 */
function runsOf(sentence: string): string[] {
  const clauses = sentence.split(CLAUSES).slice(0, MAX_CLAUSES)
  return clauses.flatMap((_, from) =>
    clauses.slice(from).map((__, length) => clauses.slice(from, from + length + 1).join(' ')),
  )
}

/** A price may hide the end of a sentence: `It costs €3,499. It is not new.` */
const SENTENCE_ENDS = /(?<=[.!?。！？])\s+/u
const CLAUSES =
  /[,:](?!\d)|[;–—()]|\s(?:but|and|aber|sondern|und|mais|et|pero|sino|y|ma|e|maar|en|mas|men|och|og)\s/giu

function saysOpposite(
  { sentence, language }: Sentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  if (sources.some((one) => one.language !== language)) return undefined
  const wanted = wantedOf(sentence, language)
  const matched = (text: string, terms: ReadonlySet<string> = termsOf(text)) => ({
    text,
    match: coverageOf(wanted, terms, ALIKE),
  })
  // A part of a sentence has no more of the words than the sentence, and most sentences have too
  // few.
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
  const isOpposite = isNegated(sentence, language)
  if (meant.some(({ text }) => isNegated(text, language) === isOpposite)) return undefined
  return isOpposite ? 'The source does not deny this.' : 'The source denies this.'
}
