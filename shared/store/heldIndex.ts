import { LRUCache } from 'lru-cache'
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

/** The chunks that a term stands in, by their places in `HeldIndex.ids`. */
export interface Postings {
  chunks: Uint32Array
  frequencies: Uint16Array
  lengths: Uint16Array
}

export interface Term {
  /** In how many chunks it stands; of a common one estimated. */
  documents: number
  /** Of a common one the first ones, unless it has been read whole. */
  postings: Postings
  isWhole: boolean
  /** Of a common one, by chunk: how often it stands there, and how long the chunk is; null: it does not. */
  singly: Map<number, { frequency: number; length: number } | null>
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
  /** null: it is gone. */
  facts: Map<number, ChunkFacts | null>
  /** Of chunks, each at its place. */
  ids: string[]
  /** The same as numbers, for a rough order: of their 63 bits the first 53. */
  order: number[]
  places: Map<string, number>
  /** Postings and facts. */
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
    facts: new Map(),
  },
  ...{ ids: [], order: [], places: new Map(), size: 1, reading: new Map(), grown },
})

/** What a process holds of the indexes of its organizations. */
export interface IndexCache {
  /** @param version of the organization's knowledge: what is held of another one is forgotten */
  of(organizationId: string, version: string): HeldIndex
}

/** With 8 bytes for a posting and 200 for the facts of a chunk, some 50 MB. */
const MOST_HELD = 3_000_000

export function makeIndexCache(mostHeld = MOST_HELD): IndexCache {
  const cache = new LRUCache<string, { version: bigint; index: HeldIndex }>({
    maxSize: mostHeld,
    sizeCalculation: ({ index }) => index.size,
  })
  return {
    of(organizationId, text) {
      const version = BigInt(text)
      const held = cache.get(organizationId)
      if (held?.version === version) return held.index
      // Who claimed before the change must not push out what was read after it.
      if (held && held.version > version) return emptyIndex(organizationId)
      const entry = { version, index: emptyIndex(organizationId, text, grow) }
      function grow(index: HeldIndex) {
        const current = cache.peek(organizationId)
        if (current?.index === index) cache.set(organizationId, entry, { size: index.size })
      }
      cache.set(organizationId, entry)
      return entry.index
    },
  }
}

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
          const isWhole = rows.chunk_ids.length < SAMPLE
          const documents = isWhole ? rows.chunk_ids.length : estimate(rows.chunk_ids)
          index.terms.set(term, { documents, postings: postingsOf(index, rows), isWhole, singly: new Map() })
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

/** @param most of a term's postings; one with more is taken for whole all the same */
export async function holdWhole(
  db: Db,
  index: HeldIndex,
  terms: readonly string[],
  most: number,
): Promise<void> {
  const isHeld = (term: string) => index.terms.get(term)!.isWhole
  await hold(index, 'whole ', terms, isHeld, async (missing) => {
    for (const [term, rows] of await readPostings(db, index.organizationId, missing, most))
      Object.assign(index.terms.get(term)!, { postings: postingsOf(index, rows), isWhole: true })
  })
}

/** How often these terms stand in these chunks. */
export async function holdSingly(
  db: Db,
  index: HeldIndex,
  terms: readonly string[],
  chunks: readonly number[],
): Promise<void> {
  const common = terms.map((term) => index.terms.get(term)!)
  const missing = chunks.filter((chunk) => common.some(({ singly }) => !singly.has(chunk)))
  if (!missing.length) return
  const ids = missing.map((chunk) => index.ids[chunk]!)
  const rows = await readFrequencies(db, index.organizationId, terms, ids)
  for (const { singly } of common) for (const chunk of missing) singly.set(chunk, null)
  for (const { term, chunk_id, frequency, length } of rows)
    index.terms.get(term)!.singly.set(index.places.get(chunk_id)!, { frequency, length })
  index.size += missing.length * common.length * SINGLY_SIZE
  index.grown(index)
}

/** In postings' worth of memory. */
const SINGLY_SIZE = 4
const FACTS_SIZE = 25

export async function holdFacts(db: Db, index: HeldIndex, chunks: readonly number[]): Promise<void> {
  await hold(
    index,
    'facts ',
    chunks,
    (chunk) => index.facts.has(chunk),
    async (missing) => {
      const ids = missing.map((chunk) => index.ids[chunk]!)
      const rows = await readChunkFacts(db, index.organizationId, ids)
      for (const chunk of missing) index.facts.set(chunk, null)
      for (const facts of rows) index.facts.set(index.places.get(facts.chunk_id)!, facts)
      index.size += missing.length * FACTS_SIZE
    },
  )
}

/** The ids are spread evenly over 63 bits: from the largest of the first ones follows how many there are. */
const estimate = (ids: readonly string[]) => (ids.length * 2 ** 63) / Number(ids.at(-1))

function postingsOf(index: HeldIndex, { chunk_ids, frequencies, lengths }: PostingRows): Postings {
  index.size += chunk_ids.length
  const chunks = Uint32Array.from(chunk_ids, (id) => {
    const known = index.places.get(id)
    if (known !== undefined) return known
    index.places.set(id, index.ids.length)
    index.order.push(Number(id))
    return index.ids.push(id) - 1
  })
  return { chunks, frequencies: Uint16Array.from(frequencies), lengths: Uint16Array.from(lengths) }
}
