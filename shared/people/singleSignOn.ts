import { v7 as uuid } from 'uuid'
import type { Check } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { folded } from '../lib/db/folded.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import type { Place } from '../lib/sealing.ts'
import type { Role } from './users.ts'

export interface SingleSignOnFields {
  /** The identity provider's address, as in the `iss` claim of its tokens. */
  issuer: string
  client_id: string
  /** Sealed for `singleSignOnPlace`. */
  sealed_client_secret: string
  /** The last four characters of the secret. */
  client_secret_hint: string
  /** The domains of users' addresses, in lower case. */
  domains: string[]
  /** The claim that contains the role; null: no claim does. */
  role_claim: string | null
  /** The role for each value of the claim. */
  roles: Record<string, Role>
  /** The role of users whose claim has no value of `roles`; null: they may not sign in. */
  default_role: Role | null
  /** Whether passwords are refused, except for owners with an authenticator app. */
  is_required: boolean
}

/** The identity provider of an organization. */
export interface SingleSignOn extends SingleSignOnFields {
  id: string
  organization_id: string
  created_at: Date
  updated_at: Date
}

export const newSingleSignOnId = () => uuid()

/** Returns the place for which the client secret is sealed. */
export const singleSignOnPlace = ({
  organization_id,
  id,
}: Pick<SingleSignOn, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'single_sign_ons',
  row: id,
})

/** Reads the identity provider of an organization; undefined: it has none. */
export async function readSingleSignOn(
  db: Db,
  organizationId: string,
): Promise<SingleSignOn | undefined> {
  const [found] = await sql<SingleSignOn>(db)`
    select * from single_sign_ons where organization_id = ${organizationId}`
  return found
}

/**
 * Finds the identity provider of an organization by the organization's name. Case matters only if
 * two names differ in nothing else.
 */
export async function findSingleSignOn(
  db: Db,
  organization: string,
): Promise<SingleSignOn | undefined> {
  const statement = `
    select s.* from single_sign_ons s join organizations o on o.id = s.organization_id
     where ${folded('o.name')} = ${folded(':organization')}
     order by o.name = :organization desc, o.id
     limit 1`
  const [found] = await sqlText<SingleSignOn>(db, statement, { organization })
  return found
}

/** Returns whether any organization has an identity provider. */
export async function hasSingleSignOn(db: Db): Promise<boolean> {
  const [found] = await sql<{ exists: boolean }>(
    db,
  )`select exists (select from single_sign_ons) as exists`
  return found!.exists
}

/** Returns whether the organization refuses passwords. */
export async function isSingleSignOnRequired(db: Db, organizationId: string): Promise<boolean> {
  return (await readSingleSignOn(db, organizationId))?.is_required ?? false
}

/** Stores the identity provider. @param id the id of a new row, for which its secret is sealed */
export async function putSingleSignOn(
  db: Db,
  organizationId: string,
  id: string,
  fields: SingleSignOnFields,
): Promise<SingleSignOn> {
  const { issuer, client_id, sealed_client_secret, client_secret_hint, domains, role_claim } =
    fields
  const { roles, default_role, is_required } = fields
  const [stored] = await sql<SingleSignOn>(db)`
    insert into single_sign_ons (id, organization_id, issuer, client_id, sealed_client_secret, client_secret_hint, domains,
                                 role_claim, roles, default_role, is_required)
    values (${id}, ${organizationId}, ${issuer}, ${client_id}, ${sealed_client_secret}, ${client_secret_hint},
            ${domains}::text[], ${role_claim}, ${JSON.stringify(roles)}::jsonb, ${default_role}, ${is_required})
    on conflict (organization_id) do update
      set id = excluded.id, issuer = excluded.issuer, client_id = excluded.client_id,
          sealed_client_secret = excluded.sealed_client_secret, client_secret_hint = excluded.client_secret_hint,
          domains = excluded.domains, role_claim = excluded.role_claim, roles = excluded.roles,
          default_role = excluded.default_role, is_required = excluded.is_required, updated_at = now()
    returning *`
  return stored!
}

/**
 * Removes the identity provider.
 * @returns undefined when the organization has none
 * @throws the errors of `check`
 */
export function removeSingleSignOn(
  db: Db,
  organizationId: string,
  check?: Check<SingleSignOn>,
): Promise<SingleSignOn | undefined> {
  return db.transaction(async (transaction) => {
    const [found] = await sql<SingleSignOn>(transaction)`
      select * from single_sign_ons where organization_id = ${organizationId} for update`
    if (!found) return undefined
    check?.(found)
    await sql(transaction)`delete from single_sign_ons where organization_id = ${organizationId}`
    return found
  })
}

/**
 * Lets the users of an organization sign in by password again.
 * @returns whether passwords were refused before
 */
export async function allowPasswords(db: Db, organizationId: string): Promise<boolean> {
  const allowed = await sql(db)`
    update single_sign_ons set is_required = false, updated_at = now()
     where organization_id = ${organizationId} and is_required
    returning id`
  return allowed.length > 0
}

/**
 * Ends the sessions of users who have never signed in by the provider.
 * @param exceptTokenHash the session that stays
 */
export async function endSessionsByPassword(
  db: Db,
  organizationId: string,
  issuer: string,
  exceptTokenHash: Buffer,
): Promise<void> {
  await sql(db)`
    delete from dashboard_sessions s
     where s.organization_id = ${organizationId} and s.token_hash <> ${exceptTokenHash}
       and not exists (select from user_identities i
                        where i.organization_id = s.organization_id and i.user_id = s.user_id and i.issuer = ${issuer})`
}
