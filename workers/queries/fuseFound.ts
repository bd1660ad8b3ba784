import { onePerPair } from '../../shared/store/search/exactPairs.ts'
import { fuse } from '../../shared/store/search/fusion.ts'
import type { Passage } from '../../shared/store/search/retrieval.ts'

/**
 * Merges what a question and other queries have found by reciprocal rank, best first. Whatever the others found,
 * the question's n-th passage is among the first 2n.
 * @param others a ranking for each query
 */
export function fuseFound(own: readonly Passage[], others: readonly (readonly Passage[])[]): Passage[] {
  const passages = new Map([...others.flat(), ...own].map((passage) => [passage.chunk_id, passage]))
  const idsOf = (found: readonly Passage[]) => found.map(({ chunk_id }) => chunk_id)
  const scores = new Map(fuse([own, ...others].map(idsOf)).map(({ id, score }) => [id, score]))
  const [mine, ranked] = [idsOf(own), [...scores.keys()]]
  const placed = new Set<string>()
  while (placed.size < ranked.length) {
    const next = mine.findIndex((id) => !placed.has(id))
    const isDue = next !== -1 && next < Math.floor((placed.size + 1) / 2)
    placed.add(isDue ? mine[next]! : ranked.find((id) => !placed.has(id))!)
  }
  return onePerPair([...placed].map((id) => ({ ...passages.get(id)!, score: scores.get(id)! })))
}
