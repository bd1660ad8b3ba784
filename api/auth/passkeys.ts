import { hashSecret } from '../../shared/lib/secrets.ts'
import type { StoredCredential } from '../../shared/people/passkeys.ts'
import type { User } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { readSealedCookie, setSealedCookie } from './sealedCookies.ts'

/** Seconds for which a used challenge is remembered: as long as its cookie is valid. */
const WINDOW = 600

/** Attestation formats for which the library has its own root certificates. */
const WITH_ROOTS = ['android-key', 'android-safetynet', 'apple', 'mds'] as const

/**
 * Loads the library when it is first needed: its certificate parsers are large, and most API
 * processes never need them. The root certificates are removed, so it checks no chain: for this it
 * would fetch revocation lists from addresses that a browser sends, without a limit. The make of an
 * authenticator is not requested (`attestationType: 'none'`).
 */
const library = async () => {
  const loaded = await import('@simplewebauthn/server')
  for (const identifier of WITH_ROOTS)
    loaded.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return loaded
}

/** Returns the dashboard's address, to which authenticators tie passkeys. */
function pageOf({ config, origin }: Ctx) {
  const url = new URL(config.PUBLIC_URL ?? origin)
  return { expectedOrigin: url.origin, expectedRPID: url.hostname }
}

/** Returns the request to the browser's authenticator for a new passkey. */
export async function creationOptions(ctx: Ctx, user: User, existing: readonly StoredCredential[]) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Parley',
    rpID: pageOf(ctx).expectedRPID,
    userName: user.email,
    attestationType: 'none',
    userDisplayName: user.name ?? user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    excludeCredentials: existing.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  setSealedCookie(ctx, 'passkey', { challenge: options.challenge, user_id: user.id })
  return options
}

/**
 * Verifies the authenticator's answer for a new passkey.
 * @returns undefined if it does not answer this browser's challenge, or comes from another page's
 *   authenticator
 */
export async function verifyCreation(
  ctx: Ctx,
  user: User,
  response: object,
): Promise<StoredCredential | undefined> {
  const expectedChallenge = await useChallenge(ctx, user.id)
  if (!expectedChallenge) return undefined
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as never,
      expectedChallenge,
      ...pageOf(ctx),
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
  } catch (err) {
    ctx.log.info({ request_id: ctx.state.requestId, err }, 'a passkey was not accepted')
    return undefined
  }
}

/** Returns the request to the browser's authenticator for a sign-in. It names no user. */
export async function requestOptions(ctx: Ctx) {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: pageOf(ctx).expectedRPID,
    userVerification: 'required',
  })
  setSealedCookie(ctx, 'passkey', { challenge: options.challenge, user_id: null })
  return options
}

/**
 * Verifies the authenticator's answer for a sign-in.
 * @returns its new counter; undefined if the answer is not by this passkey to this browser's
 *   challenge
 */
export async function verifyRequest(
  ctx: Ctx,
  { credential_id, public_key, counter }: StoredCredential,
  response: object,
): Promise<number | undefined> {
  const expectedChallenge = await useChallenge(ctx, null)
  if (!expectedChallenge) return undefined
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as never,
      expectedChallenge,
      ...pageOf(ctx),
      requireUserVerification: true,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch (err) {
    ctx.log.info({ request_id: ctx.state.requestId, err }, 'a passkey was not accepted')
    return undefined
  }
}

/**
 * Uses up the challenge that this browser got.
 * @param userId the user who adds a passkey; null for a sign-in
 */
async function useChallenge(ctx: Ctx, userId: string | null): Promise<string | undefined> {
  const kept = readSealedCookie<{ challenge: string; user_id: string | null }>(ctx, 'passkey')
  setSealedCookie(ctx, 'passkey', null)
  if (!kept || kept.user_id !== userId) return undefined
  // A rate-limit count serves for this, too: a second use of a challenge exceeds the limit of one.
  const of = hashSecret(kept.challenge).toString('base64url')
  const { allowed } = await ctx.limits.count([
    { bucket: 'passkey_challenge', of, limit: 1, window: WINDOW },
  ])
  return allowed ? kept.challenge : undefined
}
