import type { Db } from '../db.ts'
import {
  type ChunkFacts,
  type PostingRows,
  readBeginnings,
  readChunkFacts,
  readFrequencies,
  readPostings,
  readTotals,
  SAMPLE,
  type Totals,
} from './postings.ts'

/** The chunks that a term stands in, by their places in `HeldIndex.ids`, and how often. */
export interface Postings {
  chunks: Uint32Array
  frequencies: Uint16Array
}

export interface Term {
  /** In how many chunks it stands; of a common one estimated, also when all have been read: what scores must not depend on what is held. */
  documents: number
  /** The first ones by the chunks' ids. */
  postings: Postings
  /** How many of them were asked for: all there are, if there are fewer. */
  asked: number
  /** Of one that is not held whole: how often it stands in single chunks. */
  singly: Map<number, number>
}

/** What a word scores in the chunks that it was read of: in each by the form that scores most there. */
export interface WordScores {
  chunks: Uint32Array
  scores: Float32Array
}

/**
 * What has been read of an organization's inverted index: what questions have asked for so far, and nothing else. Holds
 * for one version of the knowledge.
 */
export interface HeldIndex {
  organizationId: string
  /** Of the knowledge; null: held for one question only. */
  version: string | null
  totals: Totals | undefined
  terms: Map<string, Term>
  /** By what terms begin with. */
  beginnings: Map<string, Postings>
  /** Of words that questions asked for, by their forms: words come again in other questions. */
  words: Map<string, WordScores>
  /** Of chunks, each at its place; undefined: not read yet, null: it is gone. */
  facts: (ChunkFacts | null | undefined)[]
  /** In the same way. */
  ids: string[]
  /** The same as numbers, for a rough order: of their 63 bits the first 53. */
  order: number[]
  /** Words of each chunk. */
  lengths: number[]
  places: Map<string, number>
  /** In postings' worth of memory. */
  size: number
  /** What is being read now, by what it is. */
  reading: Map<string, Promise<unknown>>
  grown: (index: HeldIndex) => void
}

export const emptyIndex = (
  organizationId: string,
  version: string | null = null,
  grown = (_: HeldIndex) => {},
): HeldIndex => ({
  ...{
    organizationId,
    version,
    totals: undefined,
    terms: new Map(),
    beginnings: new Map(),
    words: new Map(),
  },
  ...{ facts: [], ids: [], order: [], lengths: [], places: new Map(), size: 1, reading: new Map(), grown },
})

