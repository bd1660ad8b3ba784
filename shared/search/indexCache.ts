import { LRUCache } from 'lru-cache'
import type { Db } from '../lib/db/db.ts'
import { makeWordIndex, type WordIndex } from './wordIndex/wordIndex.ts'

/** The cached indexes of a process, by organization. */
export interface IndexCache {
  /**
   * Returns the organization's index. @param version of the organization's knowledge. A newer
   * version replaces the cached index
   */
  of(organizationId: string, version: string): WordIndex
}

/**
 * The size of the cache in postings of 6 bytes: 132 MB. A whole index of 100,000 chunks with 7
 * million postings takes 95 MB, its words up to 18 MB more, and 20,000 terms of questions 10 MB
 * more.
 */
const MAX_HELD = 22_000_000

/**
 * The most claims in a row with an older version than the cached index. A few claims read their
 * version before a change and arrive late. More mean that a standby without the last changes has
 * become the primary.
 */
const MAX_OLDER = 100

export function makeIndexCache(db: Db, mostHeld = MAX_HELD): IndexCache {
  const cache = new LRUCache<string, { version: bigint; index: WordIndex; older: number }>({
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
      // A job that was claimed before the change must not evict the index that was read after it.
      if (held && held.version > version && ++held.older <= MAX_OLDER)
        return makeWordIndex(db, organizationId)
      const index = makeWordIndex(db, organizationId, { version: text, resized })
      const entry = { version, index, older: 0 }
      function resized(size: number) {
        const current = cache.peek(organizationId)
        if (current?.index === index) cache.set(organizationId, { ...current }, { size })
      }
      cache.set(organizationId, entry)
      return index
    },
  }
}
