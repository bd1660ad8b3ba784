import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../shared/lib/errors.ts'
import { hashSecret } from '../../shared/lib/secrets.ts'
import {
  type Authenticator,
  authenticatorPlace,
  readAuthenticator,
  useBackupCode,
  useStep,
} from '../../shared/people/authenticators.ts'
import type { Account } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { countCode } from './loginAttempts.ts'

/** Bytes of an authenticator's secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Seconds for which a code is shown. */
const PERIOD = 30
/** Steps by which the clocks of phone and service may differ. */
const WINDOW = 1

const BACKUP_CODES = 10
/** 32 characters, so that each has 5 bits; without letters that look like digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789'
const CODE_LENGTH = 16

/** The code of an authenticator app, or a backup code. */
export const secondFactorCode = {
  type: 'string',
  minLength: 6,
  maxLength: 40,
  description:
    "The six digits that the user's authenticator app shows, or one of the backup codes; blanks and hyphens are ignored. Each code works once.",
} as const

const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Parley', label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD })

/** Makes a secret for an authenticator app, and the address that its QR code holds. */
export function makeSecret({ email, organization }: { email: string; organization: string }) {
  const secret = new Secret({ size: SECRET_BYTES })
  return { secret: secret.base32, uri: totpOf(secret, `${organization} (${email})`).toString() }
}

/** Makes backup codes of 80 random bits each, in groups of four. */
export const makeBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () => {
    const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  })

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

/** Hashes a backup code for storage. */
export const hashCode = (code: string) => hashSecret(plain(code))

/** Returns the step of a code, in periods since 1970; undefined if the code is not valid now. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = totpOf(Secret.fromBase32(secret))
  const now = Date.now()
  const delta = totp.validate({ token: plain(code), timestamp: now, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/**
 * Requires a code from a user with an authenticator, after their password was found to be right.
 * @throws AppError second_factor_required without a code, second_factor_wrong, rate_limited
 */
export async function requireSecondFactor(
  ctx: Ctx,
  account: Account,
  code: string | undefined,
): Promise<'code' | 'backup_code' | undefined> {
  const authenticator = await readAuthenticator(ctx.db, account)
  if (!authenticator) return undefined
  if (code === undefined)
    throw new AppError(
      'second_factor_required',
      'Send the code that your authenticator app shows, or a backup code, as `code`.',
    )
  const giveBack = await countCode(ctx, account)
  const used = await useCode(ctx, authenticator, code)
  if (!used)
    throw new AppError(
      'second_factor_wrong',
      'This code is wrong, was used already, or is too old. Wait for the next code.',
    )
  await giveBack?.()
  return used
}

async function useCode(ctx: Ctx, authenticator: Authenticator, code: string) {
  if (!/^\d{6}$/.test(plain(code)))
    return (await useBackupCode(ctx.db, authenticator, hashCode(code))) ? 'backup_code' : undefined
  const secret = ctx.sealer.open(authenticator.sealed_secret, authenticatorPlace(authenticator))
  const step = stepOf(secret, code)
  return step !== undefined && (await useStep(ctx.db, authenticator, step)) ? 'code' : undefined
}
