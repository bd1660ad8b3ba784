import { copyOf } from '../../async/memoize.ts'
import { saturationOf } from './bm25.ts'
import type { ChunkFacts, PostingRows, Totals } from './postings.ts'

/** The chunks that a term stands in, by their places in `CachedIndex.ids`. */
export interface Postings {
  chunks: Uint32Array
  /** The share of the term's weight that each chunk scores: in 65,535ths, at least one. */
  shares: Uint16Array
}

export const WHOLE_SHARE = 65_535

export interface Term {
  /** In how many chunks it stands; of a common one estimated, also when all have been read: what scores must not depend on what is held. */
  documents: number
  /** The first ones by the chunks' ids. */
  postings: Postings
  /** How many ids were asked for; all of them, if there are fewer. */
  asked: number
  /** Of one that is not held whole: the shares of single chunks, 0 where it does not stand. */
  singly: Map<number, number>
}

/** What chunks score by a form of a word. */
export interface Scored extends Postings {
  weight: number
}

/**
 * What has been read of an organization's inverted index: what questions have asked for so far, and nothing else. Holds
 * for one version of the knowledge.
 */
export interface CachedIndex {
  organizationId: string
  /** The knowledge's version; null: kept for one question only. */
  version: string | null
  totals: Totals | undefined
  terms: Map<string, Term>
  /** Terms by what they begin with. */
  beginnings: Map<string, Postings>
  /** Of words of several forms, by these: of each chunk only the form that scores most. */
  words: Map<string, Scored[]>
  /** Their part of `size`. */
  wordsSize: number
  /** Facts of chunks, each at its place; undefined: not read yet, null: the chunk is gone. */
  facts: (ChunkFacts | null | undefined)[]
  /** As above. */
  ids: string[]
  /** The same as numbers for a rough order: the first 53 of their 63 bits. */
  order: number[]
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
  ...{
    organizationId,
    version,
    totals: undefined,
    terms: new Map(),
    beginnings: new Map(),
    words: new Map(),
    wordsSize: 0,
  },
  ...{ facts: [], ids: [], order: [], places: new Map(), size: LEAST_SIZE, reading: new Map(), grown },
})

/** Whether all its postings are held. */
export const isWhole = ({ postings, asked }: Term) => postings.chunks.length < asked

/** Memory of a chunk's id and place, of a term or beginning, and of one without postings; counted in postings. */
const CHUNK_SIZE = 50
const TERM_SIZE = 80
const NOWHERE_SIZE = 20
/** What an index takes even when it is empty. */
const LEAST_SIZE = 300

/** Shared by all terms that stand nowhere: people ask with endless names, numbers and misspellings. */
const NOWHERE: Postings = { chunks: new Uint32Array(), shares: new Uint16Array() }
const UNKNOWN: Readonly<Term> = { documents: 0, postings: NOWHERE, asked: 1, singly: new Map() }

/** The memory that the postings of one term take, counted in postings; their chunks are counted apart. */
export const sizeOf = ({ chunks }: { chunks: { length: number } }) =>
  chunks.length ? TERM_SIZE + chunks.length : NOWHERE_SIZE

/** Holds the first postings of a term, as many as were asked for. */
export function keepTerm(
  index: CachedIndex,
  term: string,
  rows: PostingRows,
  { documents, asked }: Pick<Term, 'documents' | 'asked'>,
): void {
  const postings = postingsOf(index, rows)
  index.terms.set(term, postings === NOWHERE ? UNKNOWN : { documents, postings, asked, singly: new Map() })
}

/** A chunk's share of a term's weight, by how often the term stands in it and how long it is. */
export function sharesOf({ totals }: CachedIndex): (frequency: number, length: number) => number {
  const saturation = saturationOf(totals!.average)
  return (frequency, length) => Math.max(1, Math.round(WHOLE_SHARE * saturation(frequency, length)))
}

export function postingsOf(index: CachedIndex, { chunk_ids, frequencies, lengths }: PostingRows): Postings {
  index.size += sizeOf({ chunks: chunk_ids })
  if (!chunk_ids.length) return NOWHERE
  const shareOf = sharesOf(index)
  const chunks = Uint32Array.from(chunk_ids, (id) => {
    const known = index.places.get(id)
    if (known !== undefined) return known
    // What is split off a text keeps all of it.
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
