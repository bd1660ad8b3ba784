import { weightOf } from './bm25.ts'
import {
  ALL,
  type CachedIndex,
  isWhole,
  MAX_IMPACT,
  type Scored,
  sizeOf,
  type Term,
} from './cachedIndex.ts'
import type { Candidates } from './candidates.ts'
import { SAMPLE, type Totals } from './postings.ts'

/** Scores chunks by the words of a question, from the cached index. */

/**
 * Most postings that candidates are taken from, those of the rarest words first. With 100,000
 * chunks, 97 % of the best six are the same as with all postings, in a third of the time.
 */
export const MAX_POSTINGS = 12_000
/**
 * A lower limit for estimated counts, which are off by 5 %. A word that has more postings
 * than estimated would lose some.
 */
const MAX_ESTIMATED = 0.8 * MAX_POSTINGS

/** The memory of a word without its postings, counted in postings. */
const WORD_SIZE = 40
/** Most memory of all words of an index, counted in postings. Common terms need the rest more. */
const MAX_OF_WORDS = 3_000_000

/** How many postings can be walked through in the time of one binary search. */
const WALKED = 128

/** A word of a question. */
export interface AskedTerms {
  /** Its stems, in all languages of the chunks. */
  terms: string[]
  /**
   * The beginning of a longer word, which its other forms and compounds share; undefined:
   * it is not searched for.
   */
  beginning: string | undefined
  /**
   * The share of their weight that the terms score, 0–1: a word that is only guessed counts less.
   */
  share: number
}

/** A word of the question, as the index knows it. */
export interface ScoredWord extends AskedTerms {
  /** Those of its stems that at least one chunk contains. */
  terms: string[]
  documents: number
  /** The weight of its rarest term. */
  weight: number
}

export function wordOf(
  index: CachedIndex,
  { terms, beginning, share }: AskedTerms,
  { chunks }: Totals,
): ScoredWord {
  const there = terms.filter((term) => index.terms.get(term)!.documents > 0)
  const documents = there.map((term) => index.terms.get(term)!.documents)
  return {
    terms: there,
    beginning,
    share,
    documents: documents.reduce((sum, one) => sum + one, 0),
    weight: share * Math.max(0, ...documents.map((one) => weightOf(one, chunks))),
  }
}

/** The share of its weight that another form of a word scores, if the knowledge explains both. */
const OTHER_FORM = 0.8

/**
 * Caches a term of the chunks that contain all of some words: the long form of an abbreviation, or
 * the short one.
 * @param words the terms of each; their first `MAX_POSTINGS` must be cached
 * @param documents how many chunks contain the word that it stands for: it weighs no more than that
 * @returns the term; undefined: no chunk contains all
 */
export function keepOtherForm(
  index: CachedIndex,
  words: readonly (readonly string[])[],
  documents: number,
): string | undefined {
  const name = `=${documents}=${words.map((terms) => terms.join('|')).join('+')}`
  if (index.terms.has(name)) return name
  let shares: Map<number, number> | undefined
  for (const terms of words) {
    const own = new Map<number, number>()
    for (const { postings } of terms.map((term) => index.terms.get(term)!)) {
      for (const [nth, chunk] of postings.chunks.subarray(0, MAX_POSTINGS).entries()) {
        const least = Math.min(
          postings.shares[nth]!,
          shares ? (shares.get(chunk) ?? 0) : MAX_IMPACT,
        )
        if (least > (own.get(chunk) ?? 0)) own.set(chunk, least)
      }
    }
    shares = own
  }
  if (!shares?.size) return undefined
  const chunks = Uint32Array.from(shares.keys()).sort(
    (one, other) => index.order[one]! - index.order[other]!,
  )
  const weighted = Uint16Array.from(chunks, (chunk) => Math.ceil(OTHER_FORM * shares.get(chunk)!))
  const postings = { chunks, shares: weighted }
  index.terms.set(name, {
    documents: Math.max(documents, chunks.length),
    postings,
    asked: ALL,
    singly: new Map(),
  })
  index.size += sizeOf(postings)
  index.grown(index)
  return name
}

/** The words whose postings give the candidates. @param words the rarest first */
export function rarest(index: CachedIndex, words: readonly ScoredWord[]): Set<ScoredWord> {
  let sum = 0
  return new Set(
    words.filter((word, place) => {
      sum += word.documents
      const isReadAnyway = word.terms.every((term) => index.terms.get(term)!.documents < SAMPLE)
      return place === 0 || sum <= MAX_ESTIMATED || isReadAnyway
    }),
  )
}

/**
 * An array shared by all calls, with a number for each chunk. All are 0 except during a
 * calculation. A new array for each call would take longer than the calculation.
 */
function scratchOf({ ids }: CachedIndex): Float32Array {
  if (scratch.length < ids.length) scratch = new Float32Array(2 * ids.length)
  return scratch
}
let scratch = new Float32Array(0)

/**
 * Scores the chunks in cached postings: the first postings of `rare` words, and those of
 * terms that begin like a word.
 */
