import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { createUser, type Role, type User } from './users.ts'

/** The identity of a person at an identity provider. */
export interface Identity {
  organization_id: string
  issuer: string
  subject: string
}

/** A user whom an identity provider vouches for. */
export interface IdentifiedUser extends User {
  is_active: boolean
}

/** Finds a user by the provider's subject, never by their email address. */
export async function findByIdentity(
  db: Db,
  { organization_id, issuer, subject }: Identity,
): Promise<IdentifiedUser | undefined> {
  const [user] = await sql<IdentifiedUser>(db)`
    select u.id, u.organization_id, u.email, u.name, u.photo, u.role, u.deactivated_at is null as is_active
      from user_identities i join users u on u.organization_id = i.organization_id and u.id = i.user_id
     where i.organization_id = ${organization_id} and i.issuer = ${issuer} and i.subject = ${subject}`
  return user
}

/** Links an identity to a user. @returns false: the user or the subject is already linked */
export async function linkIdentity(
  db: Db,
  { organization_id, issuer, subject }: Identity,
  userId: string,
): Promise<boolean> {
  const linked = await sql(db)`
    insert into user_identities (organization_id, issuer, subject, user_id)
    values (${organization_id}, ${issuer}, ${subject}, ${userId})
    on conflict do nothing
    returning user_id`
  return linked.length > 0
}

/**
 * Creates a user for an identity.
 * @returns undefined: a user already has the address or the identity
 */
export async function createIdentifiedUser(
  db: Db,
  identity: Identity,
  user: { email: string; name: string | null; role: Role; password_hash: string },
): Promise<User | undefined> {
  const taken = Symbol('taken')
  return db
    .transaction(async (transaction) => {
      const created = await createUser(transaction, {
        organization_id: identity.organization_id,
        ...user,
      })
      if (!created || !(await linkIdentity(transaction, identity, created.id))) throw taken
      return created
    })
    .catch((error) => {
      if (error === taken) return undefined
      throw error
    })
}
