import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Credentials } from '../../../shared/applications/applications.ts'
import { identityPlace } from '../../../shared/applications/identitySecrets.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Sealer } from '../../../shared/lib/sealing.ts'
import { findUnstorableText, isStorableJson } from '../../../shared/lib/storable.ts'
import type { NamedCustomer } from '../../../shared/visitors/identify.ts'
import { isValid } from '../../auth/identity.ts'

/**
 * The longest lifetime of an identity token, in seconds. It bounds how long the token identifies a
 * visitor.
 */
export const MAX_IDENTITY_SECONDS = 24 * 3600
/** Seconds by which the clock of the customer's server may differ. */
const SKEW_SECONDS = 30
const MAX_REFERENCE = 200
const MAX_NAME = 200
const MAX_EMAIL = 254

/** The claims of a valid identity token. */
export interface VerifiedIdentity extends NamedCustomer {
  /** The id of the secret that signed the token. */
  secret: string
  /** When the token ends, in seconds since 1970. */
  until: number
}

/**
 * Reads and verifies an identity token.
 * @throws AppError invalid_identity, which says what the developer of the page must correct
 */
export function readIdentity(
  token: string,
  application: Credentials,
  sealer: Sealer,
): VerifiedIdentity {
  const { secret, claims } = verifiedBy(token, application, sealer)
  if (findUnstorableText(claims) !== undefined) throw invalid('it has text that cannot be stored.')
  const { sub, aud } = claims
  if (typeof sub !== 'string' || !sub.trim() || sub.length > MAX_REFERENCE)
    throw invalid(
      `\`sub\` must be your own id of the user, a text of 1 to ${MAX_REFERENCE} characters.`,
    )
  if (!isTime(claims.iat) || !isTime(claims.exp))
    throw invalid('`iat` and `exp` must be there, in seconds since 1970.')
  // A NumericDate of RFC 7519 may have a fraction, as Python's `time.time()` has.
  const [iat, exp] = [Math.floor(claims.iat), Math.floor(claims.exp)]
  if (exp <= iat || exp - iat > MAX_IDENTITY_SECONDS)
    throw invalid(`\`exp\` must be after \`iat\`, by at most ${MAX_IDENTITY_SECONDS} seconds.`)
  const now = Math.floor(Date.now() / 1000)
  if (iat > now + SKEW_SECONDS)
    throw invalid('`iat` is in the future: correct the clock of the server that signs.')
  if (exp <= now) throw invalid('it has expired. Have your server sign a new one.')
  if (aud != null && ![aud].flat().includes(application.client_id))
    throw invalid('`aud` must be the client id of the application, or be left out.')
  // Libraries write null for what they do not know.
  const traits = claims.traits ?? {}
  if (!isObject(traits))
    throw invalid('`traits` must be an object with at most 16 kB and 5 levels.')
  return {
    reference: sub,
    traits: {
      ...traits,
      ...textIn(claims, 'name', MAX_NAME),
      ...textIn(claims, 'email', MAX_EMAIL),
    },
    issuedAt: iat,
    secret,
    until: exp,
  }
}

/** Checks the signature by each of the application's secrets. */
function verifiedBy(
  token: string,
  { organization_id, identity_secrets }: Credentials,
  sealer: Sealer,
): { secret: string; claims: jwt.JwtPayload } {
  const header = headerOf(token)
  if (header?.alg !== 'HS256' || 'crit' in header)
    throw invalid('it must be a JWT that is signed with HS256.')
  const valid = identity_secrets.filter(isValid)
  if (valid.length === 0)
    throw invalid('the application has no identity secret. An owner makes one in the dashboard.')
  for (const { id, sealed_secret } of valid) {
    const secret = sealer.open(sealed_secret, identityPlace(organization_id, id))
    const claims = claimsOf(token, secret)
    if (claims) return { secret: id, claims }
  }
  throw invalid('its signature fits no identity secret of this application.')
}

function headerOf(token: string): jwt.JwtHeader | undefined {
  try {
    return jwt.decode(token, { complete: true })?.header
  } catch {
    return undefined
  }
}

/**
 * Verifies the token's signature.
 * @returns the claims; undefined if another secret signed the token
 */
function claimsOf(token: string, secret: string): jwt.JwtPayload | undefined {
  try {
    const claims = jwt.verify(token, createSecretKey(Buffer.from(secret)), {
      algorithms: ['HS256'],
      clockTolerance: SKEW_SECONDS,
      // The caller checks the times, because the library accepts tokens without them.
      ignoreExpiration: true,
    })
    return typeof claims === 'string' ? undefined : claims
  } catch (error) {
    if (error instanceof jwt.NotBeforeError) throw invalid('`nbf` is in the future.')
    return undefined
  }
}

/** @returns the claim as a trait; no trait if it is missing or null */
function textIn(claims: jwt.JwtPayload, name: string, most: number): Record<string, string> {
  const value: unknown = claims[name] ?? undefined
  if (value === undefined) return {}
  if (typeof value !== 'string' || value.length > most)
    throw invalid(`\`${name}\` must be a text of at most ${most} characters.`)
  return { [name]: value }
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(Math.floor(value))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isStorableJson(value)

export const invalid = (why: string) =>
  new AppError('invalid_identity', `The identity token is refused: ${why}`)
