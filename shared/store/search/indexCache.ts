import { LRUCache } from 'lru-cache'
import { type CachedIndex, emptyIndex } from './cachedIndex.ts'

/** What a process holds of the indexes of its organizations. */
export interface IndexCache {
  /** @param version of the organization's knowledge, see the migration 0042: what is held of another one is forgotten */
  of(organizationId: string, version: string): CachedIndex
}

/**
 * In postings of 6 bytes: 132 MB. All of 100,000 chunks, with 7 million postings, would be 95, with up to 18 of words, and 10 of 20,000 terms
 * that were asked for.
 */
const MAX_HELD = 22_000_000

/**
 * A claim may have read its version before a change, and comes behind claims that read the one after it. So many in a row are no
 * such claims: a standby became the primary, and the changes that it had not got are gone.
 */
const MAX_OLDER = 100

export function makeIndexCache(mostHeld = MAX_HELD): IndexCache {
  const cache = new LRUCache<string, { version: bigint; index: CachedIndex; older: number }>({
    maxSize: mostHeld,
    sizeCalculation: ({ index }) => index.size,
  })
  return {
    of(organizationId, text) {
      const version = BigInt(text)
      const held = cache.get(organizationId)
      if (held?.version === version) {
        held.older = 0
        return held.index
      }
      // A job that was claimed before the change must not evict what was read after it.
      if (held && held.version > version && ++held.older <= MAX_OLDER) return emptyIndex(organizationId)
      const entry = { version, index: emptyIndex(organizationId, text, grow), older: 0 }
      function grow(index: CachedIndex) {
        const current = cache.peek(organizationId)
        if (current?.index === index) cache.set(organizationId, { ...current }, { size: index.size })
      }
      cache.set(organizationId, entry)
      return entry.index
    },
  }
}
