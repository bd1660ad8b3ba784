import type { ChunkNumbers, Postings } from './indexBase.ts'

/** Carries postings over to an index of later knowledge (decision 102). */

/** The most changes that a term is carried over at once. A term that waits longer is read anew. */
const MOST_KEPT = 50

/** What the index's versions have changed, one after the other. They all share it. */
export interface ChangeLog {
  /** How many changes there have been. */
  readonly length: number
  /** How many chunks were deleted. */
  readonly gone: number
  /**
   * @param added the postings of the added chunks, by term, in the order of the ids
   * @param gone the numbers of the deleted chunks
   */
  add(added: ReadonlyMap<string, Postings>, gone: readonly number[]): void
  /** Whether all that came after the first `since` changes is still known. */
  reaches(since: number): boolean
  between(since: number, until: number): SomeChanges
}

/** Some of the changes: after the first `since`, up to and with the first `until`. */
export interface SomeChanges {
  /** Returns the term's postings in the added chunks, a list for each change. */
  addedTo(term: string): Postings[]
  isBegun(beginning: string): boolean
  isGone(chunk: number): boolean
}

interface Change {
  added: ReadonlyMap<string, Postings>
  /** The beginnings of the added terms, by their length, as far as they were needed. */
  beginnings: Map<number, Set<string>>
}

export function makeChangeLog(): ChangeLog {
  /** The last changes. */
  const kept: Change[] = []
  let length = 0
  /** Each deleted chunk with the number of changes before its deletion. */
  const goneAfter = new Map<number, number>()
  return {
    get length() {
      return length
    },
    get gone() {
      return goneAfter.size
    },
    add(added, gone) {
      for (const chunk of gone) goneAfter.set(chunk, length)
      kept.push({ added, beginnings: new Map() })
      if (kept.length > MOST_KEPT) kept.shift()
      length++
    },
    reaches: (since) => since >= length - kept.length,
    between(since, until) {
      const first = length - kept.length
      const some = kept.slice(since - first, until - first)
      return {
        addedTo: (term) => some.flatMap(({ added }) => added.get(term) ?? []),
        isBegun: (beginning) => some.some((change) => hasBeginning(change, beginning)),
        isGone: (chunk) => (goneAfter.get(chunk) ?? until) < until,
      }
    },
  }
}

function hasBeginning({ added, beginnings }: Change, beginning: string): boolean {
  const { length } = beginning
  const known = beginnings.get(length) ?? new Set([...added.keys()].map((t) => t.slice(0, length)))
  beginnings.set(length, known)
  return known.has(beginning)
}

/**
 * Returns a term's first postings after the changes, by the chunks' ids. Chunks beyond the last
 * known one are left out unless all postings were known.
 * @param isWhole whether all postings of the term were known
 */
export function postingsAfter(
  { chunks, shares }: Postings,
  isWhole: boolean,
  added: readonly Postings[],
  { isGone }: SomeChanges,
  { order }: Pick<ChunkNumbers, 'order'>,
): Postings {
  const last = isWhole ? Number.POSITIVE_INFINITY : order[chunks.at(-1)!]!
  const more = added
    .flatMap((some) =>
      Array.from(some.chunks, (chunk, nth) => ({ chunk, share: some.shares[nth]! })),
    )
    .filter(({ chunk }) => order[chunk]! <= last)
    .sort((one, other) => order[one.chunk]! - order[other.chunk]!)
  const most = chunks.length + more.length
  const merged = { chunks: new Uint32Array(most), shares: new Uint16Array(most) }
  let count = 0
  function take(chunk: number, share: number): void {
    // A chunk that was read after it was added is in both.
    if (isGone(chunk) || (count > 0 && merged.chunks[count - 1] === chunk)) return
    merged.chunks[count] = chunk
    merged.shares[count++] = share
  }
  let next = 0
  for (let nth = 0; nth < chunks.length; nth++) {
    for (; next < more.length && order[more[next]!.chunk]! <= order[chunks[nth]!]!; next++)
      take(more[next]!.chunk, more[next]!.share)
    take(chunks[nth]!, shares[nth]!)
  }
  for (const { chunk, share } of more.slice(next)) take(chunk, share)
  return { chunks: merged.chunks.slice(0, count), shares: merged.shares.slice(0, count) }
}

/** Returns whether any of the chunks is gone. */
export const hasGone = ({ chunks }: Postings, { isGone }: SomeChanges): boolean =>
  chunks.some(isGone)
