import { v7 as uuid } from 'uuid'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { folded } from '../lib/db/folded.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { createUser, findUserByAddress, type Role, type User } from './users.ts'

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7

export interface Invitation {
  id: string
  organization_id: string
  email: string
  role: Role
  /** The address of the inviting owner at that time, or `the admin tool`. */
  invited_by: string
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** An invitation as its link shows it. */
export interface OpenInvitation extends Invitation {
  /** The organization's name. */
  organization: string
}

/**
 * Invites an address or renews its invitation. The earlier link then ends.
 * @param inviterId the inviting owner; undefined: the admin tool
 * @throws AppError email_taken for a user of this organization; scope if the inviter is no longer
 *   an owner
 */
export async function putInvitation(
  db: Db,
  invitation: Pick<Invitation, 'organization_id' | 'email' | 'role' | 'invited_by'> & {
    token_hash: Buffer
  },
  inviterId?: string,
): Promise<{ invitation: Invitation; isNew: boolean }> {
  const { organization_id, email, role, invited_by, token_hash } = invitation
  if (await findUserByAddress(db, organization_id, email))
    throw new AppError('email_taken', 'A user of your organization already has this address.')
  const id = uuid()
  const statement = `
    with inviter as materialized (
      select from users
       where organization_id = :organization_id and id = :inviter and role = 'owner' for share
    )
    insert into invitations (id, organization_id, email, role, token_hash, invited_by, expires_at)
    select :id::uuid, :organization_id::uuid, :email::text, :role::text, :token_hash::bytea,
           :invited_by::text, now() + make_interval(days => :days)
     where :inviter::uuid is null or exists (select from inviter)
    on conflict (organization_id, ${folded('email')}) do update
      set email = excluded.email, role = excluded.role, token_hash = excluded.token_hash,
          invited_by = excluded.invited_by, expires_at = excluded.expires_at, updated_at = now()
    returning *`
  const [stored] = await sqlText<Invitation>(db, statement, {
    id,
    organization_id,
    email,
    role,
    token_hash,
    invited_by,
    inviter: inviterId ?? null,
    days: INVITATION_DAYS,
  })
  if (!stored) throw new AppError('scope', 'This is for owners of the organization.')
  return { invitation: stored, isNew: stored.id === id }
}

export const invitationRecords = recordsOf<Invitation>({ table: 'invitations', name: 'invitation' })

/** Finds an invitation by its link's token; undefined: it does not exist or has expired. */
export async function findInvitation(
  db: Db,
  tokenHash: Buffer,
): Promise<OpenInvitation | undefined> {
  const [found] = await sql<OpenInvitation>(db)`
    select i.*, o.name as organization from invitations i join organizations o on o.id = i.organization_id
     where i.token_hash = ${tokenHash} and i.expires_at > now()`
  return found
}

/**
 * Creates the user and deletes the invitation.
 * @returns undefined if it was already used or has expired, or a user already has the address
 */
export async function acceptInvitation(
  db: Db,
  tokenHash: Buffer,
  user: { name: string | null; password_hash: string },
): Promise<User | undefined> {
  return db.transaction(async (transaction) => {
    const [used] = await sql<Invitation>(transaction)`
      delete from invitations where token_hash = ${tokenHash} and expires_at > now() returning *`
    if (!used) return undefined
    const { organization_id, email, role } = used
    return createUser(transaction, { organization_id, email, role, ...user })
  })
}

/**
 * Deletes invitations a month after they expired. Until then they are listed and can be renewed.
 */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await sql(db)`delete from invitations where expires_at < now() - interval '30 days'`
}
