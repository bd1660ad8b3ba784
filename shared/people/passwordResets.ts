import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { setPassword, type User } from './users.ts'

/** Minutes for which a link to choose another password works. */
export const RESET_MINUTES = 30

/** Stores the link's token. The user's earlier link ends. */
export async function putPasswordReset(
  db: Db,
  { organization_id, id }: Pick<User, 'organization_id' | 'id'>,
  tokenHash: Buffer,
): Promise<void> {
  await sql(db)`
    insert into password_resets (organization_id, user_id, token_hash, expires_at)
    values (${organization_id}, ${id}, ${tokenHash}, now() + make_interval(mins => ${RESET_MINUTES}))
    on conflict (organization_id, user_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at`
}

/** Finds the user of a link; undefined: it was used or replaced, or has expired. */
export async function findPasswordReset(db: Db, tokenHash: Buffer): Promise<User | undefined> {
  const [user] = await sql<User>(db)`
    select u.id, u.organization_id, u.email, u.name, u.photo, u.role
      from password_resets r join users u on u.id = r.user_id and u.organization_id = r.organization_id
     where r.token_hash = ${tokenHash} and r.expires_at > now()`
  return user
}

/**
 * Stores the password that the holder of a link chose, and ends the link and the user's sessions.
 * Locks the user before the link, like the removal of a user.
 * @returns whether the link was still valid
 */
export async function redeemPasswordReset(
  db: Db,
  user: Pick<User, 'organization_id' | 'id'>,
  tokenHash: Buffer,
  passwordHash: string,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await sql(transaction)`
      select from users where organization_id = ${user.organization_id} and id = ${user.id} for update`
    const [used] = await sql(transaction)`
      delete from password_resets
       where organization_id = ${user.organization_id} and token_hash = ${tokenHash} and expires_at > now()
      returning user_id`
    return used !== undefined && setPassword(transaction, user, passwordHash)
  })
}

/** Deletes expired links. */
export async function deleteOldPasswordResets(db: Db): Promise<void> {
  await sql(db)`delete from password_resets where expires_at < now()`
}
