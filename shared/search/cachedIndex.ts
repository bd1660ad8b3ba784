import { copyOf } from '../lib/async/memoize.ts'
import type { Explained } from '../lib/text/explained.ts'
import type { Synonym } from '../lib/text/synonyms.ts'
import { saturationOf } from './bm25.ts'
import type { ChunkFacts, PostingRows, Totals } from './postings.ts'

/** The chunks that contain a term, by their places in `CachedIndex.ids`. */
export interface Postings {
  chunks: Uint32Array
  /** The share of the term's weight that each chunk scores, in 65,535ths; at least 1. */
  shares: Uint16Array
}

export const MAX_IMPACT = 65_535
/** More postings than any term has. */
export const ALL = 2 ** 31 - 1

export interface Term {
  /**
   * How many chunks contain it. For a common term an estimate, even if all its postings are cached:
   * scores must not depend on what is cached.
   */
  documents: number
  /** Its first postings, by the chunks' ids. */
  postings: Postings
  /** How many postings were asked for. If there are fewer, all are cached. */
  asked: number
  /**
   * For a term that is not cached whole: the shares in single chunks; 0: the chunk does not contain
   * it.
   */
  singly: Map<number, number>
}

/** A word of the chunks that a misspelled word may mean. */
export interface MeantWord {
  /** The word, or its stem if only that is known. */
  form: string
  /** Its stems that chunks contain. */
  terms: string[]
}

/** The synonyms of an organization. */
export interface HeldSynonyms {
  all: Synonym[]
  /**
   * Those that a word may begin: by the word without accents, and by each dictionary and its stem
   * there, with a blank between.
   */
  beginning: Map<string, Synonym[]>
  /** The dictionaries whose stems are in `beginning`. */
  dictionaries: Set<string>
}

/** The scores of chunks by one form of a word. */
export interface Scored extends Postings {
  weight: number
}

/**
 * The part of an organization's inverted index that questions have needed so far, for one
 * version of its knowledge.
 */
export interface CachedIndex {
  organizationId: string
  /** The version of the knowledge; null: the index is for one question only. */
  version: string | null
  totals: Totals | undefined
  terms: Map<string, Term>
  /** The postings of all terms with a beginning, by the beginning. */
  beginnings: Map<string, Postings>
  /** What may be meant by words that no chunk contains, the likeliest first. */
  spellings: Map<string, readonly MeantWord[]>
  /** The abbreviations that chunks explain, as `formsOf` returns them; undefined: not read yet. */
  explained: Map<string, Explained[]> | undefined
  /** undefined: not read yet. */
  synonyms: HeldSynonyms | undefined
  /**
   * The scores of words with several forms, by these forms. A chunk is only in the form
   * by which it scores most.
   */
  words: Map<string, Scored[]>
  /** The part of `size` that `words` takes. */
  wordsSize: number
  /**
   * Facts of chunks, each at the place of its chunk; undefined: not read yet; null: the chunk is
   * gone.
   */
  facts: (ChunkFacts | null | undefined)[]
  /** The ids of chunks, in the order in which they were first read. */
  ids: string[]
  /** The ids as numbers, with the first 53 of their 63 bits. They give an approximate order. */
  order: number[]
  /** The places of chunks in `ids`, by their ids. */
  places: Map<string, number>
  /** Memory, in units of one posting. */
  size: number
  /** Reads in progress, by what they read. */
  reading: Map<string, Promise<unknown>>
  grown: (index: CachedIndex) => void
}

export const emptyIndex = (
  organizationId: string,
  version: string | null = null,
  grown = (_: CachedIndex) => {},
): CachedIndex => ({
  organizationId,
  version,
  totals: undefined,
  terms: new Map(),
  beginnings: new Map(),
  spellings: new Map(),
  explained: undefined,
  synonyms: undefined,
  words: new Map(),
  wordsSize: 0,
  facts: [],
  ids: [],
  order: [],
  places: new Map(),
  size: MIN_SIZE,
  reading: new Map(),
  grown,
})

/** Whether all its postings are cached. */
export const isWhole = ({ postings, asked }: Term) => postings.chunks.length < asked

/**
 * Memory of a chunk's id and place, of a term or beginning, and of one without postings; counted in
 * postings.
 */
const CHUNK_SIZE = 50
const TERM_SIZE = 80
const NOWHERE_SIZE = 20
/** Memory of an empty index, counted in postings. */
const MIN_SIZE = 300

/**
 * Shared by all terms that no chunk contains: people ask with any number of names, numbers and
 * misspellings.
 */
const NOWHERE: Postings = { chunks: new Uint32Array(), shares: new Uint16Array() }
const UNKNOWN: Readonly<Term> = { documents: 0, postings: NOWHERE, asked: 1, singly: new Map() }

/**
 * The memory of the postings of one term, counted in postings. The ids of its chunks are counted
 * separately.
 */
export const sizeOf = ({ chunks }: { chunks: { length: number } }) =>
  chunks.length ? TERM_SIZE + chunks.length : NOWHERE_SIZE

/** Caches the first postings of a term, as many as were asked for. */
export function keepTerm(
  index: CachedIndex,
  term: string,
  rows: PostingRows,
  { documents, asked }: Pick<Term, 'documents' | 'asked'>,
): void {
  const postings = postingsOf(index, rows)
  index.terms.set(
    term,
    postings === NOWHERE ? UNKNOWN : { documents, postings, asked, singly: new Map() },
  )
}

/**
 * A chunk's share of a term's weight, by how often it contains the term and how many words long it
 * is.
 */
export function impactsOf({ totals }: CachedIndex): (frequency: number, length: number) => number {
  const saturation = saturationOf(totals!.average)
  return (frequency, length) => Math.max(1, Math.round(MAX_IMPACT * saturation(frequency, length)))
}

export function postingsOf(
  index: CachedIndex,
  { chunk_ids, frequencies, lengths }: PostingRows,
): Postings {
  index.size += sizeOf({ chunks: chunk_ids })
  if (!chunk_ids.length) return NOWHERE
  const shareOf = impactsOf(index)
  const chunks = Uint32Array.from(chunk_ids, (id) => {
    const known = index.places.get(id)
    if (known !== undefined) return known
    // A string that was split off a text would keep the whole text in memory.
    const own = copyOf(id)
    index.size += CHUNK_SIZE
    index.places.set(own, index.ids.length)
    index.order.push(Number(own))
    index.facts.push(undefined)
    return index.ids.push(own) - 1
  })
  return {
    chunks,
    shares: Uint16Array.from(frequencies, (frequency, nth) => shareOf(frequency, lengths[nth]!)),
  }
}
