import type { Citation } from '../shared/store/messages.ts'
import type { Passage } from '../shared/store/retrieval.ts'
import { countTelling, coverageOf, piecesOf, type Wanted, wantedOf } from './evidence.ts'
import { inactive, inactiveName, inactivePart, webAddress } from './inactive.ts'
import { marksIn } from './marks.ts'
import { languageOf, termsOf } from './matching.ts'

export interface Reply {
  content: string
  citations: Citation[]
  /** Whether knowledge supports it: whether it cites any. */
  grounded: boolean
}

export interface Asked {
  question: string
  /** All that the model has seen. */
  given: string
}

/**
 * A model's text as it is stored: without its marks, with the citations that they stand for, and with nothing in it that acts
 * by itself. A source is cited once, when a mark names it, and quoted word for word by the sentences that support
 * best what the mark stands after. Where the model put no marks, sentences cite the source that clearly says the same.
 */
export function takeCitations(text: string, sources: readonly Passage[], asked: Asked): Reply {
  const isSupported = (claim: string, number: number) => isShared(claim, sources[number - 1]!)
  const { content, claims } = marksIn(text, sources.length, isSupported)
  const unmarked = () => claimsWithoutMarks(content, sources, asked.question)
  const cited = new Map<number, Citation>()
  for (const { number, claim } of claims.length ? claims.slice(0, MOST_CLAIMS) : unmarked()) {
    const source = sources[number - 1]!
    if (!cited.has(number) && !isForeign(claim, source)) cited.set(number, citationOf(source, claim))
  }
  const citations = [...cited.values()]
  return { content: inactive(content, asked.given).trim(), citations, grounded: citations.length > 0 }
}

/** Marks, or sentences, of one reply that are looked at: no reader follows more, and each takes about a millisecond. */
const MOST_CLAIMS = 100

function citationOf(source: Passage, claim: string): Citation {
  const { knowledge_id, kind, title, url, score } = source
  const quote = quoteFor(claim, source)
  return { knowledge_id, kind, title: inactiveName(title), url: webAddress(url), quote, score }
}

/** From this many telling words on, a claim that rests on a source shares one with it, in the same language. */
const ENOUGH_TO_TELL = 3

/** A mark after what its source does not speak of. */
const isForeign = (claim: string, source: Passage) =>
  countTelling(wantedOf(claim)) >= ENOUGH_TO_TELL &&
  !isShared(claim, source) &&
  languageOf(claim) === languageOf(source.text)

/** Whether a claim and a source share a word that tells something. */
export const isShared = (claim: string, { text, title, heading }: Passage) =>
  coverageOf(tellingOf(claim), termsOf(`${title}\n${heading}\n${text}`)) > 0

const tellingOf = (text: string) => new Map([...wantedOf(text)].filter(([, weight]) => weight === 1))

/** Of what a sentence tells, the share that its source must say as well. */
const CLEARLY = 0.65

/** Sentences that clearly say what a source says, and more than was asked. */
function claimsWithoutMarks(content: string, sources: readonly Passage[], question: string) {
  const asked = termsOf(question)
  const passages = sources.map(pairsOfSentences)
  return piecesOf(content)
    .slice(0, MOST_CLAIMS)
    .flatMap((claim) => {
      const telling = tellingOf(claim)
      const isNew = [...telling.keys()].some((term) => !asked.has(term))
      if (telling.size < 2 || !isNew) return []
      const supported = passages
        .map((passage, index) => ({ number: index + 1, claim, match: supportOf(telling, passage) }))
        .sort((a, b) => b.match - a.match)
      return supported.filter(({ match }) => match >= CLEARLY).slice(0, 1)
    })
}

/** The terms of each two sentences that stand together: what a claim says may be spread over them. */
function pairsOfSentences({ text }: Passage): Set<string>[] {
  const pieces = piecesOf(text)
  return pieces.map((piece, index) => termsOf(`${piece} ${pieces[index + 1] ?? ''}`))
}

/** The best of them; 0 when they lack one of its numbers. */
function supportOf(telling: Wanted, passage: readonly Set<string>[]): number {
  const numbers = [...telling.keys()].filter((term) => /\d/.test(term))
  const having = passage.filter((terms) => numbers.every((number) => terms.has(number)))
  return having.reduce((best, terms) => Math.max(best, coverageOf(telling, terms)), 0)
}

const MOST_QUOTED = 3
/** Of the best sentence's score: a neighbour that supports the claim nearly as well is quoted with it. */
const NEARLY = 0.7

/** The sentences of the source that support the claim best, and stand together in it. */
function quoteFor(claim: string, source: Passage): string {
  const wanted = wantedOf(claim)
  // What a pair asks supports nothing, unless there is nothing else.
  const text =
    (source.kind === 'qa' && source.text.slice(source.text.indexOf('\n') + 1).trim()) || source.text
  const sentences = piecesOf(text)
  const scores = sentences.map((sentence) => coverageOf(wanted, termsOf(sentence)))
  const best = scores.indexOf(Math.max(...scores))
  const near = (index: number) =>
    index >= 0 &&
    index < sentences.length &&
    (scores[index]! >= NEARLY * scores[best]! || claim.includes(sentences[index]!))
  let [first, last] = [best, best]
  while (last - first + 1 < MOST_QUOTED && near(last + 1)) last++
  while (last - first + 1 < MOST_QUOTED && near(first - 1)) first--
  return inactivePart(sliceOf(text, sentences.slice(first, last + 1)))
}

/** From the first of neighbouring sentences to the last, with what stands between them. */
function sliceOf(text: string, sentences: readonly string[]): string {
  const start = text.indexOf(sentences[0]!)
  const end = sentences.reduce((at, sentence) => text.indexOf(sentence, at) + sentence.length, start)
  return text.slice(start, end)
}
