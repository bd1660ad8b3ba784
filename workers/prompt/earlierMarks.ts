import type { Turn } from '../../shared/chat/replies.ts'
import type { StoredMark } from '../../shared/chat/storedMark.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { asData } from './delimiters.ts'

/**
 * The numbers for sources of earlier answers, which readers of marks take to have two digits. The
 * sources of the question have the numbers below, so that no mark can mean two sources.
 */
export const FIRST_EARLIER = 51
const LAST_EARLIER = 99

/** The numbers of sources that earlier answers cite, by the id of their chunk. */
export type EarlierNumbers = ReadonlyMap<string, number>

/**
 * Numbers the sources in the order in which the turns first cite them, so that further turns change
 * no number. Sources beyond the last number have none.
 */
export function numberEarlier(turns: readonly Turn[]): EarlierNumbers {
  const numbers = new Map<string, number>()
  for (const { marks } of turns)
    for (const [, chunkId] of marks ?? [])
      if (!numbers.has(chunkId) && FIRST_EARLIER + numbers.size <= LAST_EARLIER)
        numbers.set(chunkId, FIRST_EARLIER + numbers.size)
  return numbers
}

/** Returns an earlier answer as data, with its marks in the form that the rules ask for. */
export function withMarks({ content, marks }: Turn, numbers: EarlierNumbers): string {
  let end = 0
  let written = ''
  for (const [at, numbersThere] of byPlace(marks ?? [], numbers)) {
    if (at < end || at > content.length) continue
    written += `${asData(content.slice(end, at))} [${numbersThere.join(', ')}]`
    end = at
  }
  return written + asData(content.slice(end))
}

/** Groups the numbers of marks by the place where they stand. */
function byPlace(marks: readonly StoredMark[], numbers: EarlierNumbers): Map<number, number[]> {
  const places = new Map<number, number[]>()
  for (const [at, chunkId] of marks) {
    const number = numbers.get(chunkId)
    if (number !== undefined) places.set(at, [...(places.get(at) ?? []), number])
  }
  return places
}

/**
 * Returns which numbers of earlier answers mean a source of this prompt: a model that repeats an
 * earlier statement may repeat its mark.
 * @returns the source's number by the earlier one
 */
export const renumbered = (
  numbers: EarlierNumbers,
  sources: readonly Passage[],
): ReadonlyMap<number, number> =>
  new Map(
    sources.flatMap(({ chunk_id }, index) => {
      const earlier = numbers.get(chunk_id)
      return earlier === undefined ? [] : [[earlier, index + 1]]
    }),
  )
