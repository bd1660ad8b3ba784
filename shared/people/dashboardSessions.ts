import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { User } from './users.ts'

/** Hours without a request after which a dashboard session ends. */
const IDLE_HOURS = 12
/** The most hours that a dashboard session lasts. */
const LONGEST_HOURS = 7 * 24

/** The most characters of a `User-Agent` that are kept. Browsers send about 150. */
const USER_AGENT_LENGTH = 300

export interface DashboardSession {
  id: string
  /**
   * The browser's `User-Agent` at the sign-in; null: it sent none, or the session is older than
   * this column.
   */
  user_agent: string | null
  /** Whether the current request uses this session. */
  is_current: boolean
  created_at: Date
  last_seen_at: Date
}

/** The user of a request's session. */
export interface SignedInUser extends User {
  /** The organization's name. */
  organization: string
}

/**
 * Opens a session of an active user, and stores the language in which the user reads. If the hash
 * of a password is given, the user must still have it. Locks the row of the user, because a change
 * of the password ends all sessions, and would miss a session that begins at the same time.
 * @returns whether the session was opened
 */
export async function openDashboardSession(
  db: Db,
  user: Pick<User, 'id' | 'organization_id'> & { password_hash?: string },
  tokenHash: Buffer,
  { userAgent, language }: { userAgent?: string; language?: string | null } = {},
): Promise<boolean> {
  const opened = await sql(db)`
    with seen as (
      update users set last_seen_at = now(), language = coalesce(${language ?? null}, language)
       where organization_id = ${user.organization_id} and id = ${user.id}
         and password_hash = coalesce(${user.password_hash ?? null}, password_hash)
         and deactivated_at is null
      returning organization_id, id
    )
    insert into dashboard_sessions (token_hash, organization_id, user_id, user_agent)
    select ${tokenHash}::bytea, organization_id, id, ${userAgent?.slice(0, USER_AGENT_LENGTH) || null}::text from seen
    returning id`
  return opened.length > 0
}

/**
 * Finds the user of an active session. Records the time of its use, to the minute, and with it the
 * language in which the user reads the dashboard.
 * @param language BCP 47; null: not known
 */
export async function findDashboardUser(
  db: Db,
  tokenHash: Buffer,
  language: string | null = null,
): Promise<SignedInUser | undefined> {
  const [user] = await sql<SignedInUser & { is_old: boolean }>(db)`
    select u.id, u.organization_id, u.email, u.name, u.photo, u.role, o.name as organization,
           s.last_seen_at < now() - interval '1 minute' as is_old
      from dashboard_sessions s
      join users u on u.id = s.user_id and u.organization_id = s.organization_id
      join organizations o on o.id = u.organization_id
     where s.token_hash = ${tokenHash}
       and s.last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
       and s.created_at > now() - make_interval(hours => ${LONGEST_HOURS})`
  if (!user) return undefined
  const { is_old, ...found } = user
  if (is_old)
    await sql(db)`
      with seen as (
        update users set last_seen_at = now(), language = coalesce(${language}, language)
         where organization_id = ${found.organization_id} and id = ${found.id}
        returning id
      )
      update dashboard_sessions set last_seen_at = now()
       where token_hash = ${tokenHash} and exists (select from seen)`
  return found
}

/**
 * Reads the role of a session's user; undefined: the session has ended. Does not count as use of the
 * session, unlike a request, but shows that the user is present: to the minute.
 */
export async function readSessionRole(
  db: Db,
  organizationId: string,
  tokenHash: Buffer,
): Promise<User['role'] | undefined> {
  const [user] = await sql<Pick<User, 'id' | 'role'> & { is_old: boolean }>(db)`
    select u.id, u.role, coalesce(u.last_seen_at < now() - interval '1 minute', true) as is_old
      from dashboard_sessions s
      join users u on u.id = s.user_id and u.organization_id = s.organization_id
     where s.organization_id = ${organizationId} and s.token_hash = ${tokenHash}
       and s.last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
       and s.created_at > now() - make_interval(hours => ${LONGEST_HOURS})`
  if (user?.is_old)
    await sql(db)`
      update users set last_seen_at = now() where organization_id = ${organizationId} and id = ${user.id}`
  return user?.role
}

/** Lists the user's active sessions: the current session first, then by last use; at most 200. */
export async function listDashboardSessions(
  db: Db,
  { organization_id, id }: User,
  currentTokenHash: Buffer,
): Promise<DashboardSession[]> {
  return sql<DashboardSession>(db)`
    select id, user_agent, token_hash = ${currentTokenHash} as is_current, created_at, last_seen_at
      from dashboard_sessions
     where organization_id = ${organization_id} and user_id = ${id}
       and last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
       and created_at > now() - make_interval(hours => ${LONGEST_HOURS})
     order by is_current desc, last_seen_at desc, id
     limit 200`
}

export async function closeDashboardSession(db: Db, tokenHash: Buffer): Promise<void> {
  await sql(db)`delete from dashboard_sessions where token_hash = ${tokenHash}`
}

/** Ends a session. @returns undefined when the user has no such session */
export async function endDashboardSession(
  db: Db,
  { organization_id, id }: User,
  sessionId: string,
): Promise<{ user_agent: string | null; token_hash: Buffer } | undefined> {
  const [ended] = await sql<{ user_agent: string | null; token_hash: Buffer }>(db)`
    delete from dashboard_sessions
     where organization_id = ${organization_id} and user_id = ${id} and id = ${sessionId}
    returning user_agent, token_hash`
  return ended
}

/** Ends every session of the user. @returns how many */
export async function endDashboardSessions(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
): Promise<number> {
  const rows = await sql(db)`
    delete from dashboard_sessions where organization_id = ${organization_id} and user_id = ${id}
    returning id`
  return rows.length
}

/** Deletes sessions that have ended. */
export async function deleteOldDashboardSessions(db: Db): Promise<void> {
  await sql(db)`
    delete from dashboard_sessions
     where last_seen_at < now() - make_interval(hours => ${IDLE_HOURS})
        or created_at < now() - make_interval(hours => ${LONGEST_HOURS})`
}
