import { hashSecret } from '../../shared/lib/secrets.ts'
import type { StoredCredential } from '../../shared/people/passkeys.ts'
import type { User } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { readSealedCookie, setSealedCookie } from './sealedCookies.ts'

/** Seconds for which a used challenge is remembered: as long as its cookie is good. */
const WINDOW = 600

/** Formats of attestations for which the library has root certificates of its own. */
const WITH_ROOTS = ['android-key', 'android-safetynet', 'apple', 'mds'] as const

/**
 * Loads when it is first needed: its parsers of certificates are large, and most API processes
 * never need them. Without root certificates it checks no chain, for which it would fetch lists of
 * revoked certificates from addresses that a browser sends, without a limit. Which authenticator
 * made a passkey is not asked (`attestationType: 'none'`).
 */
const library = async () => {
  const loaded = await import('@simplewebauthn/server')
  for (const identifier of WITH_ROOTS)
    loaded.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return loaded
}

/** The dashboard's address, which authenticators tie passkeys to. */
function pageOf({ config, origin }: Ctx) {
  const url = new URL(config.PUBLIC_URL ?? origin)
  return { expectedOrigin: url.origin, expectedRPID: url.hostname }
}

/** What the browser's authenticator is asked for a new passkey. */
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
 * @returns undefined: the answer is not to this browser's challenge, or is not by the page's
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

/** What the browser's authenticator is asked for when somebody signs in. Names nobody. */
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
 * @returns the authenticator's new counter; undefined: the answer is not by this passkey to this
 *   browser's challenge
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
 * Uses up the challenge that this browser got. @param userId whose passkey is made; null: somebody
 * signs in
 */
async function useChallenge(ctx: Ctx, userId: string | null): Promise<string | undefined> {
  const kept = readSealedCookie<{ challenge: string; user_id: string | null }>(ctx, 'passkey')
  setSealedCookie(ctx, 'passkey', null)
  if (!kept || kept.user_id !== userId) return undefined
  // The counts of requests serve for this, too: a second use of a challenge is over the limit of
  // one.
  const of = hashSecret(kept.challenge).toString('base64url')
  const { allowed } = await ctx.limits.count([
    { bucket: 'passkey_challenge', of, limit: 1, window: WINDOW },
  ])
  return allowed ? kept.challenge : undefined
}
