import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { notFound } from '../lib/errors.ts'

export interface Organization {
  id: string
  name: string
  /** API requests per hour; null: the service's default. */
  hourly_limit: number | null
  /** Name in the IANA database. */
  time_zone: string
  created_at: Date
  updated_at: Date
}

/**
 * Finds the organization with this name, or creates it. A given limit replaces the previous limit.
 */
export async function ensureOrganization(
  db: Db,
  name: string,
  hourlyLimit?: number,
): Promise<Organization> {
  const [organization] = await sql<Organization>(db)`
    insert into organizations (id, name, hourly_limit) values (${uuid()}, ${name}, ${hourlyLimit ?? null})
    on conflict (name) do update
      set hourly_limit = coalesce(excluded.hourly_limit, organizations.hourly_limit), updated_at = now()
    returning id, name, hourly_limit, time_zone, created_at, updated_at`
  return organization!
}

/**
 * Sets the API requests per hour; null: the service's default.
 * @returns whether the organization exists
 */
export async function setHourlyLimit(
  db: Db,
  organizationId: string,
  limit: number | null,
): Promise<boolean> {
  const rows = await sql(db)`
    update organizations set hourly_limit = ${limit}, updated_at = now() where id = ${organizationId} returning id`
  return rows.length > 0
}

/** Sets the time zone, also in the office hours, where the former version reads it. */
export async function setTimeZone(db: Db, organizationId: string, zone: string): Promise<void> {
  await sql(db)`
    update organizations set time_zone = ${zone}, updated_at = now(),
           office_hours = office_hours || jsonb_build_object('timezone', ${zone}::text)
     where id = ${organizationId}`
}

export async function findOrganization(
  db: Db,
  idOrName: string,
): Promise<Organization | undefined> {
  const [organization] = await sql<Organization>(db)`
    select id, name, hourly_limit, time_zone, created_at, updated_at from organizations where id::text = ${idOrName} or name = ${idOrName}`
  return organization
}

/** Lists names of organizations, in alphabetical order. */
export async function listOrganizationNames(db: Db, most: number): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    db,
  )`select name from organizations order by name limit ${most}`
  return rows.map(({ name }) => name)
}

/** Reads an organization. @throws AppError not_found if it was just deleted */
export async function getOrganization(db: Db, id: string): Promise<Organization> {
  const [organization] = await sql<Organization>(db)`
    select id, name, hourly_limit, time_zone, created_at, updated_at from organizations where id = ${id}`
  if (!organization) throw notFound('organization')
  return organization
}

/** Locks an organization against changes until the transaction ends. @throws AppError not_found */
export async function lockOrganization(transaction: Db, id: string): Promise<Organization> {
  await sql(transaction)`select from organizations where id = ${id} for no key update`
  return getOrganization(transaction, id)
}

/**
 * Records a change of the organization's data in another table as a change of the organization.
 * @throws AppError not_found
 */
export async function touchOrganization(db: Db, id: string): Promise<Organization> {
  await sql(db)`update organizations set updated_at = now() where id = ${id}`
  return getOrganization(db, id)
}
