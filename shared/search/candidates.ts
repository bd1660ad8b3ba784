import quickselect from 'quickselect'
import type { Candidates, WordIndex } from './wordIndex/wordIndex.ts'

/** Selects the best chunks that a question's words found. */

/** A chunk, by its number in the index. */
export interface Candidate {
  chunk: number
  score: number
}

/** Sorts candidates by score, and equal scores by the ids of their chunks. */
export const bestFirst = <Some extends Candidate>(
  { order }: Pick<WordIndex, 'order'>,
  candidates: readonly Some[],
): Some[] =>
  candidates.toSorted(
    (left, right) => right.score - left.score || order[left.chunk]! - order[right.chunk]!,
  )

/** Returns the `size` best candidates, in any order, or all if there are fewer. */
export function bestOf(
  { order }: Pick<WordIndex, 'order'>,
  { chunks, scores }: Candidates,
  size: number,
): Candidate[] {
  const least = scores.length > size ? largest(scores, size) : -Infinity
  const best: Candidate[] = []
  const equal: number[] = []
  for (let nth = 0; nth < chunks.length; nth++) {
    const score = scores[nth]!
    if (score > least) best.push({ chunk: chunks[nth]!, score })
    else if (score === least) equal.push(chunks[nth]!)
  }
  if (!equal.length) return best
  const last = -largest(
    Float64Array.from(equal, (chunk) => -order[chunk]!),
    size - best.length,
  )
  for (const chunk of equal) if (order[chunk]! <= last) best.push({ chunk, score: least })
  return best
}

/**
 * Finds the `nth` largest number, counted from 1. Selecting numbers is 5 times as fast as selecting
 * their indexes.
 */
function largest(numbers: Float64Array, nth: number): number {
  const some = numbers.slice()
  // The types of quickselect allow only arrays.
  quickselect(
    some as unknown as number[],
    nth - 1,
    0,
    some.length - 1,
    (left, right) => right - left,
  )
  return some[nth - 1]!
}
