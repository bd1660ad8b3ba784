import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { hashLimitedKey, hashSecret } from '../lib/secrets.ts'
import type { SealedIdentitySecret } from './identitySecrets.ts'

/** Hours for which older secrets stay valid after a rotation. */
export const ROTATION_GRACE_HOURS = 24

export interface Application {
  id: string
  organization_id: string
  name: string
  client_id: string
  allowed_origins: string[]
  /** The agents that its widget tokens reach; null: every active agent of the organization. */
  agent_ids: string[] | null
}

/**
 * The application's share of its organization's limits, set by an owner; null: the application has
 * no limit of its own.
 */
export interface ApplicationLimits {
  /** API requests per hour. */
  hourly_limit: number | null
  /** Widget requests per hour. */
  widget_hourly_limit: number | null
}

/** The scopes of keys. `api/auth/scopes.ts` has the operations of each. */
export const SCOPES = ['chat', 'knowledge', 'read', 'manage', 'tools'] as const
export type Scope = (typeof SCOPES)[number]

/** The rights of a secret. */
export interface SecretRights {
  /** null: all scopes. */
  scopes: Scope[] | null
  /** The agents that the secret reaches; null: every agent of the organization. */
  agent_ids: string[] | null
  /**
   * Whether it is a test key: the threads that it opens are tests, and it reaches no other threads.
   */
  is_test: boolean
}

export interface Secret extends SecretRights {
  id: string
  /** null: the secret was issued without a name. */
  name: string | null
  hint: string
  expires_at: Date | null
  last_used_at: Date | null
  created_at: Date
}

/** An application with its valid secrets, to check the credentials of a request. */
export interface Credentials extends Application {
  /** The organization's limit. */
  hourly_limit: number | null
  limits: ApplicationLimits
  secrets: (SecretRights & { id: string; hash: Buffer; expires_at: Date | null })[]
  identity_secrets: SealedIdentitySecret[]
}

/** Creates an application. @returns it with its first secret, which cannot be read again */
export async function createApplication(
  db: Db,
  application: Pick<Application, 'organization_id' | 'name' | 'allowed_origins'> &
    Partial<Pick<Application, 'agent_ids'>>,
): Promise<{ application: Application; secret: string }> {
  const id = uuid()
  const { organization_id, name, allowed_origins, agent_ids = null } = application
  const client_id = `app_${randomBytes(16).toString('hex')}`
  await sql(db)`
    insert into applications (id, organization_id, name, client_id, allowed_origins, agent_ids)
    values (${id}, ${organization_id}, ${name}, ${client_id}, ${allowed_origins}, ${agent_ids})`
  const { secret } = await addSecret(db, organization_id, id, FULL)
  return {
    application: { id, organization_id, name, client_id, allowed_origins, agent_ids },
    secret,
  }
}

/** The rights of an application's own secrets. */
const FULL: NewKey = { name: null, scopes: null, agent_ids: null, is_test: false }

/**
 * Issues a new secret with all rights. Older secrets from the creation or a rotation expire
 * `graceHours` from now, or earlier if already set. Keys with a name stay.
 */
export async function rotateSecret(
  db: Db,
  application: Pick<Application, 'id' | 'organization_id'>,
  graceHours: number,
): Promise<NewSecret> {
  await sql(db)`
    update application_secrets
       set expires_at = least(expires_at, now() + make_interval(secs => ${graceHours * 3600}))
     where organization_id = ${application.organization_id} and application_id = ${application.id} and name is null`
  return addSecret(db, application.organization_id, application.id, FULL)
}

/** The rights and name of a key to issue. */
export type NewKey = SecretRights & Pick<Secret, 'name'>

/** Issues a key. The application's other secrets stay. */
export const createKey = (
  db: Db,
  application: Pick<Application, 'id' | 'organization_id'>,
  key: NewKey,
): Promise<NewSecret> => addSecret(db, application.organization_id, application.id, key)

/** Returns whether a secret has fewer rights than an application's own secret. */
export const isLimited = ({ scopes, agent_ids, is_test }: SecretRights) =>
  scopes !== null || agent_ids !== null || is_test

/**
 * Revokes secrets.
 * @param hint the secret's last four characters; without it every secret of the application ends
 * @returns how many ended
 */
export async function revokeSecrets(
  db: Db,
  application: Application,
  hint?: string,
): Promise<number> {
  const rows = await sql(db)`
    delete from application_secrets
     where organization_id = ${application.organization_id} and application_id = ${application.id}
       and hint = coalesce(${hint ?? null}::text, hint)
    returning id`
  return rows.length
}

/** Deletes expired secrets, which writes an event for each. @returns how many */
export async function deleteExpiredSecrets(db: Db): Promise<number> {
  const rows = await sql(db)`delete from application_secrets where expires_at < now() returning id`
  return rows.length
}

export async function setAllowedOrigins(
  db: Db,
  application: Application,
  origins: string[],
): Promise<void> {
  await sql(db)`
    update applications set allowed_origins = ${origins}, updated_at = now()
     where organization_id = ${application.organization_id} and id = ${application.id}`
}

/**
 * Finds an application by its client id, to authenticate a request. This query is not limited to an
 * organization, but finds it.
 */
