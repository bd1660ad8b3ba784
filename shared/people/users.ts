import { v7 as uuid } from 'uuid'
import { builder, run } from '../lib/db/builder.ts'
import type { Check } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { folded } from '../lib/db/folded.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { AppError, notFound } from '../lib/errors.ts'
import { IS_PRESENT, TAKES_CHATS } from './availability.ts'

/**
 * The roles, the highest first. An owner may do everything, and an editor may change the
 * organization's data. An agent answers customers, and sees only them; a viewer sees everything
 * and changes nothing. (AI agents are records of their own, in `shared/agents/`.)
 */
export const ROLES = ['owner', 'editor', 'agent', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A person who signs in to the dashboard. */
export interface User {
  id: string
  organization_id: string
  email: string
  /** null: no name was given. */
  name: string | null
  /** The path of the user's photo on this server, which changes with each photo; null: none. */
  photo: string | null
  role: Role
}

/** A user as owners see them. */
export interface Person extends User {
  /** Whether the user may sign in. */
  is_active: boolean
  /** Whether they get chats by the rule of the organization while they are present. */
  takes_chats: boolean
  /** Whether they have the dashboard open. */
  is_present: boolean
  /** The last use, to the minute; null: never signed in. */
  last_seen_at: Date | null
  created_at: Date
  updated_at: Date
}

/** A user with the name of their organization and the hash of their password, for signing in. */
export interface Account extends User {
  organization: string
  password_hash: string
}

type NewUser = Omit<User, 'id' | 'name' | 'photo'> & { name?: string | null; password_hash: string }

/** SQL: the columns of a row of `users` as owners see it. */
const PERSON = `users.id, users.organization_id, users.email, users.name, users.photo, users.role, users.last_seen_at,
  users.created_at, users.updated_at, users.deactivated_at is null as is_active, ${TAKES_CHATS} as takes_chats,
  ${IS_PRESENT} as is_present`

/** Creates a user. @returns undefined when the organization has a user with this address */
export async function createUser(db: Db, user: NewUser): Promise<User | undefined> {
  const [created] = await sql<User>(db)`
    insert into users (id, organization_id, email, name, role, password_hash)
    values (${uuid()}, ${user.organization_id}, ${user.email}, ${user.name ?? null}, ${user.role},
            ${user.password_hash})
    on conflict do nothing
    returning id, organization_id, email, name, photo, role`
  return created
}

/**
 * Finds the active accounts with this address in all organizations, ignoring case, last used first;
 * at most 20. This query and `findDashboardUser` are not limited to an organization, but find it.
 */
export async function findAccounts(db: Db, email: string): Promise<Account[]> {
  const statement = `
    select u.id, u.organization_id, u.email, u.name, u.photo, u.role, u.password_hash,
           o.name as organization
      from users u join organizations o on o.id = u.organization_id
     where ${folded('u.email')} = ${folded(':email')} and u.deactivated_at is null
     order by u.last_seen_at desc nulls last, u.id
     limit 20`
  return sqlText<Account>(db, statement, { email })
}

export async function findUserByAddress(
  db: Db,
  organizationId: string,
  email: string,
): Promise<User | undefined> {
  const statement = `
    select id, organization_id, email, name, photo, role from users
     where organization_id = :organizationId and ${folded('email')} = ${folded(':email')}`
  const [user] = await sqlText<User>(db, statement, { organizationId, email })
  return user
}

/** Finds a user. @throws AppError not_found */
export async function findUser(db: Db, organizationId: string, id: string): Promise<User> {
  const [user] = await sql<User>(db)`
    select id, organization_id, email, name, photo, role from users
     where organization_id = ${organizationId} and id = ${id}`
  if (!user) throw notFound('user')
  return user
}

/** Lists the organization's users, by when they were added. */
export async function listUsers(
  db: Db,
  organizationId: string,
  page: Page,
): Promise<Paged<Person>> {
  const query = builder('users')
    .select(builder.raw(PERSON))
    .where({ organization_id: organizationId })
    .modify((query) => {
      if (page.after) query.where('id', page.order === 'asc' ? '>' : '<', page.after)
    })
    .orderBy('id', page.order)
    .limit(page.limit + 1)
  return toPage((await run<Person>(db, query)).rows, page)
}

/** Reads the organization's users with these ids. Leaves out deleted users. */
export const someUsers = (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Person[]> =>
  sqlText<Person>(
    db,
    `select ${PERSON} from users where organization_id = :organizationId and id = any(:ids::uuid[])`,
    { organizationId, ids },
  )

/** Lists the addresses of the active owners, at most 20. */
export async function listOwnerAddresses(db: Db, organizationId: string): Promise<string[]> {
  const rows = await sql<{ email: string }>(db)`
    select email from users
     where organization_id = ${organizationId} and role = 'owner' and deactivated_at is null
     order by id limit 20`
  return rows.map(({ email }) => email)
}

/** Lists the users of all organizations, for the operator. */
export async function listAllUsers(db: Db) {
  return sql<Omit<Person, 'takes_chats' | 'is_present'> & { organization: string }>(db)`
    select u.id, u.organization_id, o.name as organization, u.email, u.name, u.photo, u.role, u.last_seen_at, u.created_at,
           u.updated_at, u.deactivated_at is null as is_active
      from users u join organizations o on o.id = u.organization_id order by o.name, u.id`
}

/**
 * Changes a user's role, or whether they may sign in or take chats. Ends the sessions of a user who
 * may not sign in. Releases the chats of a user who may no longer answer.
 * @returns `released`: ids of these chats
 * @throws AppError not_found, last_owner; the errors of `check`
 */
export async function changeUser(
  db: Db,
  organizationId: string,
  id: string,
  changes: { role?: Role; is_active?: boolean; takes_chats?: boolean },
  check?: Check<Person>,
): Promise<{ before: Person; after: Person; released: string[] }> {
  return db.transaction(async (transaction) => {
    const isLeaving = changes.role === 'viewer' || changes.is_active === false
    if (isLeaving) await lockChatsOf(transaction, organizationId, id)
    const before = await lockUser(transaction, organizationId, id)
    check?.(before)
    const { role = before.role, is_active = before.is_active, takes_chats = null } = changes
    const takes = takes_chats ?? before.takes_chats
    if (role === before.role && is_active === before.is_active && takes === before.takes_chats)
      return { before, after: before, released: [] }
    if (before.is_active && (role !== 'owner' || !is_active)) {
      await requireAnotherOwner(transaction, organizationId, before)
      await endInvitationsOf(transaction, before)
    }
    const [after] = await sqlText<Person>(
      transaction,
      `update users set role = :role, updated_at = now(), takes_chats = coalesce(:takes_chats::boolean, takes_chats),
              deactivated_at = case when :is_active::boolean then null else coalesce(deactivated_at, now()) end
        where organization_id = :organizationId and id = :id
       returning ${PERSON}`,
      { role, takes_chats, is_active, organizationId, id },
    )
    if (!is_active)
      await sql(transaction)`
        delete from dashboard_sessions where organization_id = ${organizationId} and user_id = ${id}`
    const released = isLeaving ? await releaseChatsOf(transaction, after!) : []
    return { before, after: after!, released }
  })
}

/**
 * Deletes the user with their sessions and the open invitations that they sent. Their next request
 * is refused, and their chats are released.
 * @returns `released`: ids of these chats
 * @throws AppError not_found, last_owner; the errors of `check`
 */
export async function removeUser(
  db: Db,
  organizationId: string,
  id: string,
  check?: Check<Person>,
): Promise<{ removed: Person; released: string[] }> {
  return db.transaction(async (transaction) => {
    await lockChatsOf(transaction, organizationId, id)
    const user = await lockUser(transaction, organizationId, id)
    check?.(user)
    await requireAnotherOwner(transaction, organizationId, user)
    await endInvitationsOf(transaction, user)
    const released = await releaseChatsOf(transaction, user)
    await sql(
      transaction,
    )`delete from users where organization_id = ${organizationId} and id = ${id}`
    return { removed: user, released }
  })
}

/** Locks the chats that a user has, by id. The order is threads, then handoffs, then users. */
async function lockChatsOf(transaction: Db, organizationId: string, userId: string): Promise<void> {
  await sql(transaction)`
    select from threads
     where organization_id = ${organizationId} and id = any(array(
       select thread_id from handoffs
        where organization_id = ${organizationId} and assignee_id = ${userId} and returned_at is null))
     order by id for no key update`
}

/**
 * Removes the assignee of a locked user's chats, and allows mails about them again.
 * @returns their ids
 */
async function releaseChatsOf(transaction: Db, { organization_id, id }: User): Promise<string[]> {
  const rows = await sql<{ thread_id: string }>(transaction)`
    update handoffs set assignee_id = null, assigned_at = null, assigned_by = null, notified_at = null, updated_at = now()
     where organization_id = ${organization_id} and assignee_id = ${id} and returned_at is null
    returning thread_id`
  return rows.map(({ thread_id }) => thread_id)
}

/**
 * Deletes the open invitations that a user sent who is no longer an owner, because the links would
 * still let people in.
 */
async function endInvitationsOf(db: Db, { organization_id, email }: User): Promise<void> {
  const statement = `
    delete from invitations
     where organization_id = :organization_id and ${folded('invited_by')} = ${folded(':email')}`
  await sqlText(db, statement, { organization_id, email })
}

/**
 * Locks all owners and the user, always in the same order. If two owners remove each other, one
 * owner remains.
 */
async function lockUser(db: Db, organizationId: string, id: string): Promise<Person> {
  const rows = await sqlText<Person>(
    db,
    `select ${PERSON} from users
      where organization_id = :organizationId and (role = 'owner' or id = :id)
      order by id for update`,
    { organizationId, id },
  )
  const user = rows.find((row) => row.id === id.toLowerCase())
  if (!user) throw notFound('user')
  return user
}

async function requireAnotherOwner(
  db: Db,
  organizationId: string,
  { id, role, is_active }: Person,
): Promise<void> {
  if (role !== 'owner' || !is_active) return
  const others = await sql(db)`
    select from users
     where organization_id = ${organizationId} and role = 'owner' and id <> ${id} and deactivated_at is null
     limit 1`
  if (!others.length)
    throw new AppError(
      'last_owner',
      'This is the last owner of the organization. Make another user an owner first.',
    )
}

export async function renameUser(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
  name: string | null,
): Promise<User> {
  const [user] = await sql<User>(db)`
    update users set name = ${name}, updated_at = now()
     where organization_id = ${organization_id} and id = ${id}
    returning id, organization_id, email, name, photo, role`
  if (!user) throw notFound('user')
  return user
}

export async function readPasswordHash(
  db: Db,
  { organization_id, id }: User,
): Promise<string | undefined> {
  const [user] = await sql<{ password_hash: string }>(db)`
    select password_hash from users where organization_id = ${organization_id} and id = ${id}`
  return user?.password_hash
}

/**
 * Stores a new password, and ends the user's sessions and their link to choose another.
 * @param exceptTokenHash the session that does not end; null: all end
 * @param seen the hash that the password must still have, so that a user who was locked out since
 *   stays out; null: any hash
 * @returns whether the password was stored
 */
export async function setPassword(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
  passwordHash: string,
  {
    exceptTokenHash = null,
    seen = null,
  }: { exceptTokenHash?: Buffer | null; seen?: string | null } = {},
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const changed = await sql(transaction)`
      update users set password_hash = ${passwordHash}, updated_at = now()
       where organization_id = ${organization_id} and id = ${id}
         and (${seen}::text is null or password_hash = ${seen})
      returning id`
    if (!changed.length) return false
    await sql(transaction)`
      delete from password_resets where organization_id = ${organization_id} and user_id = ${id}`
    await sql(transaction)`
      delete from dashboard_sessions
       where organization_id = ${organization_id} and user_id = ${id}
         and token_hash is distinct from ${exceptTokenHash}::bytea`
    return true
  })
}

