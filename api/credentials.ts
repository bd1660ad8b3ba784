import { LRUCache } from 'lru-cache'
import type { Db } from '../shared/db.ts'
import type { Log } from '../shared/log.ts'
import { type Credentials, findCredentials, touchSecret } from '../shared/store/applications.ts'

/** Under 5 s, within which a revocation must have reached every process. */
const KEPT_MS = 4_000
const MAX_KEPT = 10_000

/** Applications by client id, kept for seconds, so that a busy client costs no query a request. */
export interface CredentialStore {
  /** What is kept of it, which may lack a secret that it got a moment ago. */
  kept(clientId: string): Credentials | undefined
  /** What the database knows, kept from now on. */
  read(clientId: string): Promise<Credentials | undefined>
  /** Notes that a secret was used, without making anybody wait. */
  touch(organizationId: string, secretId: string): void
}

export function makeCredentialStore(db: Db, log: Log): CredentialStore {
  const kept = new LRUCache<string, Credentials>({ max: MAX_KEPT, ttl: KEPT_MS })
  const touched = new LRUCache<string, true>({ max: MAX_KEPT, ttl: 60_000 })
  return {
    kept: (clientId) => kept.get(clientId),
    async read(clientId) {
      const found = await findCredentials(db, clientId)
      if (found) kept.set(clientId, found)
      else kept.delete(clientId)
      return found
    },
    touch(organizationId, secretId) {
      if (touched.has(secretId)) return
      touched.set(secretId, true)
      touchSecret(db, organizationId, secretId).catch((error) =>
        log.warn({ err: error }, 'could not note a last use'),
      )
    },
  }
}