export async function findCredentials(db: Db, clientId: string): Promise<Credentials | undefined> {
  type Row = Omit<Credentials, 'secrets' | 'identity_secrets'> & {
    secrets: StoredSecret[]
    identity_secrets: (Omit<SealedIdentitySecret, 'expires_at'> & { expires_at: string | null })[]
  }
  const rows = await sql<Row>(db)`
    select a.id, a.organization_id, o.hourly_limit, a.name, a.client_id, a.allowed_origins, a.agent_ids,
           json_build_object('hourly_limit', a.hourly_limit, 'widget_hourly_limit', a.widget_hourly_limit) as limits,
           coalesce((
             select json_agg(json_build_object('id', s.id, 'hash', encode(s.secret_hash, 'hex'), 'scopes', s.scopes,
                                               'agent_ids', s.agent_ids, 'is_test', s.is_test, 'expires_at', s.expires_at))
               from application_secrets s
              where s.application_id = a.id and s.organization_id = a.organization_id
                and (s.expires_at is null or s.expires_at > now())), '[]') as secrets,
           coalesce((
             select json_agg(json_build_object('id', i.id, 'sealed_secret', i.sealed_secret, 'expires_at', i.expires_at))
               from identity_secrets i
              where i.application_id = a.id and i.organization_id = a.organization_id
                and (i.expires_at is null or i.expires_at > now())), '[]') as identity_secrets
      from applications a
      join organizations o on o.id = a.organization_id
     where a.client_id = ${clientId}`
  const [application] = rows
  if (!application) return undefined
  const secrets = application.secrets.map(({ hash, expires_at, ...secret }) => ({
    ...secret,
    hash: Buffer.from(hash, 'hex'),
    expires_at: dateOf(expires_at),
  }))
  const identity_secrets = application.identity_secrets.map((secret) => ({
    ...secret,
    expires_at: dateOf(secret.expires_at),
  }))
  return { ...application, secrets, identity_secrets }
}

const dateOf = (json: string | null) => (json === null ? null : new Date(json))

/** A secret in the JSON of a row. */
type StoredSecret = SecretRights & { id: string; hash: string; expires_at: string | null }

/**
 * Finds the client id of the application that a key belongs to. This query is not limited to an
 * organization, but finds it.
 * @param hashes possible hashes of the key, at most one of them stored
 */
export async function findClientId(db: Db, hashes: readonly Buffer[]): Promise<string | undefined> {
  const [found] = await sql<{ client_id: string }>(db)`
    select a.client_id from application_secrets s
      join applications a on a.organization_id = s.organization_id and a.id = s.application_id
     where s.secret_hash = any(${hashes}::bytea[])`
  return found?.client_id
}

/**
 * Returns whether any application allows any of these entries: an origin, or a pattern that covers
 * it.
 */
export async function isOriginListed(db: Db, entries: readonly string[]): Promise<boolean> {
  const rows = await sql(
    db,
  )`select from applications where allowed_origins && ${entries}::text[] limit 1`
  return rows.length > 0
}

/** Records the use of a secret, to the minute, so that a busy secret costs one write per minute. */
export async function touchSecret(db: Db, organizationId: string, secretId: string): Promise<void> {
  await sql(db)`
    update application_secrets set last_used_at = now()
     where organization_id = ${organizationId} and id = ${secretId}
       and (last_used_at is null or last_used_at < now() - interval '1 minute')`
}

export async function findApplication(db: Db, clientId: string): Promise<Application | undefined> {
  const [application] = await sql<Application>(db)`
    select id, organization_id, name, client_id, allowed_origins, agent_ids from applications where client_id = ${clientId}`
  return application
}

/** Lists all applications with their organizations and secrets, for the operator. */
export async function listApplications(db: Db) {
  type Row = Application & { organization: string; hourly_limit: number | null; secrets: Secret[] }
  const rows = await sql<Row>(db)`
    select a.id, a.organization_id, o.name as organization, o.hourly_limit, a.name, a.client_id, a.allowed_origins, a.agent_ids,
           coalesce(json_agg(json_build_object('id', s.id, 'hint', s.hint, 'created_at', s.created_at,
             'last_used_at', s.last_used_at, 'expires_at', s.expires_at, 'name', s.name, 'scopes', s.scopes,
             'agent_ids', s.agent_ids, 'is_test', s.is_test) order by s.id)
             filter (where s.id is not null), '[]') as secrets
      from applications a
      join organizations o on o.id = a.organization_id
      left join application_secrets s on s.application_id = a.id and (s.expires_at is null or s.expires_at > now())
     group by a.id, o.id
     order by o.name, a.id`
  return rows.map((row) => ({ ...row, secrets: row.secrets.map(withDates) }))
}

/** Converts times from the JSON of PostgreSQL. */
const withDates = (secret: Secret): Secret => ({
  ...secret,
  expires_at: dateOf(secret.expires_at as unknown as string | null),
  last_used_at: dateOf(secret.last_used_at as unknown as string | null),
  created_at: new Date(secret.created_at),
})

/** A new secret, which can be read only now. */
export interface NewSecret {
  id: string
  secret: string
}

async function addSecret(
  db: Db,
  organizationId: string,
  applicationId: string,
  key: NewKey,
): Promise<NewSecret> {
  const id = uuid()
  const { name, scopes, agent_ids, is_test } = key
  const secret = `${is_test ? 'sk_test_' : 'sk_'}${randomBytes(32).toString('base64url')}`
  const hash = isLimited(key) ? hashLimitedKey(secret) : hashSecret(secret)
  await sql(db)`
    insert into application_secrets (id, organization_id, application_id, secret_hash, hint, name, scopes, agent_ids, is_test)
    values (${id}, ${organizationId}, ${applicationId}, ${hash}, ${secret.slice(-4)}, ${name}, ${scopes}, ${agent_ids}, ${is_test})`
  return { id, secret }
}
