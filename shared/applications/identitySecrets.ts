import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../lib/sealing.ts'

/**
 * A secret by which the servers of an application sign who their users are, as its organization's
 * people see it.
 */
export interface IdentitySecret {
  id: string
  /** Its last four characters. */
  hint: string
  created_at: Date
  /** null: it is the newest. */
  expires_at: Date | null
}

/** The same, as identity tokens are checked with it. */
export interface SealedIdentitySecret {
  id: string
  /** Sealed in the row's `identityPlace`. */
  sealed_secret: string
  expires_at: Date | null
}

/** Where a secret is sealed. */
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
 * Issues an identity secret. The one before is valid for the grace time; even older ones end now.
 * @param graceHours 0: the one before ends now
 * @param seal seals the secret in its place
 * @returns with the secret itself, which nobody can read again
 */
export async function rotateIdentitySecret(
  transaction: Db,
  { id: applicationId, organization_id }: OfApplication,
  graceHours: number,
  seal: (secret: string, place: Place) => string,
): Promise<IdentitySecret & { secret: string }> {
  // Two rotations at once come one after the other.
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

/** Lists the valid secrets of applications, the oldest first. */
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

/** Reads those of the secrets that are valid, of any application of the organization. */
export const someIdentitySecrets = (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<IdentitySecret[]> =>
  sql<IdentitySecret>(db)`
    select id, hint, created_at, expires_at from identity_secrets
     where organization_id = ${organizationId} and id = any(${ids}::uuid[])
       and (expires_at is null or expires_at > now())`

/** Deletes secrets that are no longer valid, of which an event tells. @returns how many */
export async function deleteExpiredIdentitySecrets(db: Db): Promise<number> {
  const rows = await sql(db)`delete from identity_secrets where expires_at < now() returning id`
  return rows.length
}

/** @throws AppError not_found, also for a secret that was revoked before */
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