export function scoreRead(
  index: CachedIndex,
  words: readonly ScoredWord[],
  rare: ReadonlySet<ScoredWord>,
  totals: Totals,
): Candidates {
  const each = words.flatMap((word) => scoresOf(index, word, rare.has(word), totals))
  const most = each.reduce((sum, { chunks }) => sum + Math.min(chunks.length, MAX_POSTINGS), 0)
  const touched = new Uint32Array(most)
  const sums = scratchOf(index)
  let count = 0
  for (const { chunks, shares, weight } of each) {
    const unit = weight / MAX_IMPACT
    const read = Math.min(chunks.length, MAX_POSTINGS)
    for (let nth = 0; nth < read; nth++) {
      const chunk = chunks[nth]!
      const before = sums[chunk]!
      if (before === 0) touched[count++] = chunk
      sums[chunk] = before + unit * shares[nth]!
    }
  }
  const scores = new Float64Array(count)
  for (let nth = 0; nth < count; nth++) {
    scores[nth] = sums[touched[nth]!]!
    sums[touched[nth]!] = 0
  }
  return { chunks: touched.subarray(0, count), scores }
}

/** The scores of chunks by the word. Each chunk is in one form only. */
function scoresOf(
  index: CachedIndex,
  { terms, beginning, share }: ScoredWord,
  isRare: boolean,
  totals: Totals,
): Scored[] {
  const asked = isRare ? terms : []
  const forms = asked.map((term): Scored => {
    const { documents, postings } = index.terms.get(term)!
    return { ...postings, weight: share * weightOf(documents, totals.chunks) }
  })
  const begun = beginning === undefined ? undefined : index.beginnings.get(beginning)
  const isBegunRead = begun !== undefined && begun.chunks.length > 0 && begun.chunks.length < SAMPLE
  if (isBegunRead) forms.push({ ...begun, weight: weightOf(begun.chunks.length, totals.chunks) })
  // The postings of one term have each chunk once. Those of terms that begin alike may repeat
  // chunks.
  else if (forms.length < 2) return forms
  const key = `${share} ${isBegunRead ? beginning : ''} ${asked.join(' ')}`
  const held = index.words.get(key)
  if (held) return held
  const best = bestForms(index, forms)
  const size = best.reduce((sum, { chunks }) => sum + chunks.length, WORD_SIZE)
  if (index.wordsSize + size <= MAX_OF_WORDS) {
    index.words.set(key, best)
    index.wordsSize += size
    index.size += size
    index.grown(index)
  }
  return best
}

/** The same forms, each without the chunks that score at least as much by another form. */
function bestForms(index: CachedIndex, forms: readonly Scored[]): Scored[] {
  const best = scratchOf(index)
  for (const { chunks, shares, weight } of forms) {
    const unit = weight / MAX_IMPACT
    const read = Math.min(chunks.length, MAX_POSTINGS)
    for (let nth = 0; nth < read; nth++) {
      const score = Math.fround(unit * shares[nth]!)
      if (score > best[chunks[nth]!]!) best[chunks[nth]!] = score
    }
  }
  return forms.map(({ chunks, shares, weight }) => {
    const unit = weight / MAX_IMPACT
    const read = Math.min(chunks.length, MAX_POSTINGS)
    const own = { weight, chunks: new Uint32Array(read), shares: new Uint16Array(read) }
    let count = 0
    for (let nth = 0; nth < read; nth++) {
      const chunk = chunks[nth]!
      if (best[chunk] !== Math.fround(unit * shares[nth]!)) continue
      best[chunk] = 0
      own.chunks[count] = chunk
      own.shares[count++] = shares[nth]!
    }
    return { weight, chunks: own.chunks.slice(0, count), shares: own.shares.slice(0, count) }
  })
}

/**
 * The sum of the scores of these words in each of the chunks, from single shares or from whole
 * postings.
 */
export function scoreSingly(
  index: CachedIndex,
  words: readonly ScoredWord[],
  chunks: readonly number[],
  totals: Totals,
): Float64Array {
  const sums = new Float64Array(chunks.length)
  const best = new Float64Array(chunks.length)
  for (const { terms, share } of words) {
    for (const term of terms) {
      const held = index.terms.get(term)!
      const unit = (share * weightOf(held.documents, totals.chunks)) / MAX_IMPACT
      const shares = sharesIn(index, held, chunks)
      for (let nth = 0; nth < chunks.length; nth++)
        best[nth] = Math.max(best[nth]!, unit * shares[nth]!)
    }
    for (let nth = 0; nth < chunks.length; nth++) sums[nth]! += best[nth]!
    best.fill(0)
  }
  return sums
}

/** The share of the term in each of the chunks; 0: the chunk does not contain it. */
export function sharesIn(index: CachedIndex, term: Term, chunks: readonly number[]): Uint16Array {
  if (!isWhole(term)) return Uint16Array.from(chunks, (chunk) => term.singly.get(chunk) ?? 0)
  if (term.postings.chunks.length > WALKED * chunks.length)
    return Uint16Array.from(chunks, (chunk) => shareIn(index, term, chunk))
  const found = new Uint16Array(chunks.length)
  const places = scratchOf(index)
  for (const [nth, chunk] of chunks.entries()) places[chunk] = nth + 1
  const { chunks: all, shares } = term.postings
  for (let nth = 0; nth < all.length; nth++) {
    const place = places[all[nth]!]!
    if (place !== 0) found[place - 1] = shares[nth]!
  }
  for (const chunk of chunks) places[chunk] = 0
  return found
}

/**
 * The share of a chunk, for a term whose postings are all cached. Searches in the order of their
 * ids.
 */
function shareIn({ order }: CachedIndex, { postings }: Term, chunk: number): number {
  const { chunks, shares } = postings
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order[chunks[middle]!]! < order[chunk]!) low = middle + 1
    else high = middle
  }
  for (; order[chunks[low]!] === order[chunk]; low++) if (chunks[low] === chunk) return shares[low]!
  return 0
}
