import { weightOf } from './bm25.ts'
import type { ExpandedWord } from './expand.ts'
import type { ChunkNumbers, IndexBase, Postings } from './indexBase.ts'
import type { Memory } from './loadingMap.ts'
import { readFrequencies, SAMPLE } from './readIndex.ts'
import {
  ALL,
  firstOf,
  impactsFor,
  isWhole,
  MAX_IMPACT,
  MAX_POSTINGS,
  type Term,
  type Terms,
} from './terms.ts'

/** Scores chunks by the words of a question. */

/** Thousands of chunks and their scores, as two parallel arrays. */
export interface Candidates {
  chunks: Uint32Array
  scores: Float64Array
}

/** The chunks that score by a form of a word. */
interface WeightedPostings extends Postings {
  weight: number
}

/** The memory of a word without its postings, counted in postings. */
const WORD_SIZE = 40
/**
 * The most memory for all words of an index, counted in postings. Common terms need the rest more.
 */
const MAX_OF_WORDS = 3_000_000

/**
 * Finds the chunks that contain the words, by the first `MAX_POSTINGS` of each term, and adds up
 * their scores.
 */
export function makeCandidates({ memory, totals, chunks, terms }: IndexBase & { terms: Terms }) {
  /**
   * The postings of words with several forms. A chunk is listed only in the form by which it scores
   * most.
   */
  const words = new Map<string, WeightedPostings[]>()
  let size = 0

  /**
   * Returns the forms without repeated chunks, from the cache if possible. @param key identifies
   * the forms
   */
  function bestForms(key: string, forms: readonly WeightedPostings[]): readonly WeightedPostings[] {
    const known = words.get(key)
    if (known) return known
    const best = withoutRepeats(forms, chunks.order.length)
    const added = best.reduce((sum, form) => sum + form.chunks.length, WORD_SIZE)
    if (size + added > MAX_OF_WORDS) return best
    words.set(key, best)
    size += added
    memory.take(added)
    return best
  }

  return async function candidates(asked: readonly ExpandedWord[]): Promise<Candidates> {
    const [{ chunks: count }, termNamed, beginningNamed] = await Promise.all([
      totals(),
      terms.load(
        asked.flatMap((word) => word.terms),
        MAX_POSTINGS,
      ),
      terms.loadBeginnings(asked.flatMap(({ beginning }) => beginning ?? [])),
    ])
    const each = asked.flatMap(({ terms: names, beginning, share }) => {
      const forms = names.map((name): WeightedPostings => {
        const { documents, postings } = termNamed(name)
        return { ...firstOf(postings, MAX_POSTINGS), weight: share * weightOf(documents, count) }
      })
      const begun = beginning === undefined ? undefined : beginningNamed(beginning)
      const isBegun = begun !== undefined && begun.chunks.length > 0 && begun.chunks.length < SAMPLE
      // A term lists each chunk once. Terms with the same beginning may repeat chunks.
      if (!isBegun && forms.length < 2) return forms
      if (isBegun) forms.push({ ...begun, weight: weightOf(begun.chunks.length, count) })
      return bestForms(`${share} ${isBegun ? beginning : ''} ${names.join(' ')}`, forms)
    })
    return sumsOf(each, chunks.order.length)
  }
}

