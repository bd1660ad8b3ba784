import type { ChunkNumbers, Postings } from './indexBase.ts'

/** Carries postings over to an index of later knowledge (decision 102). */

/** What changed between two versions of the knowledge, by the numbers of chunks in the index. */
export interface ChangedPostings {
  /** The postings of the added chunks, by term, in the order of the ids. */
  added: ReadonlyMap<string, Postings>
  /** 1 for each chunk of the index that was deleted, else 0. */
  isGone: Uint8Array
}

/**
 * Returns a term's first postings after the changes, by the chunks' ids. Chunks beyond the last
 * known one are left out unless all postings were known.
 * @param isWhole whether all postings of the term were known
 */
export function postingsAfter(
  { chunks, shares }: Postings,
  isWhole: boolean,
  added: Postings | undefined,
  { isGone }: ChangedPostings,
  { order }: Pick<ChunkNumbers, 'order'>,
): Postings {
  const last = isWhole ? Number.POSITIVE_INFINITY : order[chunks.at(-1)!]!
  const most = chunks.length + (added?.chunks.length ?? 0)
  const merged = { chunks: new Uint32Array(most), shares: new Uint16Array(most) }
  let count = 0
  let next = 0
  function take(chunk: number, share: number): void {
    // A chunk that was read after it was added is in both.
    if (isGone[chunk] || (count > 0 && merged.chunks[count - 1] === chunk)) return
    merged.chunks[count] = chunk
    merged.shares[count++] = share
  }
  function takeAddedUntil(end: number): void {
    while (added && next < added.chunks.length && order[added.chunks[next]!]! <= end)
      take(added.chunks[next]!, added.shares[next++]!)
  }
  for (let nth = 0; nth < chunks.length; nth++) {
    takeAddedUntil(order[chunks[nth]!]!)
    take(chunks[nth]!, shares[nth]!)
  }
  takeAddedUntil(last)
  return { chunks: merged.chunks.slice(0, count), shares: merged.shares.slice(0, count) }
}

/** Returns whether any of the chunks is gone. */
export function hasGone({ chunks }: Postings, { isGone }: ChangedPostings): boolean {
  for (let nth = 0; nth < chunks.length; nth++) if (isGone[chunks[nth]!]) return true
  return false
}

/** Makes the function that returns whether a term of an added chunk has the beginning. */
export function makeIsBegun({ added }: ChangedPostings): (beginning: string) => boolean {
  const byLength = new Map<number, Set<string>>()
  return (beginning) => {
    const { length } = beginning
    const known = byLength.get(length) ?? new Set([...added.keys()].map((t) => t.slice(0, length)))
    byLength.set(length, known)
    return known.has(beginning)
  }
}
