import { onePerPair } from '../../shared/search/exactPairs.ts'
import type { Passage } from '../../shared/search/retrieval.ts'

/**
 * The constant of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher
 * 2009). The larger it is, the less the first places differ.
 */
const K = 60

/**
 * Merges the passages of a question and of other queries by reciprocal rank, best first. The
 * question's n-th passage is always among the first 2n.
 * @param others a ranking for each query
 */
export function fuseFound(
  own: readonly Passage[],
  others: readonly (readonly Passage[])[],
): Passage[] {
  const passages = new Map([...others.flat(), ...own].map((passage) => [passage.chunk_id, passage]))
  const idsOf = (found: readonly Passage[]) => found.map(({ chunk_id }) => chunk_id)
  const scores = reciprocalRanks([own, ...others].map(idsOf))
  const [mine, ranked] = [idsOf(own), [...scores.keys()]]
  const placed = new Set<string>()
  while (placed.size < ranked.length) {
    const next = mine.findIndex((id) => !placed.has(id))
    const isDue = next !== -1 && next < Math.floor((placed.size + 1) / 2)
    placed.add(isDue ? mine[next]! : ranked.find((id) => !placed.has(id))!)
  }
  return onePerPair([...placed].map((id) => ({ ...passages.get(id)!, score: scores.get(id)! })))
}

/** Maps ids to their scores, best first. At equal scores, ids of an earlier ranking come first. */
function reciprocalRanks(rankings: readonly (readonly string[])[]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (K + place + 1))
  return new Map([...scores].sort(([, left], [, right]) => right - left))
}
