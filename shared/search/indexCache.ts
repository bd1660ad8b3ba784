import { LRUCache } from 'lru-cache'
import type { Db } from '../lib/db/db.ts'
import { makeWordIndex, type WordIndex } from './wordIndex/wordIndex.ts'

/** The cached indexes of a process, by organization. */
export interface IndexCache {
  /**
   * Returns the organization's index. @param version of the organization's knowledge. A newer
   * version replaces the cached index, and keeps what has not changed
   */
  of(organizationId: string, version: string): Promise<WordIndex>
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

interface CachedIndex {
  version: bigint
  index: Promise<WordIndex>
  /** The index once it is made; before, the index that it is made of. */
  made: WordIndex
  /** How many claims in a row came with an older version. */
  older: number
}

export function makeIndexCache(db: Db, mostHeld = MAX_HELD): IndexCache {
  const cache = new LRUCache<string, CachedIndex>({
    maxSize: mostHeld,
    sizeCalculation: ({ made }) => made.size,
  })

  /** Counts the memory of the organization's index anew. */
  function resize(organizationId: string): void {
    const current = cache.peek(organizationId)
    if (current) cache.set(organizationId, { ...current })
  }

  function makeEmpty(organizationId: string, version: string): WordIndex {
    return makeWordIndex(db, organizationId, { version, resized: () => resize(organizationId) })
  }

  /** Makes the index of a newer version from the cached index, or else an empty index. */
  async function makeNext(
    organizationId: string,
    version: string,
    former: Promise<WordIndex>,
  ): Promise<WordIndex> {
    // After a failure, the question reads what it needs itself.
    const next = await (await former).next(version).catch(() => null)
    return next ?? makeEmpty(organizationId, version)
  }

  function replace(
    organizationId: string,
    version: string,
    former: CachedIndex,
  ): Promise<WordIndex> {
    const index = makeNext(organizationId, version, former.index)
    cache.set(organizationId, { version: BigInt(version), index, made: former.made, older: 0 })
    void index.then((made) => {
      const current = cache.peek(organizationId)
      if (current?.index === index) cache.set(organizationId, { ...current, made })
    })
    return index
  }

  return {
    async of(organizationId, text) {
      const version = BigInt(text)
      const held = cache.get(organizationId)
      if (held?.version === version) {
        held.older = 0
        return held.index
      }
      if (held && held.version < version) return replace(organizationId, text, held)
      // A job that was claimed before the change must not evict the index that was read after it.
      if (held && ++held.older <= MAX_OLDER) return makeWordIndex(db, organizationId)
      const made = makeEmpty(organizationId, text)
      cache.set(organizationId, { version, index: Promise.resolve(made), made, older: 0 })
      return made
    },
  }
}
