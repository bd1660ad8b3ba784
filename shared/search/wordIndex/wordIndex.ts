import type { Db } from '../../lib/db/db.ts'
import {
  type ExpandedQuestion,
  type ExpandedWord,
  makeExpand,
  type WordsOfQuestion,
} from './expand.ts'
import { type LoadFacts, makeFacts } from './facts.ts'
import { makeChunkNumbers } from './indexBase.ts'
import { loadOnce, type Memory } from './loadingMap.ts'
import { readTotals } from './readIndex.ts'
import { type Candidates, makeCandidates, makeScoresIn } from './scores.ts'
import { makeTerms } from './terms.ts'

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
  /** A number for each chunk. Among chunks with equal scores, the smaller number comes first. */
  readonly order: readonly number[]
}

interface IndexOptions {
  /** The version of the knowledge. Default: the index is for one question only. */
  version?: string
  /** Called when the memory of the index changes. */
  resized?: (size: number) => void
}

/** The memory of an empty index, counted in postings. */
const MIN_SIZE = 300

/** Makes an empty index. */
export function makeWordIndex(
  db: Db,
  organizationId: string,
  options: IndexOptions = {},
): WordIndex {
  const { version = null, resized } = options
  const memory: Memory = {
    size: MIN_SIZE,
    take(size) {
      memory.size += size
      resized?.(memory.size)
    },
  }
  const chunks = makeChunkNumbers(memory)
  const totals = loadOnce(
    memory,
    () => 0,
    () => readTotals(db, organizationId),
  )
  const base = { db, organizationId, memory, totals, chunks }
  const parts = { ...base, terms: makeTerms(base), facts: makeFacts(base) }
  return {
    organizationId,
    version,
    get size() {
      return memory.size
    },
    expand: makeExpand(parts),
    candidates: makeCandidates(parts),
    scoresIn: makeScoresIn(parts),
    facts: parts.facts,
    order: chunks.order,
  }
}
