import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/lib/errors.ts'
import { hashPassword } from '../../shared/lib/secrets.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import {
  createIdentifiedUser,
  findByIdentity,
  type IdentifiedUser,
  type Identity,
  linkIdentity,
} from '../../shared/people/identities.ts'
import { isSingleSignOnRequired, type SingleSignOn } from '../../shared/people/singleSignOn.ts'
import {
  type Account,
  changeUser,
  findUserByAddress,
  ROLES,
  type Role,
  type User,
} from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import type { OidcClaims } from './oidc.ts'

const MAX_ADDRESS = 254
const MAX_NAME = 120
const ADDRESS = /^[^@\s]{1,64}@([^@\s]{1,253})$/

/** The outcome of a sign-in by an identity provider. */
export interface Admission {
  user: User
  /**
   * What the sign-in changed: it created the user, linked the identity to an existing user, or
   * changed the role.
   */
  change?: 'created' | 'linked' | 'role'
  before?: Role
}

/**
 * Finds or creates the user for whom an identity provider vouches. Issuer and subject identify
 * users. The address counts only at a user's first sign-in by this provider: it must be in one of
 * the organization's domains, and if a user has it already, the provider must say that it has
 * verified it. Users of other organizations are never looked at.
 * @throws AppError single_sign_on_refused
 */
export async function admit(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  settings: SingleSignOn,
  { issuer, subject, claims }: OidcClaims,
): Promise<Admission> {
  const { organization_id } = settings
  const identity = { organization_id, issuer, subject }
  const role = roleOf(settings, claims)
  const known = await findByIdentity(db, identity)
  if (known && !known.is_active)
    throw refused('An owner of your organization has deactivated your account.')
  if (!role) throw refused('The identity provider gives you no role that this organization knows.')
  if (known) return withRole(db, known, settings, role)

  const email = addressIn(settings, claims)
  const existing = await findUserByAddress(db, organization_id, email)
  if (existing) return link(db, identity, existing, settings, role, claims.email_verified === true)
  const name = typeof claims.name === 'string' ? nameOf(claims.name) : null
  // A random password that nobody knows. The user sets their own by a link, if they want to.
  const password_hash = await hashPassword(
    randomBytes(32).toString('base64url'),
    config.PASSWORD_COST,
  )
  const user = await createIdentifiedUser(db, identity, { email, name, role, password_hash })
  // A concurrent sign-in of the same user may have created them first.
  const made = user ?? (await findByIdentity(db, identity))
  if (!made) throw refused('Somebody else of your organization has this address already.')
  return user ? { user, change: 'created' } : { user: made }
}

/** Cleans and shortens the provider's name of a user, so that the column takes it. */
const nameOf = (claimed: string) =>
  toStorableText(claimed).trim().slice(0, MAX_NAME).toWellFormed() || null

async function link(
  db: Ctx['db'],
  identity: Identity,
  existing: User,
  settings: SingleSignOn,
  role: Role,
  isVerified: boolean,
): Promise<Admission> {
  if (!isVerified)
    throw refused(
      'A user with your address exists, and the identity provider does not say that it has verified that the address is yours (email_verified).',
    )
  if (!(await linkIdentity(db, identity, existing.id))) {
    const known = await findByIdentity(db, identity)
    if (known?.id !== existing.id)
      throw refused('The user with your address is another person for the identity provider.')
  }
  const user = await findByIdentity(db, identity)
  if (!user?.is_active) throw refused('An owner of your organization has deactivated your account.')
  return { ...(await withRole(db, user, settings, role)), change: 'linked' }
}

/** Gives the user the role of the provider's claim, except that the last owner stays an owner. */
async function withRole(
  db: Ctx['db'],
  user: IdentifiedUser,
  { organization_id, role_claim }: SingleSignOn,
  role: Role,
): Promise<Admission> {
  if (role_claim === null || role === user.role) return { user }
  try {
    const { after } = await changeUser(db, organization_id, user.id, { role })
    return { user: after, change: 'role', before: user.role }
  } catch (error) {
    if (error instanceof AppError && error.code === 'last_owner') return { user }
    throw error
  }
}

/** Returns the highest role among the claim's values. */
function roleOf(
  { role_claim, roles, default_role }: SingleSignOn,
  claims: OidcClaims['claims'],
): Role | null {
  const claim = role_claim === null ? undefined : claims[role_claim]
  const values = (Array.isArray(claim) ? claim : [claim]).filter(
    (value) => typeof value === 'string',
  )
  const found = values.flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]!] : []))
  return ROLES.find((role) => found.includes(role)) ?? default_role
}

function addressIn(
  { domains }: SingleSignOn,
  { email, email_verified }: OidcClaims['claims'],
): string {
  const domain =
    typeof email === 'string' && email.length <= MAX_ADDRESS && ADDRESS.exec(email)?.[1]
  if (!domain) throw refused('The identity provider sends no address of yours (the claim email).')
  if (email_verified === false)
    throw refused('The identity provider has not verified your address.')
  if (!domains.includes(domain.toLowerCase()))
    throw refused(`People with addresses at ${domain} may not sign in to this organization.`)
  return email as string
}

const refused = (why: string) => new AppError('single_sign_on_refused', why)

/**
 * Refuses a user with the right password if their organization signs in by its identity provider.
 * Owners who have shown a second factor may still sign in, so that the organization is not locked
 * out when the provider fails.
 * @throws AppError single_sign_on_required
 */
export async function requirePasswordAllowed(
  ctx: Ctx,
  { organization_id, role }: Pick<Account, 'organization_id' | 'role'>,
  secondFactor: string | undefined,
): Promise<void> {
  if (role === 'owner' && secondFactor) return
  if (await isSingleSignOnRequired(ctx.db, organization_id))
    throw new AppError(
      'single_sign_on_required',
      'Your organization signs in by single sign-on. Owners with an authenticator app may use their password.',
    )
}
