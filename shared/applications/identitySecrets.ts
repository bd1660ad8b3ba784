import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../lib/sealing.ts'

/**
 * A secret with which the servers of an application sign identity tokens of their users, as the
 * organization's users see it.
 */
export interface IdentitySecret {
  id: string
  /** The secret's last four characters. */
  hint: string
  created_at: Date
  /** null: the secret is the newest. */
  expires_at: Date | null
}

/** The secret for checks of identity tokens. */
export interface SealedIdentitySecret {
  id: string
  /** Sealed for the row's `identityPlace`. */
  sealed_secret: string
  expires_at: Date | null
}

/** Returns the place for which a secret is sealed. */
export const identityPlace = (organization_id: string, id: string): Place => ({
  organization_id,
  table: 'identity_secrets',
  row: id,
})

const PREFIX = 'pis_'
const SECRET_BYTES = 32

interface OfApplication {
  id: string
  organization_id: string
}

/**
 * Issues an identity secret. The previous secret stays valid for the grace time. Older secrets end
 * now.
 * @param graceHours 0: the previous secret ends now
 * @param seal seals the secret for its place
 * @returns with the secret itself, which cannot be read again
 */
export async function rotateIdentitySecret(
  transaction: Db,
  { id: applicationId, organization_id }: OfApplication,
  graceHours: number,
  seal: (secret: string, place: Place) => string,
): Promise<IdentitySecret & { secret: string }> {
  // The lock makes concurrent rotations sequential.
  await sql(transaction)`
    select from applications where organization_id = ${organization_id} and id = ${applicationId} for no key update`
  await sql(transaction)`
    delete from identity_secrets
     where organization_id = ${organization_id} and application_id = ${applicationId}
       and (expires_at is not null or ${graceHours} = 0)`
  await sql(transaction)`
    update identity_secrets set expires_at = now() + make_interval(hours => ${graceHours})
     where organization_id = ${organization_id} and application_id = ${applicationId}`
  const id = uuid()
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
  const sealed = seal(secret, identityPlace(organization_id, id))
  const [made] = await sql<IdentitySecret>(transaction)`
    insert into identity_secrets (id, organization_id, application_id, sealed_secret, hint)
    values (${id}, ${organization_id}, ${applicationId}, ${sealed}, ${secret.slice(-4)})
    returning id, hint, created_at, expires_at`
  return { ...made!, secret }
}

/** Finds a valid secret. @throws AppError not_found */
export async function getIdentitySecret(
  db: Db,
  { id: applicationId, organization_id }: OfApplication,
  id: string,
): Promise<IdentitySecret> {
  const [found] = await sql<IdentitySecret>(db)`
    select id, hint, created_at, expires_at from identity_secrets
     where organization_id = ${organization_id} and application_id = ${applicationId} and id = ${id}
       and (expires_at is null or expires_at > now())`
  if (!found) throw noSecret()
  return found
}

/** Lists the valid secrets of applications, oldest first. */
export const listIdentitySecrets = (
  db: Db,
  organizationId: string,
  applicationIds: readonly string[],
): Promise<(IdentitySecret & { application_id: string })[]> =>
  sql<IdentitySecret & { application_id: string }>(db)`
    select application_id, id, hint, created_at, expires_at from identity_secrets
     where organization_id = ${organizationId} and application_id = any(${applicationIds}::uuid[])
       and (expires_at is null or expires_at > now())
     order by id`

/** Reads the valid secrets with these ids, of any application of the organization. */
export const someIdentitySecrets = (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<IdentitySecret[]> =>
  sql<IdentitySecret>(db)`
    select id, hint, created_at, expires_at from identity_secrets
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])
       and (expires_at is null or expires_at > now())`

/** Deletes expired secrets, which writes an event for each. @returns how many */
export async function deleteExpiredIdentitySecrets(db: Db): Promise<number> {
  const rows = await sql(db)`delete from identity_secrets where expires_at < now() returning id`
  return rows.length
}

/**
 * Revokes an identity secret. @throws AppError not_found, also for a secret that was already
 * revoked
 */
export async function revokeIdentitySecret(
  db: Db,
  { id: applicationId, organization_id }: OfApplication,
  id: string,
): Promise<void> {
  const ended = await sql(db)`
    delete from identity_secrets
     where organization_id = ${organization_id} and application_id = ${applicationId} and id = ${id}
    returning id`
  if (ended.length === 0) throw noSecret()
}

const noSecret = () =>
  new AppError('not_found', 'This application has no identity secret with this id.')
