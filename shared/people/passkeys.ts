import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { SignedInUser } from './dashboardSessions.ts'
import type { User } from './users.ts'

type UserKey = Pick<User, 'organization_id' | 'id'>

/** The most passkeys of a user. */
export const MAX_PASSKEYS = 20

export interface Passkey {
  id: string
  /** The name that the user chose. */
  name: string
  created_at: Date
  last_used_at: Date | null
}

/** The stored data that verifies an authenticator's response. */
export interface StoredCredential {
  /** The authenticator's id of the credential, in base64url. */
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

/** Returns whether any user has a passkey. */
export async function hasPasskeys(db: Db): Promise<boolean> {
  const [found] = await sql<{ exists: boolean }>(db)`select exists (select from passkeys) as exists`
  return found!.exists
}

/** Lists the user's passkeys, oldest first. */
export async function listPasskeys(
  db: Db,
  { organization_id, id }: UserKey,
): Promise<(Passkey & StoredCredential)[]> {
  return sql<Passkey & StoredCredential>(db)`
    select id, name, created_at, last_used_at, credential_id, public_key, counter::float8, transports from passkeys
     where organization_id = ${organization_id} and user_id = ${id} order by id`
}

/** Stores a passkey. @returns undefined: a user already has this passkey */
export async function createPasskey(
  db: Db,
  { organization_id, id }: UserKey,
  { credential_id, public_key, counter, transports }: StoredCredential,
  name: string,
): Promise<Passkey | undefined> {
  const [created] = await sql<Passkey>(db)`
    insert into passkeys (id, organization_id, user_id, credential_id, public_key, counter, transports, name)
    values (${uuid()}, ${organization_id}, ${id}, ${credential_id}, ${public_key}, ${counter}, ${transports}::text[],
            ${name})
    on conflict do nothing
    returning id, name, created_at, last_used_at`
  return created
}

/**
 * Finds an active user by a passkey. Like `findAccounts`, this query is not limited to an
 * organization, but finds it.
 */
export async function findByPasskey(
  db: Db,
  credentialId: string,
): Promise<(SignedInUser & { credential: StoredCredential }) | undefined> {
  const [found] = await sql<SignedInUser & StoredCredential>(db)`
    select u.id, u.organization_id, u.email, u.name, u.photo, u.role, o.name as organization,
           p.credential_id, p.public_key, p.counter::float8, p.transports
      from passkeys p
      join users u on u.organization_id = p.organization_id and u.id = p.user_id
      join organizations o on o.id = u.organization_id
     where p.credential_id = ${credentialId} and u.deactivated_at is null`
  if (!found) return undefined
  const { credential_id, public_key, counter, transports, ...user } = found
  return { ...user, credential: { credential_id, public_key, counter, transports } }
}

/** Records the use of a passkey. @returns false: it was removed, or was used concurrently */
export async function markPasskeyUsed(
  db: Db,
  { organization_id }: Pick<User, 'organization_id'>,
  { credential_id, counter }: StoredCredential,
  newCounter: number,
): Promise<boolean> {
  const used = await sql(db)`
    update passkeys set counter = ${newCounter}, last_used_at = now()
     where organization_id = ${organization_id} and credential_id = ${credential_id} and counter = ${counter}
    returning id`
  return used.length > 0
}

/** Removes a passkey. @returns undefined: the user has no such passkey */
export async function removePasskey(
  db: Db,
  { organization_id, id }: UserKey,
  passkeyId: string,
): Promise<Passkey | undefined> {
  const [removed] = await sql<Passkey>(db)`
    delete from passkeys where organization_id = ${organization_id} and user_id = ${id} and id = ${passkeyId}
    returning id, name, created_at, last_used_at`
  return removed
}
