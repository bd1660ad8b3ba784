import { LRUCache } from 'lru-cache'
import type { Db } from '../../shared/db/db.ts'
import type { Log } from '../../shared/observability/log.ts'
import { MAX_ORIGIN_LENGTH } from '../../shared/origins.ts'
import { parseUrl } from '../../shared/parseUrl.ts'
import {
  type Credentials,
  findCredentials,
  isOriginListed,
  touchSecret,
} from '../../shared/store/accounts/applications.ts'

const MAX_KEPT = 10_000

/** Caches applications and their origins for seconds, so that a busy client does not cost a query for each request. */
export interface CredentialStore {
  /** What is kept of it, which may lack a secret that it got a moment ago. */
  kept(clientId: string): Credentials | undefined
  /** Reads from the database, and caches it from now on. */
  read(clientId: string): Promise<Credentials | undefined>
  /** Forgets an application and the list of origins, because this process has changed them. */
  forget(clientId: string): void
  /** Notes that a secret was used, without making anybody wait. */
  touch(organizationId: string, secretId: string): void
  /** Whether any application lists this origin. */
  isListed(origin: string): Promise<boolean>
}

/** @param keptMs how long what the database knows is kept, from when it was asked */
export function makeCredentialStore(db: Db, log: Log, keptMs: number): CredentialStore {
  const kept = new LRUCache<string, Credentials>({ max: MAX_KEPT, ttl: keptMs })
  const touched = new LRUCache<string, true>({ max: MAX_KEPT, ttl: 60_000 })
  const listed = new LRUCache<string, boolean>({ max: MAX_KEPT, ttl: keptMs })
  /** Counts changes made by this process: a read that began before a change is not kept. */
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

/** Whether a list of allowed origins has this one: exactly, or below an entry such as `https://*.example.com`. */
export const allowsOrigin = (allowed: readonly string[], origin: string) =>
  entriesFor(origin).some((entry) => allowed.includes(entry))

/** The entries that allow this origin; none for an invalid origin, such as `null` or one with `*`. */
function entriesFor(origin: string): string[] {
  if (origin.length > MAX_ORIGIN_LENGTH) return []
  if (parseUrl(origin)?.origin !== origin) return []
  const { protocol, host } = new URL(origin)
  const labels = host.split('.')
  if (labels.some((label) => label === '' || label.includes('*'))) return []
  const below = labels.slice(1).map((_, index) => `${protocol}//*.${labels.slice(index + 1).join('.')}`)
  return [origin, ...below]
}
