import quickselect from 'quickselect'
import type { HeldIndex } from './heldIndex.ts'

/** The chunks that a question's words found, and the best of them. */

/** A chunk, by its place in the index. */
export interface Candidate {
  chunk: number
  score: number
}

/** Thousands of them: each chunk's score is at the same place. */
export interface Candidates {
  chunks: Uint32Array
  scores: Float64Array
}

/** Of chunks that score the same the one with the smaller id. */
export const bestFirst = ({ order }: HeldIndex, candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((one, other) => other.score - one.score || order[one.chunk]! - order[other.chunk]!)

/** The best ones, then the best of the others, and so on: so many at a time, because of thousands only few are looked at. */
export function* inBlocks(
  { order }: HeldIndex,
  candidates: Candidates,
  size: number,
): Generator<Candidate[], void> {
  let { chunks, scores } = candidates
  while (scores.length > size) {
    const least = largest(scores.slice(), size)
    const best: Candidate[] = []
    const equal: number[] = []
    for (let place = 0; place < scores.length; place++) {
      const score = scores[place]!
      if (score > least) best.push({ chunk: chunks[place]!, score })
      else if (score === least) equal.push(chunks[place]!)
    }
    const last = -largest(
      Float64Array.from(equal, (chunk) => -order[chunk]!),
      size - best.length,
    )
    for (const chunk of equal) if (order[chunk]! <= last) best.push({ chunk, score: least })
    yield best
    const isLeft = (chunk: number, score: number) =>
      score < least || (score === least && order[chunk]! > last)
    const left = Array.from(chunks.keys()).filter((place) => isLeft(chunks[place]!, scores[place]!))
    chunks = Uint32Array.from(left, (place) => chunks[place]!)
    scores = Float64Array.from(left, (place) => scores[place]!)
  }
  yield Array.from(chunks, (chunk, place) => ({ chunk, score: scores[place]! }))
}

/** The `nth` largest of them, from 1 on. Numbers alone are selected five times as fast as their places. */
function largest(numbers: Float64Array, nth: number): number {
  // Its type knows arrays only.
  quickselect(numbers as unknown as number[], nth - 1, 0, numbers.length - 1, (one, other) => other - one)
  return numbers[nth - 1]!
}
