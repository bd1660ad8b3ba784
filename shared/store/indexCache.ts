import { LRUCache } from 'lru-cache'
import { emptyIndex, type HeldIndex } from './heldIndex.ts'

/** What a process holds of the indexes of its organizations. */
export interface IndexCache {
  /** @param version of the organization's knowledge: what is held of another one is forgotten */
  of(organizationId: string, version: string): HeldIndex
}

/**
 * In postings of 6 bytes: 132 MB. All of 100,000 chunks, with 7 million postings, would be 95, with up to 18 of words, and 10 of 20,000 terms
 * that were asked for.
 */
const MOST_HELD = 22_000_000

export function makeIndexCache(mostHeld = MOST_HELD): IndexCache {
  const cache = new LRUCache<string, { version: bigint; index: HeldIndex }>({
    maxSize: mostHeld,
    sizeCalculation: ({ index }) => index.size,
  })
  return {
    of(organizationId, text) {
      const version = BigInt(text)
      const held = cache.get(organizationId)
      if (held?.version === version) return held.index
      // Who claimed before the change must not push out what was read after it.
      if (held && held.version > version) return emptyIndex(organizationId)
      const entry = { version, index: emptyIndex(organizationId, text, grow) }
      function grow(index: HeldIndex) {
        const current = cache.peek(organizationId)
        if (current?.index === index) cache.set(organizationId, { version, index }, { size: index.size })
      }
      cache.set(organizationId, entry)
      return entry.index
    },
  }
}
