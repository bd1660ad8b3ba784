import type { Citation } from '../../shared/store/chat/messages.ts'
import type { Passage } from '../../shared/store/search/retrieval.ts'
import { languageOf } from '../../shared/text/language.ts'
import { countTelling, coverageOf, type Wanted, wantedOf } from '../language/coverage.ts'
import { MAX_LOOKED_AT, termsOf } from '../language/matching.ts'
import { piecesOf } from '../language/pieces.ts'
import { marksIn } from '../prompt/markers.ts'
import { sanitize, sanitizeName, sanitizeParts, webAddress } from './sanitize.ts'
import { allTermsOf, answersOf, readPieces } from './sourceSentences.ts'

export interface CitedReply {
  content: string
  citations: Citation[]
  /** Whether knowledge supports it: whether it cites any. */
  grounded: boolean
  /** The sources that the citations stand for. */
  cited: readonly Passage[]
}

export interface AskedQuestion {
  question: string
  /** All that the model has seen. */
  given: string
}

/**
 * A model's text as it is stored: without its marks, with the citations that they stand for, and with nothing in it that acts
 * by itself. A source is cited once, when a mark names it, and quoted word for word by the sentences that support
 * best what its marks stand after. Where the model put no marks, sentences cite the source that clearly says the same.
 */
export function takeCitations(text: string, sources: readonly Passage[], asked: AskedQuestion): CitedReply {
  const { content, claims } = readMarks(text, sources, asked.given)
  const unmarked = () => claimsWithoutMarks(content, sources, asked.question)
  const bySource = new Map<number, string[]>()
  for (const { number, claim } of claims.length ? claims.slice(0, MAX_CLAIMS) : unmarked())
    if (!isForeign(claim, sources[number - 1]!))
      bySource.set(number, [...(bySource.get(number) ?? []), claim])
  const citations = [...bySource].map(([number, claims]) =>
    citationOf(sources[number - 1]!, claims, asked.question),
  )
  return {
    content: sanitize(content, asked.given).trim(),
    citations,
    grounded: citations.length > 0,
    cited: [...bySource.keys()].map((number) => sources[number - 1]!),
  }
}

/** @param given all that the model has seen */
export function readMarks(text: string, sources: readonly Passage[], given: string) {
  return marksIn(
    text,
    sources.length,
    (claim, number, written) => !given.includes(written) && isShared(claim, sources[number - 1]!),
  )
}

/** Marks, or sentences, of one reply that are looked at: no reader follows more, and each takes about a millisecond. */
const MAX_CLAIMS = 100

function citationOf(source: Passage, claims: readonly string[], question: string): Citation {
  const { knowledge_id, kind, title, url, score } = source
  const quote = quoteFor(claims, source, question)
  return { knowledge_id, kind, title: sanitizeName(title), url: webAddress(url), quote, score }
}

/** A claim with at least this many telling words must share one with its source, in the same language. */
const ENOUGH_TO_TELL = 3

/** A mark after what its source does not speak of. */
const isForeign = (claim: string, source: Passage) =>
  countTelling(wantedOf(claim)) >= ENOUGH_TO_TELL &&
  !isShared(claim, source) &&
  languageOf(claim) === languageOf(source.text)

/** Whether a claim and a source share a word that tells something. */
function isShared(claim: string, source: Passage): boolean {
  const [telling, terms] = [tellingOf(claim), allTermsOf(source)]
  return [...telling.keys()].some((term) => terms.has(term)) || coverageOf(telling, terms) > 0
}

const tellingOf = (text: string) => new Map([...wantedOf(text)].filter(([, weight]) => weight === 1))

/** The share of a sentence's telling words that its source must contain. */
const CLEARLY = 0.65

/** Sentences that clearly say what a source says, and more than was asked. */
function claimsWithoutMarks(content: string, sources: readonly Passage[], question: string) {
  const asked = termsOf(question.slice(0, MAX_LOOKED_AT))
  return piecesOf(content)
    .slice(0, MAX_CLAIMS)
    .flatMap((claim) => {
      const telling = tellingOf(claim)
      const unasked: Wanted = new Map([...telling].filter(([term]) => !asked.has(term)))
      if (telling.size < 2 || !unasked.size) return []
      let best = { number: 0, claim, match: 0 }
      for (const [index, source] of sources.entries()) {
        // Two sentences of a source support no more than the whole source, and most sources support too little.
        if (coverageOf(telling, allTermsOf(source), CLEARLY) < CLEARLY) continue
        const pairs = pairsOfSentences(source)
        const match = supportOf(unasked, pairs) && supportOf(telling, pairs, CLEARLY)
        if (match >= CLEARLY && match > best.match) best = { number: index + 1, claim, match }
      }
      return best.number ? [best] : []
    })
}

/** The terms of each two sentences that stand together: what a claim says may be spread over them. */
function pairsOfSentences({ text }: Passage): Set<string>[] {
  const pieces = readPieces(text)
  return pieces.map(({ terms }, index) => new Set([...terms, ...(pieces[index + 1]?.terms ?? [])]))
}

/** The best of them; 0 when they lack one of its numbers. @param least less counts as little */
function supportOf(telling: Wanted, passage: readonly Set<string>[], least = 0): number {
  const numbers = [...telling.keys()].filter((term) => /\d/.test(term))
  const having = passage.filter((terms) => numbers.every((number) => terms.has(number)))
  return having.reduce((best, terms) => Math.max(best, coverageOf(telling, terms, Math.max(best, least))), 0)
}

const MAX_QUOTED = 3
/** The share of the best sentence's score at which a neighbour is quoted with it. */
const NEARLY = 0.7
/** The weight of terms that the question has too: they tell less about the answer. */
const ASKED = 0.5
/** Most sentences of a reply for which a quote is searched. */
const MAX_SUPPORTED = 8

/**
 * The sentences of the source that support best what was said, and stand together in it; of several things that were said,
 * what answers the question counts most.
 */
function quoteFor(claims: readonly string[], source: Passage, question: string): string {
  const sentences = answersOf(source)
  if (!sentences.length) return ''
  const said = saidIn(claims, wantedOf(question))
  const scores = sentences.map(({ piece, terms }) =>
    Math.max(
      0,
      ...said.map(({ claim, wanted, worth }) => worth * (claim === piece ? 1 : coverageOf(wanted, terms))),
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
  return parts.reduce((one, other) => (supports(other) > supports(one) ? other : one))
}

const ADDRESS = /https?:[^\s)]*/gi

/** The sentences that were said, each with its terms and what it is worth, 0.5–1: those most like the question first. */
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
