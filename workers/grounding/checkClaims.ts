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

/** A sentence that its sources do not support, and the reason. */
export interface Problem {
  sentence: string
  /** The reason, for the model's correction and the reply's trace. */
  reason: string
}

/** The most sentences of a reply that are checked. Each check takes some milliseconds. */
const MAX_CHECKED = 60

/**
 * Checks the numbers, dates, amounts and units of marked sentences, and whether a sentence says the
 * opposite of its sources. Checks nothing else.
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
    // A mark belongs to the sentence that it ends.
    piecesOf(claim)
      .slice(-1)
      .map((sentence) => ({ sentence, sources })),
  )
  for (const { sentence, sources } of sentences.slice(0, MAX_CHECKED)) {
    await yieldLoop()
    const localized = sources.map((source) => ({ source, language: languages.get(source)! }))
    const language = languageOf(sentence)
    const reason = sources.length
      ? ((await wrongFigure({ sentence, language }, localized)) ??
        saysOpposite({ sentence, language }, localized))
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
    await Promise.all(
      sources.map(({ source, language }) => quantitiesOf(fullTextOf(source), language)),
    )
  ).flat()
  const wrong = said.filter((stated) => !known.some((quantity) => isSameQuantity(stated, quantity)))
  return wrong.length
    ? `The source does not say ${wrong.map(({ written }) => `"${written}"`).join(', ')}.`
    : undefined
}

const fullTextOf = ({ title, heading, text }: Passage) =>
  [title, heading, text].filter(Boolean).join('\n')

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

function saysOpposite(
  { sentence, language }: Sentence,
  sources: readonly LocalizedSource[],
): string | undefined {
  if (sources.some((source) => source.language !== language)) return undefined
  const wanted = wantedOf(sentence, language)
  const matched = (text: string, terms: ReadonlySet<string> = termsOf(text)) => ({
    text,
    match: coverageOf(wanted, terms, ALIKE),
  })
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
  const isOpposite = isNegated(sentence, language)
  if (meant.some(({ text }) => isNegated(text, language) === isOpposite)) return undefined
  return isOpposite ? 'The source does not deny this.' : 'The source denies this.'
}
