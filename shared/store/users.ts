import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'

/** An owner may do all, an editor may change what the organization has, a viewer may look. */
export const ROLES = ['owner', 'editor', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A person who signs in to the dashboard. */
export interface User {
  id: string
  organization_id: string
  email: string
  role: Role
}

/** Hours without a request, and hours in all, after which a session at the dashboard ends. */
const IDLE_HOURS = 12
const LONGEST_HOURS = 7 * 24

/** @returns undefined when the address is taken, in whatever organization */
export async function createUser(
  db: Db,
  user: Omit<User, 'id'> & { password_hash: string },
): Promise<User | undefined> {
  const [created] = await sql<User>(db)`
    insert into users (id, organization_id, email, role, password_hash)
    values (${uuid()}, ${user.organization_id}, ${user.email}, ${user.role}, ${user.password_hash})
    on conflict do nothing
    returning id, organization_id, email, role`
  return created
}

/** By the address, whatever its case: the one query about a user that finds the organization instead of being told. */
export async function findUser(
  db: Db,
  email: string,
): Promise<(User & { password_hash: string }) | undefined> {
  const [user] = await sql<User & { password_hash: string }>(db)`
    select id, organization_id, email, role, password_hash from users where lower(email) = lower(${email})`
  return user
}

export async function openDashboardSession(db: Db, user: User, tokenHash: Buffer): Promise<void> {
  await sql(db)`
    insert into dashboard_sessions (token_hash, organization_id, user_id)
    values (${tokenHash}, ${user.organization_id}, ${user.id})`
}

/** The user whose session this is, if it has not ended; notes, to the minute, that it is in use. */
export async function findDashboardUser(db: Db, tokenHash: Buffer): Promise<User | undefined> {
  const [user] = await sql<User & { is_old: boolean }>(db)`
    select u.id, u.organization_id, u.email, u.role, s.last_seen_at < now() - interval '1 minute' as is_old
      from dashboard_sessions s
      join users u on u.id = s.user_id and u.organization_id = s.organization_id
     where s.token_hash = ${tokenHash}
       and s.last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
       and s.created_at > now() - make_interval(hours => ${LONGEST_HOURS})`
  if (!user) return undefined
  const { is_old, ...found } = user
  if (is_old)
    await sql(db)`update dashboard_sessions set last_seen_at = now() where token_hash = ${tokenHash}`
  return found
}

export async function closeDashboardSession(db: Db, tokenHash: Buffer): Promise<void> {
  await sql(db)`delete from dashboard_sessions where token_hash = ${tokenHash}`
}

/** Forgets sessions that have ended. */
export async function deleteOldDashboardSessions(db: Db): Promise<void> {
  await sql(db)`
    delete from dashboard_sessions
     where last_seen_at < now() - make_interval(hours => ${IDLE_HOURS})
        or created_at < now() - make_interval(hours => ${LONGEST_HOURS})`
}
