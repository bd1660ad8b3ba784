import { LRUCache } from 'lru-cache'
import {
  type Credentials,
  findClientId,
  findCredentials,
  isOriginListed,
  touchSecret,
} from '../../shared/applications/applications.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { MAX_ORIGIN_LENGTH } from '../../shared/lib/origins.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'

const MAX_KEPT = 10_000

/** Caches applications and origins for some seconds, so that not every request costs a query. */
export interface CredentialStore {
  /**
   * Returns the cached application, which may lack a secret that was created in the last seconds.
   */
  kept(clientId: string): Credentials | undefined
  /** Reads the application from the database and caches it. */
  read(clientId: string): Promise<Credentials | undefined>
  /**
   * Finds the client id of the application that a key belongs to. @param hashes of the key, one of
   * which may be stored
   */
  clientIdOf(hashes: readonly Buffer[]): Promise<string | undefined>
  /** Drops the application and all origins from the cache, because this process changed them. */
  forget(clientId: string): void
  /** Stores in the background when a secret was last used, at most once a minute. */
  touch(organizationId: string, secretId: string): void
  /** Whether any application lists this origin. */
  isListed(origin: string): Promise<boolean>
}

/**
 * Makes the cache of credentials.
 * @param ttlMs how long a result is cached, counted from the start of its query
 */
export function makeCredentialStore(db: Db, log: Log, ttlMs: number): CredentialStore {
  const kept = new LRUCache<string, Credentials>({ max: MAX_KEPT, ttl: ttlMs })
  const touched = new LRUCache<string, true>({ max: MAX_KEPT, ttl: 60_000 })
  /** Client ids by the hash of a key. A key never moves to another application. */
  const owners = new LRUCache<string, string>({ max: MAX_KEPT })
  const listed = new LRUCache<string, boolean>({ max: MAX_KEPT, ttl: ttlMs })
  /**
   * Counts the changes by this process. A read that began before the latest change is not cached.
   */
  let changes = 0
  return {
    kept: (clientId) => kept.get(clientId),
    async read(clientId) {
      const [start, before] = [performance.now(), changes]
      const found = await findCredentials(db, clientId)
      if (!found) kept.delete(clientId)
      else if (changes === before) kept.set(clientId, found, { start })
      return found
    },
    async clientIdOf(hashes) {
      const name = hashes[0]!.toString('base64')
      const known = owners.get(name)
      if (known !== undefined) return known
      const found = await findClientId(db, hashes)
      if (found !== undefined) owners.set(name, found)
      return found
    },
    forget(clientId) {
      changes++
      kept.delete(clientId)
      listed.clear()
    },
    touch(organizationId, secretId) {
      if (touched.has(secretId)) return
      touched.set(secretId, true)
      touchSecret(db, organizationId, secretId).catch((error) =>
        log.warn({ err: error }, 'could not note a last use'),
      )
    },
    async isListed(origin) {
      const known = listed.get(origin)
      if (known !== undefined) return known
      const entries = entriesFor(origin)
      if (entries.length === 0) return false
      const [start, before] = [performance.now(), changes]
      const found = await isOriginListed(db, entries)
      if (changes === before) listed.set(origin, found, { start })
      return found
    },
  }
}

/**
 * Whether the list has this origin, or an entry that covers it, such as `https://*.example.com`.
 */
export const allowsOrigin = (allowed: readonly string[], origin: string) =>
  entriesFor(origin).some((entry) => allowed.includes(entry))

/**
 * Returns the entries that allow this origin; empty for an invalid origin, such as `null` or an
 * origin with `*`.
 */
function entriesFor(origin: string): string[] {
  if (origin.length > MAX_ORIGIN_LENGTH) return []
  if (parseUrl(origin)?.origin !== origin) return []
  const { protocol, host } = new URL(origin)
  const labels = host.split('.')
  if (labels.some((label) => label === '' || label.includes('*'))) return []
  const below = labels
    .slice(1)
    .map((_, index) => `${protocol}//*.${labels.slice(index + 1).join('.')}`)
  return [origin, ...below]
}