/** Which mails a user gets: about handoffs without an assignee, alerts, and each week. */
export interface MailSettings {
  mail_handoffs: boolean
  mail_alerts: boolean
  mail_weekly: boolean
}

/** Reads which mails a user gets. By default, owners get all. */
export async function readMailSettings(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
): Promise<MailSettings> {
  const [row] = await sql<MailSettings>(db)`
    select coalesce(mail_handoffs, role = 'owner') as mail_handoffs, coalesce(mail_alerts, role = 'owner') as mail_alerts,
           coalesce(mail_weekly, role = 'owner') as mail_weekly
      from users where organization_id = ${organization_id} and id = ${id}`
  return row ?? { mail_handoffs: false, mail_alerts: false, mail_weekly: false }
}

export async function changeMailSettings(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
  { mail_handoffs = null, mail_alerts = null, mail_weekly = null }: Partial<MailChanges>,
): Promise<void> {
  await sql(db)`
    update users set mail_handoffs = coalesce(${mail_handoffs}, mail_handoffs), mail_alerts = coalesce(${mail_alerts}, mail_alerts),
                     mail_weekly = coalesce(${mail_weekly}, mail_weekly), updated_at = now()
     where organization_id = ${organization_id} and id = ${id}`
}

/** A field that is null or missing keeps its value. */
type MailChanges = { [Name in keyof MailSettings]: boolean | null | undefined }
