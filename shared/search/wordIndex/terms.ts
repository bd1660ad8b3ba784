import { batchedLists } from '../../lib/db/batch.ts'
import { saturationOf } from './bm25.ts'
import { type Dated, makeCarried } from './carried.ts'
import { type ChangeLog, hasGone, postingsAfter, type SomeChanges } from './changedPostings.ts'
import type { ChunkNumbers, IndexBase, Postings } from './indexBase.ts'
import { makeLoadingMap } from './loadingMap.ts'
import { type PostingRows, readBeginnings, readPostings, SAMPLE } from './readIndex.ts'

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

/** The most questions whose new words share a statement. */
const MAX_AT_ONCE = 8

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

interface HeldTerms {
  terms: ReadonlyMap<string, Dated<Term>>
  beginnings: ReadonlyMap<string, Dated<Postings>>
}

/** The terms and their postings, as far as questions have needed them. */
export interface Terms {
  /** Reads the first postings of each term: at least `most`. Default: `SAMPLE`. */
  load(terms: readonly string[], most?: number): Promise<(term: string) => Term>
  /** Reads the first `SAMPLE` postings of all terms with each beginning. */
  loadBeginnings(beginnings: readonly string[]): Promise<(beginning: string) => Postings>
  /** What questions have needed so far, of this index or of one that it was made of. */
  held(): HeldTerms
  /** Makes a term for each alternative. @returns the alternatives that chunks contain */
  combine<Some extends Alternative>(some: readonly Some[]): Promise<(Some & { term: string })[]>
}

/** The first sign of a term that stands for several words. No term of a chunk begins with it. */
const COMBINED = '='

/**
 * @param log the changes, of which the index has all that there are now
 * @param former the terms of the index that this one is made of. Each is carried over when it is
 *   first needed, so that a change costs nothing for the others
 */
export function makeTerms(
  { db, organizationId, memory, totals, chunks }: IndexBase,
  log: ChangeLog,
  former?: Terms,
): Terms {
  const held = former?.held()
  const sizeOfTerm = ({ postings }: Term) => sizeOf(postings)
  const formerTerms = makeCarried(log, memory, sizeOfTerm, held?.terms)
  const formerBeginnings = makeCarried(log, memory, sizeOf, held?.beginnings)
  const terms = makeLoadingMap<string, Term>(memory, sizeOfTerm, (name) =>
    formerTerms.take(name, (term, changes) =>
      termAfter(term, changes.addedTo(name), changes, chunks),
    ),
  )
  const beginnings = makeLoadingMap<string, Postings>(memory, sizeOf, (beginning) =>
    formerBeginnings.take(beginning, (postings, changes) =>
      changes.isBegun(beginning) || hasGone(postings, changes) ? undefined : postings,
    ),
  )

  async function postingsOf(rows: readonly PostingRows[]): Promise<Postings[]> {
    const { average } = await totals()
    return rows.map((some) => toPostings(some, average, chunks))
  }

  const readSamples = batchedLists(
    (names: readonly string[]) => readPostings(db, organizationId, names, SAMPLE),
    MAX_AT_ONCE,
  )

  const load: Terms['load'] = (names, most = SAMPLE) => {
    const read = async (missing: readonly string[]) => {
      const rows =
        most === SAMPLE
          ? await readSamples(missing)
          : await readPostings(db, organizationId, missing, most)
      const postings = await postingsOf(rows)
      return postings.map((some) => termOf(some, most, chunks))
    }
    return terms.load(names, read, (term) => term.asked >= most || isWhole(term))
  }

  return {
    load,
    held: () => ({
      // A combined term is made again without reading, from the terms of its words.
      terms: formerTerms.with([...terms.entries()].filter(([name]) => !name.startsWith(COMBINED))),
      beginnings: formerBeginnings.with(beginnings.entries()),
    }),
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
        const term = `${COMBINED}${documents}=${alternative.words.map((names) => names.join('|')).join('+')}`
        if (terms.has(term)) return [{ ...alternative, term }]
        const each = alternative.words.map((names) => names.map((name) => termNamed(name).postings))
        const postings = commonPostings(each, chunks.order)
        if (!postings) return []
        const count = Math.max(documents, postings.chunks.length)
        terms.keep([[term, { documents: count, postings, asked: ALL }]])
        return [{ ...alternative, term }]
      })
    },
  }
}

/** @param average mean length of a chunk in words */
export function toPostings(
  { chunk_ids, frequencies, lengths }: PostingRows,
  average: number,
  chunks: ChunkNumbers,
): Postings {
  if (!chunk_ids.length) return NOWHERE
  const impactOf = impactsFor(average)
  const shares = frequencies.map((frequency, nth) => impactOf(frequency, lengths[nth]!))
  return { chunks: chunks.numbersOf(chunk_ids), shares: Uint16Array.from(shares) }
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

function termOf(postings: Postings, asked: number, { order }: ChunkNumbers): Term {
  const { length } = postings.chunks
  if (!length) return UNKNOWN
  const documents = length < SAMPLE ? length : estimate(order[postings.chunks[SAMPLE - 1]!]!)
  return { documents, postings, asked }
}

/**
 * Estimates the number of ids from the last of the first `SAMPLE`, because ids are spread evenly
 * over 63 bits.
 */
const estimate = (last: number) => (SAMPLE * 2 ** 63) / last

/** Returns the term after changes; undefined: it has to be read anew. */
function termAfter(
  term: Term,
  added: readonly Postings[],
  changes: SomeChanges,
  numbers: ChunkNumbers,
): Term | undefined {
  if (!added.length && !hasGone(term.postings, changes)) return term
  const isAll = isWhole(term)
  const postings = postingsAfter(term.postings, isAll, added, changes, numbers)
  const { length } = postings.chunks
  if (isAll) return length < term.asked ? termOf(postings, term.asked, numbers) : undefined
  return length < SAMPLE ? undefined : termOf(postings, length, numbers)
}

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