function sumsOf(forms: readonly WeightedPostings[], chunkCount: number): Candidates {
  const touched = new Uint32Array(forms.reduce((sum, { chunks }) => sum + chunks.length, 0))
  const sums = scratchFor(chunkCount)
  let count = 0
  for (const { chunks, shares, weight } of forms) {
    const unit = weight / MAX_IMPACT
    for (let nth = 0; nth < chunks.length; nth++) {
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

/** Returns the forms without the chunks that score at least as much by another form. */
function withoutRepeats(
  forms: readonly WeightedPostings[],
  chunkCount: number,
): WeightedPostings[] {
  const best = scratchFor(chunkCount)
  for (const { chunks, shares, weight } of forms) {
    const unit = weight / MAX_IMPACT
    for (let nth = 0; nth < chunks.length; nth++) {
      const score = Math.fround(unit * shares[nth]!)
      if (score > best[chunks[nth]!]!) best[chunks[nth]!] = score
    }
  }
  return forms.map(({ chunks, shares, weight }) => {
    const unit = weight / MAX_IMPACT
    const own = { chunks: new Uint32Array(chunks.length), shares: new Uint16Array(chunks.length) }
    let count = 0
    for (let nth = 0; nth < chunks.length; nth++) {
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
 * Memory of an index, in postings, above which no term is read whole, because an index that fills
 * the cache is dropped.
 */
const MAX_OF_ONE = 15_000_000
/** The number of postings that can be read in the time of one look-up. */
const SINGLE_COST = 8
/** The memory of a single share, counted in postings. */
const SINGLE_SIZE = 6
/** The number of postings that can be walked through in the time of one binary search. */
const WALKED = 128

/**
 * The shares in single chunks, by terms that are not read whole; 0: the chunk does not contain the
 * term. A chunk's share never changes, so an index and the next share the inner maps.
 */
export type Singles = Map<string, Map<number, number>>

/** Returns the shares that the index before has read. */
export function singlesAfter(former: Singles, memory: Memory): Singles {
  let count = 0
  for (const known of former.values()) count += known.size
  memory.take(count * SINGLE_SIZE)
  return new Map(former)
}

/**
 * Adds up the words' scores in each chunk: from all postings of a term, else by one look-up a
 * chunk. A term is read whole as soon as its look-ups cost more in total. So a frequent term soon
 * costs nothing, and a rare term costs little.
 */
export function makeScoresIn(base: IndexBase & { terms: Terms; singles: Singles }) {
  const { db, organizationId, memory, totals, chunks: numbers, terms, singles } = base
  const singlesOf = (name: string) => {
    const known = singles.get(name) ?? new Map<number, number>()
    singles.set(name, known)
    return known
  }

  function isWorthReading(name: string, { documents }: Term, chunks: readonly number[]): boolean {
    const known = singlesOf(name)
    const missing = chunks.filter((chunk) => !known.has(chunk)).length
    const isCheaper = missing > 0 && (known.size + missing) * SINGLE_COST > documents
    return isCheaper && memory.size + documents <= MAX_OF_ONE
  }

  async function loadWhole(names: readonly string[]): Promise<void> {
    await terms.load(names, ALL)
    for (const name of names) {
      memory.take(-singlesOf(name).size * SINGLE_SIZE)
      singles.delete(name)
    }
  }

  async function loadSingles(names: readonly string[], chunks: readonly number[]): Promise<void> {
    const missing = chunks.filter((chunk) => names.some((name) => !singlesOf(name).has(chunk)))
    if (!missing.length) return
    const numberOf = new Map(missing.map((chunk) => [numbers.idOf(chunk), chunk]))
    const rows = await readFrequencies(db, organizationId, names, [...numberOf.keys()])
    const impactOf = impactsFor((await totals()).average)
    for (const name of names) {
      const known = singlesOf(name)
      const before = known.size
      for (const chunk of missing) known.set(chunk, 0)
      memory.take((known.size - before) * SINGLE_SIZE)
    }
    for (const { term, chunk_id, frequency, length } of rows)
      singlesOf(term).set(numberOf.get(chunk_id)!, impactOf(frequency, length))
  }

  return async function scoresIn(
    words: readonly ExpandedWord[],
    chunks: readonly number[],
  ): Promise<Float64Array> {
    const names = [...new Set(words.flatMap((word) => word.terms))]
    const [{ chunks: count }, termNamed] = await Promise.all([totals(), terms.load(names)])
    const isSingle = (name: string) => !isWhole(termNamed(name))
    await loadWhole(
      names.filter((name) => isSingle(name) && isWorthReading(name, termNamed(name), chunks)),
    )
    await loadSingles(names.filter(isSingle), chunks)
    const sums = new Float64Array(chunks.length)
    const best = new Float64Array(chunks.length)
    for (const word of words) {
      for (const name of word.terms) {
        const term = termNamed(name)
        const unit = (word.share * weightOf(term.documents, count)) / MAX_IMPACT
        const known = singles.get(name)
        const shares = isWhole(term)
          ? sharesOf(term, chunks, numbers)
          : chunks.map((chunk) => known?.get(chunk) ?? 0)
        for (let nth = 0; nth < chunks.length; nth++)
          best[nth] = Math.max(best[nth]!, unit * shares[nth]!)
      }
      for (let nth = 0; nth < chunks.length; nth++) sums[nth]! += best[nth]!
      best.fill(0)
    }
    return sums
  }
}

/** Returns the share of a whole term in each chunk; 0: the chunk does not contain it. */
function sharesOf(
  { postings }: Term,
  chunks: readonly number[],
  { order }: ChunkNumbers,
): ArrayLike<number> {
  if (postings.chunks.length > WALKED * chunks.length)
    return chunks.map((chunk) => shareIn(postings, chunk, order))
  const found = new Uint16Array(chunks.length)
  const places = scratchFor(order.length)
  for (const [nth, chunk] of chunks.entries()) places[chunk] = nth + 1
  const { chunks: all, shares } = postings
  for (let nth = 0; nth < all.length; nth++) {
    const place = places[all[nth]!]!
    if (place !== 0) found[place - 1] = shares[nth]!
  }
  for (const chunk of chunks) places[chunk] = 0
  return found
}

/** Returns the share of a chunk. Searches in the order of the chunks' ids. */
function shareIn({ chunks, shares }: Postings, chunk: number, order: readonly number[]): number {
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

/**
 * Returns an array with a number for each chunk, which all calculations share. All numbers are 0
 * before and after a calculation, which must not await. A new array would take longer than the
 * calculation.
 * @param chunks the number of chunks in the index
 */
export function scratchFor(chunks: number): Float32Array {
  if (scratch.length < chunks) scratch = new Float32Array(2 * chunks)
  return scratch
}
let scratch = new Float32Array(0)
