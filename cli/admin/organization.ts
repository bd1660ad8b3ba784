import type { Db } from '../../shared/lib/db/db.ts'
import {
  ensureOrganization,
  findOrganization,
  listOrganizationNames,
  type Organization,
} from '../../shared/people/organizations.ts'
import { UsageError } from '../terminal/usage.ts'

const MAX_NAMES = 10

/** @throws UsageError that lists the organizations, if none has this name */
export async function organizationOf(db: Db, name: string): Promise<Organization> {
  const organization = await findOrganization(db, name)
  if (organization) return organization
  const names = await listOrganizationNames(db, MAX_NAMES)
  const others = names.length ? `There is ${names.map((known) => `“${known}”`).join(', ')}. ` : ''
  throw new UsageError(
    `There is no organization “${name}”. ${others}Create it with create-application --organization NAME.`,
  )
}

/**
 * Creates the first organization with its first user. Later, an unknown name is more likely a slip.
 */
export const organizationOrFirst = async (db: Db, name: string): Promise<Organization> =>
  (await listOrganizationNames(db, 1)).length
    ? organizationOf(db, name)
    : ensureOrganization(db, name)
