import type { Near } from './nearest.ts'
import type { Found } from './wordSearch.ts'

/**
 * The weight of a similarity in a fused score. The score by words has the rest. With a larger
 * weight, bad vectors displace the chunks that words found. With a smaller weight, good vectors
 * hardly help (decision 40 has the figures).
 */
const MEANING = 0.3
/**
 * The lowest ranks, from 1 on, that the nearest and the second nearest chunk may get. So the prompt
 * gets both, even if words found only texts without the answer.
 */
const LATEST_PLACES = [3, 5]

/**
 * Fuses the chunks that words found with the chunks nearest by meaning, best first, each with a
 * score from 0 to 1. Scores by words are divided by the best score. Similarities are scaled: the
 * last chunk's becomes 0, and 1 stays 1. So vectors that hardly distinguish chunks count little,
 * and a model whose similarities are all high counts like other models.
 * @param byWords best first
 * @param byMeaning best first
 */
export function fuse(
  byWords: readonly Pick<Found, 'chunk_id' | 'score'>[],
  byMeaning: readonly Near[],
): { id: string; score: number }[] {
  const most = byWords[0]?.score || 1
  const floor = byMeaning.length > 1 ? byMeaning.at(-1)!.similarity : 0
  const range = Math.max(1 - floor, Number.EPSILON)
  const scores = new Map(
    byWords.map(({ chunk_id, score }) => [chunk_id, ((1 - MEANING) * score) / most]),
  )
  for (const { chunk_id, similarity } of byMeaning) {
    const share = Math.min(1, Math.max(0, (similarity - floor) / range))
    scores.set(chunk_id, (scores.get(chunk_id) ?? 0) + MEANING * share)
  }
  const fused = [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score)
  for (const [nth, place] of LATEST_PLACES.entries())
    raise(fused, byMeaning[nth]?.chunk_id, place - 1)
  return fused
}

/**
 * Moves a chunk up to this index, with a score between those of its new neighbours. A chunk at this
 * index or above stays.
 */
function raise(
  fused: { id: string; score: number }[],
  id: string | undefined,
  place: number,
): void {
  const at = fused.findIndex((chunk) => chunk.id === id)
  if (at <= place) return
  fused.splice(at, 1)
  const score = (fused[place - 1]!.score + fused[place]!.score) / 2
  fused.splice(place, 0, { id: id!, score })
}
