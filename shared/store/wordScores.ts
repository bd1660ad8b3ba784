import quickselect from 'quickselect'
import { saturationOf, weightOf } from '../bm25.ts'
import { type HeldIndex, isWhole, type Postings, type Term } from './heldIndex.ts'
import { SAMPLE, type Totals } from './postings.ts'

/** How the words of a question score, by what is held of the index. */

/**
 * Postings that candidates are taken from, those of the rarest words first. Among 100,000 chunks, 97 % of the six best are
 * those that reading all of them gives, in a third of the time.
 */
export const MOST_POSTINGS = 12_000
/** By estimates, which have 5 % of error: of a word that has more than it seems, some would be missed. */
const MOST_ESTIMATED = 0.8 * MOST_POSTINGS

/** A word of a question. */
export interface Asked {
  /** Its stems, in all languages of the chunks. */
  terms: string[]
  /** What a longer word begins with: its other forms and compounds do so, too. */
  beginning: string | undefined
}

/** A word of the question, as the index knows it. */
export interface Word extends Asked {
  /** Those of its stems that stand anywhere. */
  terms: string[]
  documents: number
  /** Of the term that tells most. */
  weight: number
}

export function wordOf(index: HeldIndex, { terms, beginning }: Asked, { chunks }: Totals): Word {
  const there = terms.filter((term) => index.terms.get(term)!.documents > 0)
  const documents = there.map((term) => index.terms.get(term)!.documents)
  return {
    terms: there,
    beginning,
    documents: documents.reduce((sum, one) => sum + one, 0),
    weight: Math.max(0, ...documents.map((one) => weightOf(one, chunks))),
  }
}

/** The words that candidates are taken from. @param words the rarest first */
export function rarest(index: HeldIndex, words: readonly Word[]): Set<Word> {
  let sum = 0
  return new Set(
    words.filter((word, place) => {
      sum += word.documents
      const isReadAnyway = word.terms.every((term) => index.terms.get(term)!.documents < SAMPLE)
      return place === 0 || sum <= MOST_ESTIMATED || isReadAnyway
    }),
  )
}

/** A chunk, by its place in the index. */
export interface Candidate {
  chunk: number
  score: number
}

/** Thousands of them: each chunk's score is at the same place. */
export interface Candidates {
  chunks: number[]
  scores: Float64Array
}

/** Of all chunks of an index, all 0 but while one question is scored: to make them anew would cost more than that. */
let scores = new Float64Array(0)
let ofWord = new Float64Array(0)

/** By what has been read: of `rare` words the first postings, of the others those of another word that begins like them. */
export function scoreRead(
  index: HeldIndex,
  words: readonly Word[],
  rare: ReadonlySet<Word>,
  { chunks, average }: Totals,
): Candidates {
  const saturation = saturationOf(average)
  if (scores.length < index.ids.length) {
    scores = new Float64Array(2 * index.ids.length)
    ofWord = new Float64Array(2 * index.ids.length)
  }
  const touched: number[] = []
  for (const word of words) {
    const forms = (rare.has(word) ? word.terms : []).map((term) => index.terms.get(term)!)
    const begun = word.beginning === undefined ? undefined : index.beginnings.get(word.beginning)
    const readings: { documents: number; postings: Postings }[] = [
      ...forms,
      ...(begun && begun.chunks.length < SAMPLE ? [{ documents: begun.chunks.length, postings: begun }] : []),
    ]
    const ofThisWord: number[] = []
    for (const { documents, postings } of readings) {
      const weight = weightOf(documents, chunks)
      const read = Math.min(postings.chunks.length, MOST_POSTINGS)
      for (let nth = 0; nth < read; nth++) {
        const chunk = postings.chunks[nth]!
        const score = weight * saturation(postings.frequencies[nth]!, index.lengths[chunk]!)
        if (ofWord[chunk] === 0) ofThisWord.push(chunk)
        if (score > ofWord[chunk]!) ofWord[chunk] = score
      }
    }
    for (const chunk of ofThisWord) {
      if (scores[chunk] === 0) touched.push(chunk)
      scores[chunk]! += ofWord[chunk]!
      ofWord[chunk] = 0
    }
  }
  const own = new Float64Array(touched.length)
  for (let nth = 0; nth < touched.length; nth++) {
    own[nth] = scores[touched[nth]!]!
    scores[touched[nth]!] = 0
  }
  return { chunks: touched, scores: own }
}

export function scoreSingly(
  index: HeldIndex,
  words: readonly Word[],
  chunk: number,
  { chunks, average }: Totals,
): number {
  const saturation = saturationOf(average)
  let sum = 0
  for (const { terms } of words) {
    const scores = terms.map((term) => {
      const held = index.terms.get(term)!
      const frequency = frequencyIn(index, held, chunk)
      return frequency ? weightOf(held.documents, chunks) * saturation(frequency, index.lengths[chunk]!) : 0
    })
    sum += Math.max(0, ...scores)
  }
  return sum
}

/** How often the term stands in a chunk that it was held for. */
export function frequencyIn({ order }: HeldIndex, term: Term, chunk: number): number {
  if (!isWhole(term)) return term.singly.get(chunk) ?? 0
  const { chunks, frequencies } = term.postings
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order[chunks[middle]!]! < order[chunk]!) low = middle + 1
    else high = middle
  }
  for (; order[chunks[low]!] === order[chunk]; low++) if (chunks[low] === chunk) return frequencies[low]!
  return 0
}

/** Of chunks that score the same the one with the smaller id. */
export const bestFirst = ({ order }: HeldIndex, candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((one, other) => other.score - one.score || order[one.chunk]! - order[other.chunk]!)

/** The best ones, then the best of the others, and so on: so many at a time, because of thousands only few are looked at. */
export function* inBlocks(
  { order }: HeldIndex,
  { chunks, scores }: Candidates,
  size: number,
): Generator<Candidate[], void> {
  const places = chunks.map((_, place) => place)
  const last = places.length - 1
  const compare = (one: number, other: number) =>
    scores[other]! - scores[one]! || order[chunks[one]!]! - order[chunks[other]!]!
  for (let first = 0; first <= last; first += size) {
    const end = first + size
    if (end <= last) quickselect(places, end - 1, first, last, compare)
    yield places.slice(first, end).map((place) => ({ chunk: chunks[place]!, score: scores[place]! }))
  }
}
