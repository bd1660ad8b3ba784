import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'

/** Hours for which a repeated request returns the record of the first request. */
const KEPT_HOURS = 24

export interface IdempotentRequest {
  organization_id: string
  /** Method and path. */
  endpoint: string
  /** The client's Idempotency-Key. */
  key: string
  body_hash: Buffer
}

/**
 * Creates a record once per request, even if the request is sent several times at once. Key and
 * record are stored in one transaction. A second request waits for the row of the key until the
 * first transaction ends.
 *
 * @param create creates the record in the given transaction and returns its id. If it throws, the
 *   key is free again
 * @returns the record's id, and whether an earlier request created it
 * @throws AppError idempotency_mismatch: the same key with another body
 */
export async function createOnce(
  db: Db,
  request: IdempotentRequest,
  create: (db: Db) => Promise<string>,
): Promise<{ id: string; replayed: boolean }> {
  const { organization_id, endpoint, key, body_hash } = request
  return db.transaction(async (transaction) => {
    const [taken] = await prepared(transaction)`
      insert into idempotency_keys (organization_id, endpoint, key, body_hash, record_id)
      values (${organization_id}, ${endpoint}, ${key}, ${body_hash}, ${NOT_YET})
      on conflict (organization_id, endpoint, key) do update
        set body_hash = excluded.body_hash, record_id = excluded.record_id, created_at = now()
        where idempotency_keys.created_at < now() - make_interval(hours => ${KEPT_HOURS})
      returning key`
    if (taken) {
      const id = await create(transaction)
      await prepared(transaction)`
        update idempotency_keys set record_id = ${id}
         where organization_id = ${organization_id} and endpoint = ${endpoint} and key = ${key}`
      return { id, replayed: false }
    }
    const [earlier] = await sql<{ record_id: string; body_hash: Buffer }>(transaction)`
      select record_id, body_hash from idempotency_keys
       where organization_id = ${organization_id} and endpoint = ${endpoint} and key = ${key}`
    if (!earlier!.body_hash.equals(body_hash))
      throw new AppError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another body. Send a new key.',
      )
    return { id: earlier!.record_id, replayed: true }
  })
}

/**
 * Whether a statement that stores a key with its record failed because another request has the key,
 * or because of a deadlock with that request. `createOnce` handles both.
 */
export const isKeyRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '40P01' ||
    (error.code === '23505' && 'table' in error && error.table === 'idempotency_keys'))

/** Stands for the record's id while the transaction is open. No other transaction sees it. */
const NOT_YET = '00000000-0000-0000-0000-000000000000'

/** Returns whether an earlier request with this key, whatever its body, created its record. */
export async function isKeyTaken(
  db: Db,
  { organization_id, endpoint, key }: Omit<IdempotentRequest, 'body_hash'>,
): Promise<boolean> {
  const rows = await sql(db)`
    select 1 from idempotency_keys
     where organization_id = ${organization_id} and endpoint = ${endpoint} and key = ${key}
       and created_at >= now() - make_interval(hours => ${KEPT_HOURS})`
  return rows.length > 0
}

/** Deletes keys that are older than KEPT_HOURS. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql(
    db,
  )`delete from idempotency_keys where created_at < now() - make_interval(hours => ${KEPT_HOURS})`
}
