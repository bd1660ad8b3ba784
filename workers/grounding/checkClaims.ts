import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { CitedClaim } from '../citations/citations.ts'
import { piecesOf } from '../language/pieces.ts'
import { type LocalizedSentence, type LocalizedSource, saysOpposite } from './opposites.ts'
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

async function wrongFigure(
  { sentence, language }: LocalizedSentence,
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
