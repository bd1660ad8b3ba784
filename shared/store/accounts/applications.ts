import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'
import { hashSecret } from '../../secrets.ts'

/** How long older secrets stay valid after a rotation, in hours. */
export const ROTATION_GRACE_HOURS = 24

export interface Application {
  id: string
  organization_id: string
  name: string
  client_id: string
  allowed_origins: string[]
  /** The agents that its widget tokens reach; null: every active one of the organization. */
  agent_ids: string[] | null
}

/** The application's share of its organization's limits, set by an owner; null: no limit of its own. */
export interface ApplicationLimits {
  /** API requests an hour. */
  hourly_limit: number | null
  /** Widget requests an hour. */
  widget_hourly_limit: number | null
}

export interface Secret {
  id: string
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
  secrets: { id: string; hash: Buffer; expires_at: Date | null }[]
}

/** @returns the application and its first secret, which nobody can read again. */
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
  const { secret } = await addSecret(db, organization_id, id)
  return { application: { id, organization_id, name, client_id, allowed_origins, agent_ids }, secret }
}

/** Issues a new secret. The older ones expire `graceHours` from now, or when they would have anyway. */
export async function rotateSecret(
  db: Db,
  application: Pick<Application, 'id' | 'organization_id'>,
  graceHours: number,
): Promise<NewSecret> {
  await sql(db)`
    update application_secrets
       set expires_at = least(expires_at, now() + make_interval(secs => ${graceHours * 3600}))
     where organization_id = ${application.organization_id} and application_id = ${application.id}`
  return addSecret(db, application.organization_id, application.id)
}

/**
 * @param hint the secret's last four characters; without it every secret of the application ends.
 * @returns how many ended
 */
export async function revokeSecrets(db: Db, application: Application, hint?: string): Promise<number> {
  const rows = await sql(db)`
    delete from application_secrets
     where organization_id = ${application.organization_id} and application_id = ${application.id}
       and hint = coalesce(${hint ?? null}::text, hint)
    returning id`
  return rows.length
}

export async function setAllowedOrigins(db: Db, application: Application, origins: string[]): Promise<void> {
  await sql(db)`
    update applications set allowed_origins = ${origins}, updated_at = now()
     where organization_id = ${application.organization_id} and id = ${application.id}`
}

/**
 * Finds an application by its client id, to authenticate a request. This query finds the
 * organization instead of being given it.
 */
export async function findCredentials(db: Db, clientId: string): Promise<Credentials | undefined> {
  type Row = Omit<Credentials, 'secrets'> & {
    secret_id: string | null
    secret_hash: Buffer
    expires_at: Date | null
  }
  const rows = await sql<Row>(db)`
    select a.id, a.organization_id, o.hourly_limit, a.name, a.client_id, a.allowed_origins, a.agent_ids,
           json_build_object('hourly_limit', a.hourly_limit, 'widget_hourly_limit', a.widget_hourly_limit) as limits,
           s.id as secret_id, s.secret_hash, s.expires_at
      from applications a
      join organizations o on o.id = a.organization_id
      left join application_secrets s on s.application_id = a.id and s.organization_id = a.organization_id
                                     and (s.expires_at is null or s.expires_at > now())
     where a.client_id = ${clientId}`
  const [first] = rows
  if (!first) return undefined
  const { secret_id: _, secret_hash: __, expires_at: ___, ...application } = first
  const secrets = rows.flatMap(({ secret_id: id, secret_hash: hash, expires_at }) =>
    id === null ? [] : [{ id, hash, expires_at }],
  )
  return { ...application, secrets }
}

/** Whether any application allows one of these entries: an origin, or a pattern that covers it. */
export async function isOriginListed(db: Db, entries: readonly string[]): Promise<boolean> {
  const rows = await sql(db)`select from applications where allowed_origins && ${entries}::text[] limit 1`
  return rows.length > 0
}

/** Stores that a secret is in use, to the minute, so that a busy secret costs one write a minute. */
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

/** Every application with its organization and secrets, for the operator's list. */
export async function listApplications(db: Db) {
  return sql<Application & { organization: string; hourly_limit: number | null; secrets: Secret[] }>(db)`
    select a.id, a.organization_id, o.name as organization, o.hourly_limit, a.name, a.client_id, a.allowed_origins, a.agent_ids,
           coalesce(json_agg(json_build_object('id', s.id, 'hint', s.hint, 'created_at', s.created_at,
             'last_used_at', s.last_used_at, 'expires_at', s.expires_at) order by s.id)
             filter (where s.id is not null), '[]') as secrets
      from applications a
      join organizations o on o.id = a.organization_id
      left join application_secrets s on s.application_id = a.id and (s.expires_at is null or s.expires_at > now())
     group by a.id, o.id
     order by o.name, a.id`
}

/** A new secret, which can be read only now. */
export interface NewSecret {
  id: string
  secret: string
}

async function addSecret(db: Db, organizationId: string, applicationId: string): Promise<NewSecret> {
  const id = uuid()
  const secret = `sk_${randomBytes(32).toString('base64url')}`
  await sql(db)`
    insert into application_secrets (id, organization_id, application_id, secret_hash, hint)
    values (${id}, ${organizationId}, ${applicationId}, ${hashSecret(secret)}, ${secret.slice(-4)})`
  return { id, secret }
}