/** Those who need the same thing of one index read it once, together; what could not be read is read again by the next. */
async function hold<Key extends string | number>(
  index: HeldIndex,
  kind: string,
  keys: readonly Key[],
  isHeld: (key: Key) => boolean,
  read: (keys: Key[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const missing = keys.filter((key) => !isHeld(key))
    if (!missing.length) return
    const others = new Set(missing.flatMap((key) => index.reading.get(kind + key) ?? []))
    const own = missing.filter((key) => !index.reading.has(kind + key))
    if (own.length) {
      const reading = read(own).finally(() => {
        for (const key of own) index.reading.delete(kind + key)
      })
      for (const key of own) index.reading.set(kind + key, reading)
      await reading
      index.grown(index)
    }
    await Promise.allSettled(others)
  }
}

export async function holdTotals(db: Db, index: HeldIndex): Promise<Totals> {
  const isHeld = () => index.totals !== undefined
  await hold(index, 'totals', [''], isHeld, async () => {
    index.totals = await readTotals(db, index.organizationId)
  })
  return index.totals!
}

/** @param beginnings of terms; all that begin so are held, as far as they are few */
export async function holdTerms(
  db: Db,
  index: HeldIndex,
  terms: readonly string[],
  beginnings: readonly string[],
): Promise<void> {
  const { organizationId } = index
  await Promise.all([
    hold(
      index,
      'term ',
      terms,
      (term) => index.terms.has(term),
      async (missing) => {
        for (const [term, rows] of await readPostings(db, organizationId, missing, SAMPLE)) {
          const documents = rows.chunk_ids.length < SAMPLE ? rows.chunk_ids.length : estimate(rows.chunk_ids)
          index.terms.set(term, {
            ...{ documents, postings: postingsOf(index, rows), asked: SAMPLE, singly: new Map() },
          })
        }
      },
    ),
    hold(
      index,
      'beginning ',
      beginnings,
      (beginning) => index.beginnings.has(beginning),
      async (missing) => {
        for (const [beginning, rows] of await readBeginnings(db, organizationId, missing))
          index.beginnings.set(beginning, postingsOf(index, rows))
      },
    ),
  ])
}

/** The first `most` postings of these terms. */
export async function holdFirst(
  db: Db,
  index: HeldIndex,
  terms: readonly string[],
  most: number,
): Promise<void> {
  const isHeld = (term: string) => {
    const held = index.terms.get(term)!
    return held.asked >= most || isWhole(held)
  }
  await hold(index, `first ${most} `, terms, isHeld, async (missing) => {
    for (const [term, rows] of await readPostings(db, index.organizationId, missing, most)) {
      const held = index.terms.get(term)!
      // Another question may have read more of it meanwhile.
      if (held.asked >= most) continue
      index.size -= held.postings.chunks.length
      Object.assign(held, { postings: postingsOf(index, rows), asked: most })
      if (!isWhole(held)) continue
      index.size -= held.singly.size * SINGLY_SIZE
      held.singly = new Map()
    }
  })
}

/** Whether all its postings are held. */
export const isWhole = ({ postings, asked }: Term) => postings.chunks.length < asked

/**
 * How often these terms stand in these chunks. A term is read whole as soon as it has been looked up so often that
 * this would have cost less: thus what is asked again and again costs nothing, and what is asked once not much.
 */
export async function holdSingly(
  db: Db,
  index: HeldIndex,
  terms: readonly string[],
  chunks: readonly number[],
): Promise<void> {
  const isWorthIt = (term: string) => {
    const { documents, singly } = index.terms.get(term)!
    const missing = chunks.filter((chunk) => !singly.has(chunk)).length
    const isCheaper = missing > 0 && (singly.size + missing) * SINGLE_COST > documents
    return isCheaper && index.size + documents <= MOST_OF_ONE
  }
  await holdFirst(db, index, terms.filter(isWorthIt), ALL)
  const others = terms.filter((term) => !isWhole(index.terms.get(term)!))
  const common = others.map((term) => index.terms.get(term)!)
  const missing = chunks.filter((chunk) => common.some(({ singly }) => !singly.has(chunk)))
  if (!missing.length) return
  const ids = missing.map((chunk) => index.ids[chunk]!)
  const rows = await readFrequencies(db, index.organizationId, others, ids)
  for (const { singly } of common) {
    const before = singly.size
    for (const chunk of missing) singly.set(chunk, 0)
    index.size += (singly.size - before) * SINGLY_SIZE
  }
  for (const { term, chunk_id, frequency } of rows)
    index.terms.get(term)!.singly.set(index.places.get(chunk_id)!, frequency)
  index.grown(index)
}

/**
 * Postings. Beyond it, an organization's common terms are read singly only, and no word's scores are held: an index that
 * fills the whole cache begins anew.
 */
export const MOST_OF_ONE = 15_000_000
/** How many postings are read at the price of one that is looked up. */
const SINGLE_COST = 8
/** More than there are. */
const ALL = 2 ** 31 - 1

/** In postings' worth of memory: of a frequency, the facts of a chunk, and its id and place. */
const SINGLY_SIZE = 6
const FACTS_SIZE = 35
const CHUNK_SIZE = 50

export async function holdFacts(db: Db, index: HeldIndex, chunks: readonly number[]): Promise<void> {
  await hold(
    index,
    'facts ',
    chunks,
    (chunk) => index.facts[chunk] !== undefined,
    async (missing) => {
      const ids = missing.map((chunk) => index.ids[chunk]!)
      const rows = await readChunkFacts(db, index.organizationId, ids)
      for (const chunk of missing) index.facts[chunk] = null
      for (const facts of rows) index.facts[index.places.get(facts.chunk_id)!] = facts
      index.size += missing.length * FACTS_SIZE
    },
  )
}

/** The ids are spread evenly over 63 bits: from the largest of the first ones follows how many there are. */
const estimate = (ids: readonly string[]) => (ids.length * 2 ** 63) / Number(ids.at(-1))

function postingsOf(index: HeldIndex, { chunk_ids, frequencies, lengths }: PostingRows): Postings {
  index.size += chunk_ids.length
  const chunks = Uint32Array.from(chunk_ids, (id, nth) => {
    const known = index.places.get(id)
    if (known !== undefined) return known
    index.size += CHUNK_SIZE
    index.places.set(id, index.ids.length)
    index.order.push(Number(id))
    index.lengths.push(lengths[nth]!)
    index.facts.push(undefined)
    return index.ids.push(id) - 1
  })
  return { chunks, frequencies: Uint16Array.from(frequencies) }
}
