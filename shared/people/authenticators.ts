import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { Place } from '../lib/sealing.ts'
import type { User } from './users.ts'

type Owned = Pick<User, 'organization_id' | 'id'>

/** A user's authenticator app. */
export interface Authenticator extends Owned {
  /** Sealed for `authenticatorPlace`. */
  sealed_secret: string
  created_at: Date
  /** Number of unused backup codes. */
  codes_left: number
}

/** Returns the place for which the secret of a user's authenticator is sealed. */
export const authenticatorPlace = ({ organization_id, id }: Owned): Place => ({
  organization_id,
  table: 'authenticators',
  row: id,
})

/**
 * Stores the user's authenticator and its codes, and replaces an earlier one.
 * @param step the time step of the code that proved the authenticator
 */
export async function putAuthenticator(
  db: Db,
  { organization_id, id }: Owned,
  sealed_secret: string,
  step: number,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    await sql(transaction)`
      insert into authenticators (id, organization_id, sealed_secret, last_step)
      values (${id}, ${organization_id}, ${sealed_secret}, ${step})
      on conflict (id) do update
        set sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, created_at = now()`
    await sql(transaction)`
      delete from backup_codes where organization_id = ${organization_id} and user_id = ${id}`
    await sql(transaction)`
      insert into backup_codes (organization_id, user_id, code_hash)
      select ${organization_id}::uuid, ${id}::uuid, unnest(${codeHashes}::bytea[])`
  })
}

/** Reads the user's authenticator; undefined: the user has none. */
export async function readAuthenticator(
  db: Db,
  { organization_id, id }: Owned,
): Promise<Authenticator | undefined> {
  const [found] = await sql<Authenticator>(db)`
    select id, organization_id, sealed_secret, created_at,
           (select count(*)::int from backup_codes c
             where c.organization_id = a.organization_id and c.user_id = a.id) as codes_left
      from authenticators a where organization_id = ${organization_id} and id = ${id}`
  return found
}

/** Marks the code of a step and all earlier codes as used. @returns false: it was already used */
export async function useStep(
  db: Db,
  { organization_id, id }: Owned,
  step: number,
): Promise<boolean> {
  const used = await sql(db)`
    update authenticators set last_step = ${step}
     where organization_id = ${organization_id} and id = ${id} and last_step < ${step}
    returning id`
  return used.length > 0
}

/** Marks a backup code as used. @returns false: the user has no such code */
export async function useBackupCode(
  db: Db,
  { organization_id, id }: Owned,
  hash: Buffer,
): Promise<boolean> {
  const used = await sql(db)`
    delete from backup_codes
     where organization_id = ${organization_id} and user_id = ${id} and code_hash = ${hash}
    returning user_id`
  return used.length > 0
}

/** Removes the user's authenticator. @returns whether they had one */
export async function removeAuthenticator(
  db: Db,
  { organization_id, id }: Owned,
): Promise<boolean> {
  const removed = await sql(db)`
    delete from authenticators where organization_id = ${organization_id} and id = ${id} returning id`
  return removed.length > 0
}
