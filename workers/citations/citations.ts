import type { Citation } from '../../shared/chat/messages.ts'
import { atOnce } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import {
  contentStemsOf,
  countContentWords,
  coverageOf,
  type Wanted,
  wantedOf,
} from '../language/coverage.ts'
import { isFree } from '../language/freePrice.ts'
import { MAX_LOOKED_AT, termsOf } from '../language/matching.ts'
import { piecesOf } from '../language/pieces.ts'
import { type Assertion, type MarksOfPrompt, readMarks } from '../marks/readMarks.ts'
import { sanitize, sanitizeName, sanitizeParts, webAddress } from './sanitize.ts'
import { allTermsOf, answersOf, fullTextOf, readPieces } from './sourceSentences.ts'
import { type PlacedMark, type ReplyStatement, readStatements } from './statements.ts'

export interface CitedReply {
  content: string
  citations: Citation[]
  /** Whether the reply cites any knowledge. */
  grounded: boolean
  /** The sources that are cited, in the order of `citations`. */
  cited: readonly Passage[]
  /** The claims of the reply, with the sources that each claim cites. */
  claims: readonly CitedClaim[]
  /** All sentences, items, rows and blocks of code of the reply. */
  statements: readonly ReplyStatement[]
}

/** A claim with the sources that it cites; none: the sources of its marks do not mention it. */
export interface CitedClaim {
  claim: string
  sources: readonly Passage[]
}

export interface AskedQuestion {
  question: string
  /** The whole prompt, as one text. */
  given: string
  /** See `Prompt`. */
  earlier?: ReadonlyMap<number, number>
}

/**
 * Turns a model's text into the reply that is stored. Its marks become citations, and content that
 * acts by itself is removed. A source is cited once, with a verbatim quote of the sentences that
 * best support the marked claims. If the model set no marks, a sentence cites the source that
 * clearly says the same.
 */
export const takeCitations = (
  text: string,
  sources: readonly Passage[],
  asked: AskedQuestion,
): CitedReply => atOnce(takingCitations(text, sources, asked))

/** Like `takeCitations`, but in steps: a text of 100,000 characters takes up to 500 ms. */
export function* takingCitations(
  text: string,
  sources: readonly Passage[],
  asked: AskedQuestion,
): Generator<void, CitedReply> {
  const { content, claims } = readMarks(text, marksOf(sources, asked))
  const marks: PlacedMark[] = []
  const bySource = new Map<number, string[]>()
  const byClaim = new Map<string, Passage[]>()
  const cited = claims.length ? claims : yield* claimsWithoutMarks(content, sources, asked.question)
  for (const [index, { number, claim, at }] of cited.entries()) {
    const source = sources[number - 1]!
    if (index >= MAX_CLAIMS) {
      marks.push({ at, source })
      continue
    }
    yield
    const own = byClaim.get(claim) ?? []
    byClaim.set(claim, own)
    const isMentioned = !isForeign(claim, source, asked.question)
    marks.push({ at, source: isMentioned ? source : null })
    if (!isMentioned) continue
    own.push(source)
    bySource.set(number, [...(bySource.get(number) ?? []), claim])
  }
  const citations: Citation[] = []
  for (const [number, claims] of bySource) {
    yield
    citations.push(citationOf(sources[number - 1]!, claims, asked.question))
  }
  yield
  return {
    content: sanitize(content, asked.given).trim(),
    citations,
    grounded: citations.length > 0,
    cited: [...bySource.keys()].map((number) => sources[number - 1]!),
    claims: [...byClaim].map(([claim, own]) => ({ claim, sources: own })),
    statements: yield* readStatements(content, marks),
  }
}

/** Returns what decides which marks of a reply cite a source. */
export const marksOf = (
  sources: readonly Passage[],
  { given, earlier }: Omit<AskedQuestion, 'question'>,
): MarksOfPrompt => ({
  sources: sources.length,
  given,
  isSupported: (claim, number) => isShared(claim, sources[number - 1]!),
  earlier,
})

/**
 * The most marks, or sentences, of a reply that are checked. Each check takes about a millisecond,
 * and no reader follows more.
 */
const MAX_CLAIMS = 100

function citationOf(source: Passage, claims: readonly string[], question: string): Citation {
  const { knowledge_id, kind, title, url, page = null, score } = source
  const quote = quoteFor(claims, source, question)
  const isTool = kind === 'tool'
  return {
    knowledge_id: isTool ? null : knowledge_id,
    ...(isTool && { call_id: knowledge_id }),
    kind,
    title: sanitizeName(title),
    url: webAddress(url),
    page,
    quote,
    score,
  }
}

/**
 * A claim with at least this many content words must share one with its source if both are in the
 * same language.
 */
const ENOUGH_WORDS = 3

/**
 * Whether a mark stands after a claim about something that its source does not mention, in no form
 * of a word, and that the question does not lead to either.
 */
function isForeign(claim: string, source: Passage, question: string): boolean {
  if (countContentWords(wantedOf(claim)) < ENOUGH_WORDS || isShared(claim, source)) return false
  const language = languageOf(claim)
  if (language !== languageOf(source.text)) return false
  const said = contentStemsOf(claim, language)
  const known = contentStemsOf(fullTextOf(source), language)
  const asked = contentStemsOf(question, language)
  // `You get €160 back` speaks of the question, and its figures are checked.
  const isFigured = /\d/.test(claim)
  return !(
    haveCommon(said, known) ||
    (isFigured && haveCommon(said, asked)) ||
    (haveCommon(said, asked) && haveCommon(asked, known)) ||
    (isFree(claim, language) && isFree(source.text, language))
  )
}

