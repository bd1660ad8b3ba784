import quickselect from 'quickselect'
import { saturationOf, weightOf } from '../bm25.ts'
import { type HeldIndex, isWhole, MOST_OF_ONE, type Term, type WordScores } from './heldIndex.ts'
import { SAMPLE, type Totals } from './postings.ts'

/** How the words of a question score, by what is held of the index. */

/**
 * Postings that candidates are taken from, those of the rarest words first. Among 100,000 chunks, 97 % of the six best are
 * those that reading all of them gives, in a third of the time.
 */
export const MOST_POSTINGS = 12_000
/** By estimates, which have 5 % of error: of a word that has more than it seems, some would be missed. */
const MOST_ESTIMATED = 0.8 * MOST_POSTINGS

/** In postings' worth of memory: of a word's scores, and of three chunks of these. */
const WORD_SIZE = 40
const THREE_SIZE = 4

/** Postings that are walked through in the time of one that is searched for. */
const WALKED = 128

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
  chunks: Uint32Array
  scores: Float64Array
}

/** A number for each chunk of an index, all 0 but while something is scored: to make it anew would cost more than that. */
function scratchOf({ ids }: HeldIndex): Float32Array {
  if (scratch.length < ids.length) scratch = new Float32Array(2 * ids.length)
  return scratch
}
let scratch = new Float32Array(0)

/** By what has been read: of `rare` words the first postings, of the others those of another word that begins like them. */
export function scoreRead(
  index: HeldIndex,
  words: readonly Word[],
  rare: ReadonlySet<Word>,
  totals: Totals,
): Candidates {
  const each = words.map((word) => scoresOf(index, word, rare.has(word), totals))
  const sums = scratchOf(index)
  const touched = new Uint32Array(each.reduce((sum, { chunks }) => sum + chunks.length, 0))
  let count = 0
  for (const { chunks, scores } of each) {
    for (let nth = 0; nth < chunks.length; nth++) {
      const chunk = chunks[nth]!
      const before = sums[chunk]!
      if (before === 0) touched[count++] = chunk
      sums[chunk] = before + scores[nth]!
    }
  }
  const chunks = touched.subarray(0, count)
  const scores = new Float64Array(count)
  for (let nth = 0; nth < count; nth++) {
    scores[nth] = sums[chunks[nth]!]!
    sums[chunks[nth]!] = 0
  }
  return { chunks, scores }
}

function scoresOf(index: HeldIndex, { terms, beginning }: Word, isRare: boolean, totals: Totals): WordScores {
  const key = `${beginning ?? ''} ${isRare ? terms.join(' ') : ''}`
  const held = index.words.get(key)
  if (held) return held
  const forms = (isRare ? terms : []).map((term) => index.terms.get(term)!)
  const begun = beginning === undefined ? undefined : index.beginnings.get(beginning)
  const scores = scoreForms(
    index,
    [
      ...forms,
      ...(begun && begun.chunks.length < SAMPLE ? [{ documents: begun.chunks.length, postings: begun }] : []),
    ],
    totals,
  )
  if (index.size < MOST_OF_ONE) {
    index.words.set(key, scores)
    index.size += WORD_SIZE + Math.ceil(scores.chunks.length / 3) * THREE_SIZE
    index.grown(index)
  }
  return scores
}

function scoreForms(
  index: HeldIndex,
  forms: readonly Pick<Term, 'documents' | 'postings'>[],
  { chunks, average }: Totals,
): WordScores {
  const saturation = saturationOf(average)
  const best = scratchOf(index)
  const touched: number[] = []
  for (const { documents, postings } of forms) {
    const weight = weightOf(documents, chunks)
    const read = Math.min(postings.chunks.length, MOST_POSTINGS)
    for (let nth = 0; nth < read; nth++) {
      const chunk = postings.chunks[nth]!
      const score = weight * saturation(postings.frequencies[nth]!, index.lengths[chunk]!)
      if (best[chunk] === 0) touched.push(chunk)
      if (score > best[chunk]!) best[chunk] = score
    }
  }
  const scores = Float32Array.from(touched, (chunk) => best[chunk]!)
  for (const chunk of touched) best[chunk] = 0
  return { chunks: Uint32Array.from(touched), scores }
}

/** What these words score in each of the chunks, by what is held of the chunks or of the whole words. */
export function scoreSingly(
  index: HeldIndex,
  words: readonly Word[],
  chunks: readonly number[],
  totals: Totals,
): Float64Array {
  const saturation = saturationOf(totals.average)
  const sums = new Float64Array(chunks.length)
  const best = new Float64Array(chunks.length)
  for (const { terms } of words) {
    for (const term of terms) {
      const held = index.terms.get(term)!
      const weight = weightOf(held.documents, totals.chunks)
      const frequencies = frequenciesIn(index, held, chunks)
      for (let place = 0; place < chunks.length; place++) {
        const frequency = frequencies[place]!
        if (frequency === 0) continue
        best[place] = Math.max(best[place]!, weight * saturation(frequency, index.lengths[chunks[place]!]!))
      }
    }
    for (let place = 0; place < chunks.length; place++) sums[place]! += best[place]!
    best.fill(0)
  }
  return sums
}

/** How often the term stands in each of the chunks, which it was held for. */
export function frequenciesIn(index: HeldIndex, term: Term, chunks: readonly number[]): Uint16Array {
  if (!isWhole(term)) return Uint16Array.from(chunks, (chunk) => term.singly.get(chunk) ?? 0)
  if (term.postings.chunks.length > WALKED * chunks.length)
    return Uint16Array.from(chunks, (chunk) => frequencyIn(index, term, chunk))
  const found = new Uint16Array(chunks.length)
  const places = scratchOf(index)
  for (let place = 0; place < chunks.length; place++) places[chunks[place]!] = place + 1
  const { chunks: all, frequencies } = term.postings
  for (let nth = 0; nth < all.length; nth++) {
    const place = places[all[nth]!]!
    if (place !== 0) found[place - 1] = frequencies[nth]!
  }
  for (const chunk of chunks) places[chunk] = 0
  return found
}

/** Of a term that is held whole. */
function frequencyIn({ order }: HeldIndex, { postings }: Term, chunk: number): number {
  const { chunks, frequencies } = postings
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
  candidates: Candidates,
  size: number,
): Generator<Candidate[], void> {
  let { chunks, scores } = candidates
  while (scores.length > size) {
    const least = largest(scores.slice(), size)
    const best: Candidate[] = []
    const equal: number[] = []
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!
      if (score > least) best.push({ chunk: chunks[place]!, score })
      else if (score === least) equal.push(chunks[place]!)
    }
    const last = -largest(
      Float64Array.from(equal, (chunk) => -order[chunk]!),
      size - best.length,
    )
    for (const chunk of equal) if (order[chunk]! <= last) best.push({ chunk, score: least })
    yield best
    const isLeft = (chunk: number, score: number) =>
      score < least || (score === least && order[chunk]! > last)
    const left = Array.from(chunks.keys()).filter((place) => isLeft(chunks[place]!, scores[place]!))
    chunks = Uint32Array.from(left, (place) => chunks[place]!)
    scores = Float64Array.from(left, (place) => scores[place]!)
  }
  yield Array.from(chunks, (chunk, place) => ({ chunk, score: scores[place]! }))
}

/** The `nth` largest of them, from 1 on. Numbers alone are selected five times as fast as their places. */
function largest(numbers: Float64Array, nth: number): number {
  // Its type knows arrays only.
  quickselect(numbers as unknown as number[], nth - 1, 0, numbers.length - 1, (one, other) => other - one)
  return numbers[nth - 1]!
}
