import type { IndexBase } from './indexBase.ts'
import { makeLoadingMap } from './loadingMap.ts'
import { type ChunkFacts, readChunkFacts } from './readIndex.ts'

/**
 * Reads the facts of chunks.
 * @returns looks a chunk up; null: it was deleted, or does not serve the agent
 */
export type LoadFacts = (
  chunks: readonly number[],
  agentId: string,
) => Promise<(chunk: number) => ChunkFacts | null>

/** The memory of the facts of a chunk, counted in postings. */
const FACTS_SIZE = 35

export function makeFacts({
  db,
  organizationId,
  memory,
  chunks: numbers,
}: Omit<IndexBase, 'totals'>): LoadFacts {
  const all = makeLoadingMap<number, ChunkFacts | null>(memory, () => FACTS_SIZE)

  async function read(missing: readonly number[]): Promise<(ChunkFacts | null)[]> {
    const ids = missing.map(numbers.idOf)
    const rows = await readChunkFacts(db, organizationId, ids)
    const rowOf = new Map(rows.map((row) => [row.chunk_id, row]))
    return ids.map((id) => rowOf.get(id) ?? null)
  }

  return async (chunks, agentId) => {
    const factsOf = await all.load(chunks, read)
    return (chunk) => {
      const facts = factsOf(chunk)
      const isServing = facts && (facts.agent_ids === null || facts.agent_ids.includes(agentId))
      return isServing ? facts : null
    }
  }
}
