import { createHash } from 'node:crypto'
import { AppError } from '../../shared/lib/errors.ts'
import type { Account } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { clientAddress } from '../http/clientAddress.ts'
import type { LimitCheck } from '../limits/rateLimiter.ts'
import { knownDevice } from './knownDevices.ts'

/** Seconds in which guesses of an account's password are counted. */
const WINDOW = 15 * 60
/**
 * Networks that can use up their guesses before an account locks out unknown browsers everywhere.
 */
const MAX_NETWORKS = 50

/**
 * Takes a guess out of the count; undefined if the limit was reached, so that the password is not
 * compared.
 */
type GiveBack = (() => Promise<void>) | undefined

/**
 * Counts a guess for each account of an email address. An attacker must not lock out an account's
 * owner, so a browser in which a user has signed in before has a count of its own (the device
 * cookie of OWASP's Authentication Cheat Sheet), and other browsers share a count per network. A
 * new password starts new counts. Addresses without an account are counted in the same way.
 * @throws AppError rate_limited when all accounts are over the limit; refusing when only some are
 *   would reveal the others
 */
export function countSignIn(
  ctx: Ctx,
  email: string,
  accounts: readonly Account[],
): Promise<GiveBack[]> {
  const limit = ctx.config.ACCOUNT_SIGN_IN_LIMIT
  const ofStranger = (who: string) => [
    check(`${who} ${clientAddress(ctx.ip)}`, limit),
    check(who, MAX_NETWORKS * limit),
  ]
  if (accounts.length === 0) return count(ctx, [ofStranger(email.toLowerCase())])
  return count(
    ctx,
    accounts.map((account) => {
      const who = `${account.id} ${digest(account.password_hash)}`
      const device = knownDevice(ctx, account)
      return device ? [check(`${who} ${device}`, limit)] : ofStranger(who)
    }),
  )
}

/** Counts a guess by a signed-in user who changes their own password, in the same way. */
export async function countOwnGuess(ctx: Ctx, userId: string): Promise<GiveBack> {
  const own = {
    bucket: 'own_password',
    of: userId,
    limit: ctx.config.ACCOUNT_SIGN_IN_LIMIT,
    window: WINDOW,
  }
  return (await count(ctx, [[own]]))[0]
}

/**
 * Guesses at a second factor in a window. There are a million codes, and three are valid at a time.
 */
const CODE_LIMIT = 5
/**
 * Wrong codes in a day after which the user gets a mail, because the guesser has their password.
 */
export const MAILED_AT = 10
const DAY = 86_400

/**
 * Counts a guess at a second factor, over all networks. A browser in which the user has signed in
 * before has a count of its own.
 * @throws AppError rate_limited
 */
export async function countCode(ctx: Ctx, account: Account): Promise<GiveBack> {
  const of = `${account.id} ${knownDevice(ctx, account) ?? ''}`
  const limit = Math.min(CODE_LIMIT, ctx.config.ACCOUNT_SIGN_IN_LIMIT)
  return (await count(ctx, [[{ bucket: 'second_factor', of, limit, window: WINDOW }]]))[0]
}

/** Counts a wrong code. @returns whether to mail the user, which happens once a day */
export async function countWrongCode(ctx: Ctx, account: Account): Promise<boolean> {
  const day = { bucket: 'wrong_codes', of: account.id, limit: MAILED_AT, window: DAY }
  const { allowed, standing } = await ctx.limits.count([day])
  return allowed && standing.remaining === 0
}

const check = (of: string, limit: number): LimitCheck => ({
  bucket: 'account',
  of,
  limit,
  window: WINDOW,
})

/** Keeps password hashes out of the rate limiter's store. */
const digest = (hash: string) => createHash('sha256').update(hash).digest('base64url').slice(0, 16)

async function count(ctx: Ctx, checks: LimitCheck[][]): Promise<GiveBack[]> {
  const counted = await Promise.all(checks.map((those) => ctx.limits.count(those)))
  if (counted.every(({ allowed }) => !allowed)) {
    const seconds = Math.min(...counted.map(({ standing }) => standing.reset))
    throw new AppError(
      'rate_limited',
      `There were too many wrong passwords or codes for this account in 15 minutes. Try again in ${seconds} s, or in a browser in which you have signed in before; users who are signed in stay signed in.`,
      { retryAfter: seconds },
    )
  }
  return counted.map(({ allowed, giveBack }) => (allowed ? giveBack : undefined))
}
