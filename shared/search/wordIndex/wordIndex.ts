import { readChangedChunks } from '../../knowledge/changes.ts'
import type { Db } from '../../lib/db/db.ts'
import { type ChangeLog, makeChangeLog } from './changedPostings.ts'
import {
  type ExpandedQuestion,
  type ExpandedWord,
  makeExpand,
  type WordsOfQuestion,
} from './expand.ts'
import { type LoadFacts, makeFacts } from './facts.ts'
import { type ChunkNumbers, makeChunkNumbers, type Postings } from './indexBase.ts'
import { loadOnce, type Memory } from './loadingMap.ts'
import { readPostingsOf, readTotals, type Totals } from './readIndex.ts'
import {
  type Candidates,
  makeCandidates,
  makeScoresIn,
  type Singles,
  singlesAfter,
} from './scores.ts'
import { makeTerms, type Terms, toPostings } from './terms.ts'

export type { Reading, Readings } from './askedWords.ts'
export type { ExpandedWord, WordsOfQuestion } from './expand.ts'
export type { ChunkFacts } from './readIndex.ts'
export type { Candidates } from './scores.ts'
export { dictionaryOf } from './stems.ts'
export { MAX_POSTINGS } from './terms.ts'

/**
 * The inverted index of an organization's knowledge, for one version of it. It reads the rows that
 * a question needs from PostgreSQL and caches them. Each function can be called at any time, also
 * concurrently. Results do not depend on the cache. Chunks are named by their numbers in the index.
 */
export interface WordIndex {
  readonly organizationId: string
  /** The version of the knowledge; null: the index is for one question only. */
  readonly version: string | null
  /** The memory of the index, counted in postings of 6 bytes. */
  readonly size: number
  /**
   * Finds the terms that the words of a question may stand for, and weighs them: their stems,
   * synonyms, the other forms of abbreviations, and likely spellings of words that no chunk has.
   */
  expand(question: WordsOfQuestion): Promise<ExpandedQuestion>
  /**
   * Finds the chunks that contain the words, by the first `MAX_POSTINGS` of each term, and their
   * scores.
   */
  candidates(words: readonly ExpandedWord[]): Promise<Candidates>
  /** Scores some chunks by words that are too common to find candidates. */
  scoresIn(words: readonly ExpandedWord[], chunks: readonly number[]): Promise<Float64Array>
  /** Finds facts of chunks; null: a chunk was deleted or does not serve the agent. */
  facts: LoadFacts
  /**
   * Makes the index of a later version. It keeps what changes in between have left right, and finds
   * the same as an empty index. This index can still be asked.
   * @returns null: it would keep too little, or what changed is not known
   */
  next(version: string): Promise<WordIndex | null>
  /** A number for each chunk. Among chunks with equal scores, the smaller number comes first. */
  readonly order: readonly number[]
}

interface IndexOptions {
  /** The version of the knowledge. Default: the index is for one question only. */
  version?: string | null
  /** Called when the memory of the index, or of one that it came from, changes. */
  resized?: () => void
}

/** The memory of an empty index, counted in postings. */
const MIN_SIZE = 300
/**
 * The most chunks that change between two versions, for the index to be carried over. Reading the
 * postings of so many takes as long as some cold questions.
 */
const MAX_CHANGED = 300
/**
 * The most chunks that are deleted while an index is carried over from version to version. It never
 * forgets a chunk's number.
 */
const MAX_GONE = 20_000

/** What successive versions of an index share: what it says of a chunk never changes. */
interface SharedParts {
  db: Db
  organizationId: string
  memory: Memory
  chunks: ChunkNumbers
  facts: LoadFacts
  resized: (() => void) | undefined
  /** What changed since the first of the versions. */
  log: ChangeLog
}

/** What a version keeps of the one before. */
interface KeptParts {
  totals: Totals
  singles: Singles
  terms: Terms
}

/** Makes an empty index. */
export function makeWordIndex(
  db: Db,
  organizationId: string,
  { version = null, resized }: IndexOptions = {},
): WordIndex {
  const memory = makeMemory(0, resized)
  const chunks = makeChunkNumbers(memory)
  const facts = makeFacts({ db, organizationId, memory, chunks })
  const log = makeChangeLog()
  return makeVersion({ db, organizationId, memory, chunks, facts, resized, log }, version)
}

function makeVersion(shared: SharedParts, version: string | null, kept?: KeptParts): WordIndex {
  const { db, organizationId, chunks, facts, log } = shared
  const changes = log.length
  const memory = makeMemory(MIN_SIZE, shared.resized, shared.memory)
  const totals = makeTotals(shared, memory, kept?.totals)
  const singles = kept ? singlesAfter(kept.singles, memory) : new Map()
  const base = { db, organizationId, memory, totals, chunks }
  const terms = makeTerms(base, log, kept?.terms)
  const parts = { ...base, terms, facts, singles }
  return {
    organizationId,
    version,
    get size() {
      return memory.size
    },
    expand: makeExpand(parts),
    candidates: makeCandidates(parts),
    scoresIn: makeScoresIn(parts),
    facts,
    order: chunks.order,
    async next(to) {
      if (version === null) return null
      const change = await readChange(shared, await totals(), { from: version, to })
      if (!change || log.length !== changes) return null
      log.add(change.added, change.gone)
      return makeVersion(shared, to, { totals: change.totals, terms, singles })
    },
  }
}

interface ReadChange {
  totals: Totals
  added: ReadonlyMap<string, Postings>
  gone: readonly number[]
}

/**
 * Reads what changed between two versions.
 * @param before the totals of the first
 * @returns null: the index cannot be carried over
 */
async function readChange(
  { db, organizationId, chunks, log }: SharedParts,
  before: Totals,
  versions: { from: string; to: string },
): Promise<ReadChange | null> {
  const changed = await readChangedChunks(db, organizationId, versions, MAX_CHANGED)
  if (!changed || log.gone + changed.gone.length > MAX_GONE) return null
  const [totals, rows] = await Promise.all([
    readTotals(db, organizationId),
    readPostingsOf(db, organizationId, changed.added),
  ])
  if (totals.average !== before.average) return null
  return {
    totals,
    added: new Map(
      [...rows].map(([term, some]) => [term, toPostings(some, totals.average, chunks)]),
    ),
    gone: changed.gone.flatMap((id) => chunks.numberOf(id) ?? []),
  }
}

/** @param known the totals, if they need no reading */
function makeTotals({ db, organizationId }: SharedParts, memory: Memory, known?: Totals) {
  return loadOnce(
    memory,
    () => 0,
    async () => known ?? (await readTotals(db, organizationId)),
  )
}

/** @param shared further memory that counts as part of this one */
function makeMemory(size: number, resized?: () => void, shared?: Memory): Memory {
  let own = size
  return {
    get size() {
      return own + (shared?.size ?? 0)
    },
    take(more) {
      own += more
      resized?.()
    },
  }
}
