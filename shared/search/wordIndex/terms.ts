import { saturationOf } from './bm25.ts'
import type { IndexBase } from './indexBase.ts'
import { makeLoadingMap } from './loadingMap.ts'
import { type PostingRows, readBeginnings, readPostings, SAMPLE } from './readIndex.ts'

/** Chunks that contain a term, by their numbers, in the order of their ids. */
export interface Postings {
  chunks: Uint32Array
  /** The share of the term's weight that each chunk scores, in 65,535ths; at least 1. */
  shares: Uint16Array
}

export const MAX_IMPACT = 65_535
/** More postings than any term has. */
export const ALL = 2 ** 31 - 1
/**
 * The most postings of a term that candidates are taken from, and the most of all rare words
 * together. With 100,000 chunks, 97 % of the best six are the same as with all postings, in a third
 * of the time.
 */
export const MAX_POSTINGS = 12_000

export interface Term {
  /**
   * The number of chunks that contain it. For a common term this is an estimate even if all its
   * postings are known, because scores must not depend on the cache.
   */
  documents: number
  /** Its first postings, by the chunks' ids. */
  postings: Postings
  /** The number of postings that were requested. */
  asked: number
}

/** Returns the first `most` postings. */
export const firstOf = ({ chunks, shares }: Postings, most: number): Postings => ({
  chunks: chunks.subarray(0, most),
  shares: shares.subarray(0, most),
})

/** Returns whether all postings of the term are known. */
export const isWhole = ({ postings, asked }: Term) => postings.chunks.length < asked

/** The memory of a term or beginning, and of a term that no chunk contains, counted in postings. */
const TERM_SIZE = 80
const NOWHERE_SIZE = 20

/**
 * Shared by all terms that no chunk contains, because questions have any number of names and
 * misspellings.
 */
const NOWHERE: Postings = { chunks: new Uint32Array(), shares: new Uint16Array() }
const UNKNOWN: Term = { documents: 0, postings: NOWHERE, asked: 1 }

/** Words that chunks may contain instead of a word of a question. */
export interface Alternative {
  /** The terms of each word. A chunk must contain at least one term of every word. */
  words: readonly (readonly string[])[]
  /** The terms of the question's word. The alternative weighs no more than they do. */
  insteadOf: readonly string[]
}

/** The terms and their postings, as far as questions have needed them. */
export interface Terms {
  /** Reads the first postings of each term: at least `most`. Default: `SAMPLE`. */
  load(terms: readonly string[], most?: number): Promise<(term: string) => Term>
  /** Reads the first `SAMPLE` postings of all terms with each beginning. */
  loadBeginnings(beginnings: readonly string[]): Promise<(beginning: string) => Postings>
  /** Makes a term for each alternative. @returns the alternatives that chunks contain */
  combine<Some extends Alternative>(some: readonly Some[]): Promise<(Some & { term: string })[]>
}

export function makeTerms({ db, organizationId, memory, totals, chunks }: IndexBase): Terms {
  const terms = makeLoadingMap<string, Term>(memory, ({ postings }) => sizeOf(postings))
  const beginnings = makeLoadingMap<string, Postings>(memory, sizeOf)

  async function postingsOf(rows: readonly PostingRows[]): Promise<Postings[]> {
    const impactOf = impactsFor((await totals()).average)
    return rows.map(({ chunk_ids, frequencies, lengths }) => {
      if (!chunk_ids.length) return NOWHERE
      const shares = frequencies.map((frequency, nth) => impactOf(frequency, lengths[nth]!))
      return { chunks: chunks.numbersOf(chunk_ids), shares: Uint16Array.from(shares) }
    })
  }

  const load: Terms['load'] = (names, most = SAMPLE) => {
    const read = async (missing: readonly string[]) => {
      const rows = await readPostings(db, organizationId, missing, most)
      const postings = await postingsOf(rows)
      return rows.map(({ chunk_ids }, nth) => termOf(chunk_ids, postings[nth]!, most))
    }
    return terms.load(names, read, (term) => term.asked >= most || isWhole(term))
  }

  return {
    load,
    loadBeginnings: (names) =>
      beginnings.load(names, async (missing) =>
        postingsOf(await readBeginnings(db, organizationId, missing)),
      ),
    async combine(some) {
      const parts = some.flatMap(({ words }) => words.flat())
      const own = some.flatMap(({ insteadOf }) => insteadOf)
      const [termNamed] = await Promise.all([load(parts, MAX_POSTINGS), load(own)])
      return some.flatMap((alternative) => {
        const documents = Math.max(
          ...alternative.insteadOf.map((term) => termNamed(term).documents),
        )
        const term = `=${documents}=${alternative.words.map((names) => names.join('|')).join('+')}`
        if (terms.has(term)) return [{ ...alternative, term }]
        const each = alternative.words.map((names) => names.map((name) => termNamed(name).postings))
        const postings = commonPostings(each, chunks.order)
        if (!postings) return []
        terms.keep(term, {
          documents: Math.max(documents, postings.chunks.length),
          postings,
          asked: ALL,
        })
        return [{ ...alternative, term }]
      })
    },
  }
}

/**
 * Returns the memory of a term's postings, counted in postings. The ids of its chunks are counted
 * separately.
 */
const sizeOf = ({ chunks }: Postings) => (chunks.length ? TERM_SIZE + chunks.length : NOWHERE_SIZE)

/**
 * Makes the function that returns a chunk's share of a term's weight, by the term's frequency and
 * the chunk's length in words.
 */
export function impactsFor(average: number): (frequency: number, length: number) => number {
  const saturation = saturationOf(average)
  return (frequency, length) => Math.max(1, Math.round(MAX_IMPACT * saturation(frequency, length)))
}

function termOf(ids: readonly string[], postings: Postings, asked: number): Term {
  if (!ids.length) return UNKNOWN
  const documents = ids.length < SAMPLE ? ids.length : estimate(ids.slice(0, SAMPLE))
  return { documents, postings, asked }
}

/**
 * Estimates the number of ids from the last of the first ids, because ids are spread evenly over 63
 * bits.
 */
const estimate = (ids: readonly string[]) => (ids.length * 2 ** 63) / Number(ids.at(-1))

/**
 * The share of its weight that another form of a word scores, if the knowledge explains both forms.
 */
const OTHER_FORM = 0.8

/**
 * Returns the chunks that contain all words, each with the smallest of its shares.
 * @param words the postings of each word's terms
 * @param order see `ChunkNumbers`
 */
function commonPostings(
  words: readonly (readonly Postings[])[],
  order: readonly number[],
): Postings | undefined {
  let shares: Map<number, number> | undefined
  for (const terms of words) {
    const own = new Map<number, number>()
    for (const term of terms) {
      const first = firstOf(term, MAX_POSTINGS)
      for (const [nth, chunk] of first.chunks.entries()) {
        const least = Math.min(first.shares[nth]!, shares ? (shares.get(chunk) ?? 0) : MAX_IMPACT)
        if (least > (own.get(chunk) ?? 0)) own.set(chunk, least)
      }
    }
    shares = own
  }
  if (!shares?.size) return undefined
  const weighted = [...shares].sort(([left], [right]) => order[left]! - order[right]!)
  return {
    chunks: Uint32Array.from(weighted, ([chunk]) => chunk),
    shares: Uint16Array.from(weighted, ([, share]) => Math.ceil(OTHER_FORM * share)),
  }
}
