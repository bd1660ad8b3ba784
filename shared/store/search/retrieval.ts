import type { Db } from '../../db/db.ts'
import { questionKey } from '../../text/terms.ts'
import { type CachedIndex, emptyIndex } from './cachedIndex.ts'
import { onePerPair, wholeOf } from './exactPairs.ts'
import { fuse } from './fusion.ts'
import type { Near } from './nearest.ts'
import { type Passage, type PassageRow, type Readings, readPassages } from './passages.ts'
import { findByWords } from './wordSearch.ts'

export { isPair, type Passage, type Readings } from './passages.ts'

export interface Search {
  organizationId: string
  agentId: string
  question: string
  /** The agent's language as BCP 47, for a question that is too short to tell its own. */
  language: string | null
  limit: number
  /** The question key of the pairs that come first; null: none. Default: the key of the question. */
  key?: string | null
  /** The chunks nearest to the question by meaning, best first; found while words are searched for. */
  nearest?: Promise<readonly Near[]>
}

/** How many of the best chunks by words, and of those by meaning, are fused. */
const FUSED = 50
/** At least this many fused chunks are read, because several may be pieces of one pair. */
const FEW = 20

/**
 * Finds the chunks that best match a question, best first, in the entries that serve the agent. Ranks
 * them by words or, if there are `nearest` chunks, by both rankings fused. A pair with the same
 * question comes before all others.
 * @param index the cached part of the organization's index. Default: an empty one, so
 *   that all that is needed is read
 */
export async function findPassages(
  db: Db,
  search: Search,
  index: CachedIndex = emptyIndex(search.organizationId),
): Promise<Passage[]> {
  const { question, limit, nearest, key = questionKey(question) } = search
  const [{ found, most, readings }, near] = await Promise.all([
    findByWords(db, index, { ...search, limit: FUSED }),
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
    const scored = rows.map((row) => ({ ...row, score: row.is_same ? most || 1 : scores.get(row.chunk_id)! }))
    return toPassages(scored, limit, readings)
  }
  const same = (await readPassages(db, index, search, [], key)).map((row) => row.chunk_id)
  const byWords = [...same, ...others.map(({ chunk_id }) => chunk_id)]
  const fused = fuse([byWords, near.slice(0, FUSED).map(({ chunk_id }) => chunk_id)])
  const scores = new Map(fused.map(({ id, score }) => [id, same.includes(id) ? 1 + score : score]))
  const best = [...scores]
    .sort(([, one], [, other]) => other - one)
    .slice(0, Math.max(2 * limit, FEW))
    .map(([id]) => id)
  const rows = await readPassages(db, index, search, best, null)
  return toPassages(
    rows.map((row) => ({ ...row, score: scores.get(row.chunk_id)! })),
    limit,
    readings,
  )
}

/** Each pair once, and whole: half of an answer may say something else. */
const toPassages = (
  rows: readonly (PassageRow & { score: number })[],
  limit: number,
  readings: Readings,
): Passage[] =>
  onePerPair(
    rows.toSorted((one, other) => Number(other.is_same) - Number(one.is_same) || other.score - one.score),
  )
    .slice(0, limit)
    .map(({ is_same, pieces, agent_ids, position, ...row }) => {
      const passage = readings.size ? { ...row, readings } : row
      const text = pieces ? wholeOf(pieces) : passage.text
      return text === passage.text ? passage : { ...passage, text, found: passage.text }
    })
