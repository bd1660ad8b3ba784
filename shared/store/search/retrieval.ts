import type { Db } from '../../db/db.ts'
import { questionKey } from '../../text/terms.ts'
import { type CachedIndex, emptyIndex } from './cachedIndex.ts'
import { onePerPair, wholeOf } from './exactPairs.ts'
import { fuse } from './fusion.ts'
import type { Near } from './nearest.ts'
import { type Passage, type PassageRow, readPassages } from './passages.ts'
import { findByWords } from './wordSearch.ts'

export { isPair, type Passage } from './passages.ts'

export interface Search {
  organizationId: string
  agentId: string
  question: string
  /** BCP 47: of the agent, for a question that is too short to tell its language. */
  language: string | null
  limit: number
  /** The key of the pairs that come first; null: none. Default: the question's own. */
  key?: string | null
  /** The chunks nearest to the question by meaning, best first; found while words are searched for. */
  nearest?: Promise<readonly Near[]>
}

/** How many of those found by words, and by meaning, have a say in the order of both. */
const FUSED = 50
/** Of these, how many are read at least, some of which may be pieces of one pair. */
const FEW = 20

/**
 * The chunks that best match a question, best first, of the entries that serve the agent: by words, and where `nearest` has
 * some, by both rankings fused. Before all others comes a pair whose question is the same.
 * @param index what is held of the organization's index; without, all that is needed is read
 */
export async function findPassages(
  db: Db,
  search: Search,
  index: CachedIndex = emptyIndex(search.organizationId),
): Promise<Passage[]> {
  const { question, limit, nearest, key = questionKey(question) } = search
  const [{ found, most }, near] = await Promise.all([
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
    return toPassages(scored, limit)
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
  )
}

/** Whole pairs, each once: half of an answer may say another thing. */
const toPassages = (rows: readonly (PassageRow & { score: number })[], limit: number): Passage[] =>
  onePerPair(
    rows.toSorted((one, other) => Number(other.is_same) - Number(one.is_same) || other.score - one.score),
  )
    .slice(0, limit)
    .map(({ is_same, pieces, agent_ids, position, ...passage }) => {
      const text = pieces ? wholeOf(pieces) : passage.text
      return text === passage.text ? passage : { ...passage, text, found: passage.text }
    })
