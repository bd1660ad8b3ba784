import { type Check, type Filter, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import type { Page, Paged } from '../lib/db/paging.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import type { Application, ApplicationLimits, Secret } from './applications.ts'
import { type IdentitySecret, listIdentitySecrets } from './identitySecrets.ts'

/** An application as the users of its organization see it. */
export interface OwnApplication extends Application {
  limits: ApplicationLimits
  /** The valid secrets, oldest first. */
  secrets: Secret[]
  identity_secrets: IdentitySecret[]
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
}

interface ApplicationRow extends Application, ApplicationLimits {
  created_at: Date
  updated_at: Date
}

export type ApplicationChanges = Partial<
  Pick<ApplicationRow, 'name' | 'allowed_origins' | 'agent_ids' | keyof ApplicationLimits>
>

const rows = recordsOf<ApplicationRow>({ table: 'applications', name: 'application' })

export const applicationRecords = {
  name: rows.name,

  /** Reads an application. @throws AppError not_found */
  async get(db: Db, organizationId: string, id: string): Promise<OwnApplication> {
    return withSecrets(db, organizationId, await rows.get(db, organizationId, id))
  },

  async list(
    db: Db,
    organizationId: string,
    filter: Filter,
    page: Page,
  ): Promise<Paged<OwnApplication>> {
    const found = await rows.list(db, organizationId, filter, page)
    return { ...found, rows: await allWithSecrets(db, organizationId, found.rows) }
  },

  /**
   * Changes the application.
   * @throws AppError not_found; the errors of `check`, which gets the application without secrets
   *   and uses
   */
  async change(
    db: Db,
    organizationId: string,
    id: string,
    changes: ApplicationChanges,
    check?: Check<OwnApplication>,
  ): Promise<OwnApplication> {
    // Here `null` is the value of a limit. It does not stand for a default.
    const row = await rows.change(
      db,
      organizationId,
      id,
      changes,
      check && ((row) => check(alone(row))),
    )
    return withSecrets(db, organizationId, row)
  },

  /**
   * Deletes the application and its secrets. Its widget tokens also end, because each request
   * checks the application.
   * @throws AppError not_found; the errors of `check`, which gets the application without secrets
   *   and uses
   */
  async remove(db: Db, organizationId: string, id: string, check?: Check<OwnApplication>) {
    return alone(await rows.remove(db, organizationId, id, check && ((row) => check(alone(row)))))
  },
}

/** Finds a valid secret. @throws AppError not_found */
export async function getSecret(
  db: Db,
  organizationId: string,
  applicationId: string,
  id: string,
): Promise<Secret> {
  const [secret] = await sql<Secret>(db)`
    select id, name, scopes, agent_ids, is_test, hint, created_at, last_used_at, expires_at from application_secrets
     where organization_id = ${organizationId} and application_id = ${applicationId} and id = ${id}
       and (expires_at is null or expires_at > now())`
  if (!secret) throw noSecret()
  return secret
}

/** Reads the valid secrets with these ids, of any application of the organization. */
export const someSecrets = (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Secret[]> =>
  sql<Secret>(db)`
    select id, name, scopes, agent_ids, is_test, hint, created_at, last_used_at, expires_at from application_secrets
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])
       and (expires_at is null or expires_at > now())`

/** Revokes a secret. @throws AppError not_found, also for a secret that was already revoked */
export async function revokeSecret(
  db: Db,
  organizationId: string,
  applicationId: string,
  id: string,
): Promise<void> {
  const ended = await sql(db)`
    delete from application_secrets
     where organization_id = ${organizationId} and application_id = ${applicationId} and id = ${id}
    returning id`
  if (ended.length === 0) throw noSecret()
}

const noSecret = () => new AppError('not_found', 'This application has no secret with this id.')

/** Returns an application without the data of other tables. */
const alone = ({
  hourly_limit,
  widget_hourly_limit,
  ...application
}: ApplicationRow): OwnApplication => ({
  ...application,
  limits: { hourly_limit, widget_hourly_limit },
  secrets: [],
  identity_secrets: [],
  last_used_at: null,
})

async function withSecrets(
  db: Db,
  organizationId: string,
  row: ApplicationRow,
): Promise<OwnApplication> {
  const [application] = await allWithSecrets(db, organizationId, [row])
  return application!
}

async function allWithSecrets(
  db: Db,
  organizationId: string,
  applications: readonly ApplicationRow[],
): Promise<OwnApplication[]> {
  const ids = applications.map(({ id }) => id)
  const secrets = await sql<Secret & { application_id: string }>(db)`
    select application_id, id, name, scopes, agent_ids, is_test, hint, created_at, last_used_at, expires_at
      from application_secrets
     where organization_id = ${organizationId} and application_id = any(${ids}::uuid[])
       and (expires_at is null or expires_at > now())
     order by id`
  const identities = await listIdentitySecrets(db, organizationId, ids)
  const uses = await sql<{ application_id: string; last_used_at: Date }>(db)`
    select application_id, last_used_at from application_uses
     where organization_id = ${organizationId} and application_id = any(${ids}::uuid[])`
  return applications.map((application) => ({
    ...alone(application),
    secrets: secrets
      .filter(({ application_id }) => application_id === application.id)
      .map(({ application_id: _, ...secret }) => secret),
    identity_secrets: identities
      .filter(({ application_id }) => application_id === application.id)
      .map(({ application_id: _, ...secret }) => secret),
    last_used_at:
      uses.find(({ application_id }) => application_id === application.id)?.last_used_at ?? null,
  }))
}
