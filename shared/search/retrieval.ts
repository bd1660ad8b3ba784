import { NEVER_YIELD, type YieldLoop } from '../lib/async/fairLoop.ts'
import type { Db } from '../lib/db/db.ts'
import { questionKey } from '../lib/text/terms.ts'
import { onePerPair, wholeOf } from './exactPairs.ts'
import { fuse } from './fusion.ts'
import type { Near } from './nearest.ts'
import { type Passage, type PassageRow, readPassages } from './passages.ts'
import { makeWordIndex, type Readings, type WordIndex } from './wordIndex/wordIndex.ts'
import { findByWords } from './wordSearch.ts'

export { asksTheSame, isPair, type Passage } from './passages.ts'
export type { Reading, Readings } from './wordIndex/wordIndex.ts'

export interface Search {
  organizationId: string
  agentId: string
  question: string
  /** The agent's language as BCP 47, for questions too short to detect their own. */
  language: string | null
  limit: number
  /** The question key of the pairs that come first; null: none. Default: the question's key. */
  key?: string | null
  /**
   * The chunks nearest to the question by meaning, best first. It is a promise, so that the
   * search by words runs at the same time.
   */
  nearest?: Promise<readonly Near[]>
  /** Reorders the best `RERANKED` passages. Pairs with the same question stay first. */
  rerank?: Rerank | undefined
  /** Waits for the organization's turn between the steps. Default: does not wait. */
  yieldLoop?: YieldLoop
}

/**
 * Orders passages by how well they answer the question, and scores each from 0 to 1. Returns them
 * unchanged on failure.
 * @throws the signal's reason when the search was aborted, and nothing else
 */
export type Rerank = (question: string, passages: readonly Passage[]) => Promise<Passage[]>

/** The number of best passages that are reranked. TEI takes at most 32 texts in one call. */
export const RERANKED = 30
/** The number of best chunks by words, and of best chunks by meaning, that are fused. */
const FUSED = 50
/** The score of a pair with the same question, above all fused scores. */
const FIRST = 2
/** At least this many fused chunks are read, because several may be pieces of one pair. */
const FEW = 20

/**
 * Finds the chunks that best match a question, best first, in the entries that serve the agent.
 * Ranks them by words, or by words and meaning fused if `nearest` has chunks. A pair with the same
 * question comes before all others.
 * @param index the organization's index. Default: a new index, for this question only
 */
export async function findPassages(
  db: Db,
  search: Search,
  index: WordIndex = makeWordIndex(db, search.organizationId),
): Promise<Passage[]> {
  const { yieldLoop = NEVER_YIELD } = search
  await yieldLoop()
  const { question, limit, rerank, key = questionKey(question) } = search
  if (!rerank) return findBest(db, { ...search, key, yieldLoop }, index)
  const found = await findBest(
    db,
    { ...search, key, yieldLoop, limit: Math.max(limit, RERANKED) },
    index,
  )
  return (await rerankPassages(found, { question, key, limit, rerank })).slice(0, limit)
}

interface Reranked {
  question: string
  /** The question key of the pairs that stay first; null: none. */
  key: string | null
  /** The number of passages that are needed. */
  limit: number
  rerank: Rerank
}

/** Reorders passages without dropping any. Pairs with the same question stay first. */
export async function rerankPassages(
  found: readonly Passage[],
  { question, key, limit, rerank }: Reranked,
): Promise<Passage[]> {
  const isSame = ({ question_key }: Passage) => key !== null && question_key === key
  const same = found
    .filter(isSame)
    .map((passage) => ({ ...passage, score: Math.max(1, passage.score) }))
  const others = found.filter((passage) => !isSame(passage))
  // A single passage needs no order. If pairs with the same question fill the page, other passages
  // are not needed.
  if (others.length < 2 || same.length >= limit) return [...found]
  return [...same, ...(await rerank(question, others))]
}

async function findBest(
  db: Db,
  search: Search & { key: string | null; yieldLoop: YieldLoop },
  index: WordIndex,
): Promise<Passage[]> {
  const { limit, nearest, key } = search
  const [{ found, most, readings }, near] = await Promise.all([
    findByWords(index, { ...search, limit: FUSED }),
    nearest,
  ])
  const others = found.filter(({ question_key }) => question_key !== key || key === null)
  if (!near?.length) {
    const best = others.slice(0, limit)
    const rows = await readPassages(
      db,
      index,
      search,
      best.map(({ chunk_id }) => chunk_id),
      key,
    )
    const scores = new Map(best.map(({ chunk_id, score }) => [chunk_id, score]))
    const scored = rows.map((row) => ({
      ...row,
      score: row.is_same ? most || 1 : scores.get(row.chunk_id)!,
    }))
    return toPassages(scored, limit, readings)
  }
  const same = (await readPassages(db, index, search, [], key)).map((row) => row.chunk_id)
  const otherNear = near.slice(0, FUSED).filter(({ chunk_id }) => !same.includes(chunk_id))
  const scores = new Map(same.map((id) => [id, FIRST]))
  for (const { id, score } of fuse(others, otherNear)) scores.set(id, score)
  const best = [...scores]
    .sort(([, left], [, right]) => right - left)
    .slice(0, Math.max(2 * limit, FEW))
    .map(([id]) => id)
  const rows = await readPassages(db, index, search, best, null)
  return toPassages(
    rows.map((row) => ({ ...row, score: scores.get(row.chunk_id)! })),
    limit,
    readings,
  )
}

/** Keeps each pair once and joins its pieces, because half of an answer may mean something else. */
const toPassages = (
  rows: readonly (PassageRow & { score: number })[],
  limit: number,
  readings: Readings,
): Passage[] =>
  onePerPair(
    rows.toSorted(
      (left, right) => Number(right.is_same) - Number(left.is_same) || right.score - left.score,
    ),
  )
    .slice(0, limit)
    .map(({ is_same, pieces, agent_ids, position, ...row }) => {
      const passage = readings.size ? { ...row, readings } : row
      const text = pieces ? wholeOf(pieces) : passage.text
      return text === passage.text ? passage : { ...passage, text, found: passage.text }
    })