const haveCommon = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  [...left].some((term) => right.has(term))

/** Whether a claim and a source share a content word. */
function isShared(claim: string, source: Passage): boolean {
  const [words, terms] = [contentWordsOf(claim), allTermsOf(source)]
  return [...words.keys()].some((term) => terms.has(term)) || coverageOf(words, terms) > 0
}

const contentWordsOf = (text: string) =>
  new Map([...wantedOf(text)].filter(([, weight]) => weight === 1))

/**
 * The share of a sentence's content words that a source must contain to be cited without a mark.
 */
const CLEARLY = 0.65

/** Finds sentences that clearly repeat a source and say more than the question did. */
function* claimsWithoutMarks(
  content: string,
  sources: readonly Passage[],
  question: string,
): Generator<void, Assertion[]> {
  const asked = termsOf(question.slice(0, MAX_LOOKED_AT))
  const found: Assertion[] = []
  let known: ReadonlySet<string>[] | undefined
  let at = 0
  for (const claim of piecesOf(content).slice(0, MAX_CLAIMS)) {
    yield
    at = content.indexOf(claim, at) + claim.length
    const words = contentWordsOf(claim)
    const unasked: Wanted = new Map([...words].filter(([term]) => !asked.has(term)))
    if (words.size < 2 || !unasked.size) continue
    known ??= sources.map(allTermsOf)
    let best = { number: 0, claim, at, match: 0 }
    for (const [index, source] of sources.entries()) {
      // Skips sources that cover too little as a whole: two of their sentences cannot cover more.
      if (coverageOf(words, known[index]!, CLEARLY) < CLEARLY) continue
      const pairs = pairsOfSentences(source)
      const match = supportOf(unasked, pairs) && supportOf(words, pairs, CLEARLY)
      if (match >= CLEARLY && match > best.match) best = { number: index + 1, claim, at, match }
    }
    if (best.number) found.push(best)
  }
  return found
}

/** Returns the terms of each two adjacent sentences, which may make one statement together. */
function pairsOfSentences({ text }: Passage): Set<string>[] {
  const pieces = readPieces(text)
  return pieces.map(({ terms }, index) => new Set([...terms, ...(pieces[index + 1]?.terms ?? [])]))
}

/**
 * Returns the best coverage by a passage that has all the numbers; 0: no passage has them.
 * @param least a lower coverage may be returned as too low
 */
function supportOf(words: Wanted, passage: readonly Set<string>[], least = 0): number {
  const numbers = [...words.keys()].filter((term) => /\d/.test(term))
  const having = passage.filter((terms) => numbers.every((number) => terms.has(number)))
  return having.reduce(
    (best, terms) => Math.max(best, coverageOf(words, terms, Math.max(best, least))),
    0,
  )
}

const MAX_QUOTED = 3
/** The share of the best sentence's score from which a neighbour is quoted, too. */
const NEARLY = 0.7
/** The weight of terms that the question has, too: they say less about the answer. */
const ASKED = 0.5
/** The most sentences of a reply for which a quote is sought. */
const MAX_SUPPORTED = 8

/**
 * Quotes up to three adjacent sentences of the source that best support the claims. Claims that
 * answer the question count more.
 */
function quoteFor(claims: readonly string[], source: Passage, question: string): string {
  const sentences = answersOf(source)
  if (!sentences.length) return ''
  const said = saidIn(claims, wantedOf(question))
  const scores = sentences.map(({ piece, terms }) =>
    Math.max(
      0,
      ...said.map(
        ({ claim, wanted, worth }) => worth * (claim === piece ? 1 : coverageOf(wanted, terms)),
      ),
    ),
  )
  const best = scores.indexOf(Math.max(...scores))
  const near = (index: number) =>
    scores[index] !== undefined &&
    (scores[index] >= NEARLY * scores[best]! ||
      claims.some((claim) => claim.includes(sentences[index]!.piece)))
  let [first, last] = [best, best]
  while (last - first + 1 < MAX_QUOTED && near(last + 1)) last++
  while (last - first + 1 < MAX_QUOTED && near(first - 1)) first--
  const parts = sanitizeParts(source.text, sentences[first]!.start, sentences[last]!.end)
  if (parts.length < 2) return parts[0] ?? ''
  const supports = (part: string) => {
    const terms = termsOf(part.replace(ADDRESS, ''))
    return Math.max(0, ...said.map(({ wanted, worth }) => worth * coverageOf(wanted, terms)))
  }
  return parts.reduce((best, part) => (supports(part) > supports(best) ? part : best))
}

const ADDRESS = /https?:[^\s)]*/gi

/**
 * Splits claims into sentences with their terms and their worth, 0.5–1. Sentences most like the
 * question come first.
 */
function saidIn(claims: readonly string[], question: Wanted) {
  return claims
    .flatMap(piecesOf)
    .slice(0, MAX_CLAIMS)
    .map((claim) => {
      const all = wantedOf(claim)
      const wanted: Wanted = new Map(
        [...all].map(([term, weight]) => [term, question.has(term) ? ASKED * weight : weight]),
      )
      return { claim, wanted, worth: 0.5 + 0.5 * coverageOf(question, termsOf(claim)) }
    })
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_SUPPORTED)
}
