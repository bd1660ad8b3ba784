import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Account } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'

/**
 * A cookie marks the browsers in which a user has signed in. It grants no access: see
 * `loginAttempts.ts`.
 */

const YEAR_MS = 365 * 24 * 3600 * 1000

const nameOf = (ctx: Ctx) =>
  ctx.config.NODE_ENV === 'production' ? '__Host-parley_device' : 'parley_device'

/**
 * Computes an account's mark of a browser. It depends on the password's hash, so a new password
 * invalidates the marks of all browsers.
 */
const mark = (device: string, { id, password_hash }: Pick<Account, 'id' | 'password_hash'>) =>
  createHmac('sha256', password_hash).update(`device ${id} ${device}`).digest()

/**
 * Reads the browser's mark.
 * @returns the browser's id; undefined if no sign-in to this account with its current password
 *   happened here
 */
export function knownDevice(
  ctx: Ctx,
  account: Pick<Account, 'id' | 'password_hash'>,
): string | undefined {
  const [device = '', marked = ''] = ctx.cookies.get(nameOf(ctx))?.split('.') ?? []
  const given = Buffer.from(marked, 'base64url')
  const expected = mark(device, account)
  return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
}

/** Remembers the browser for a year. */
export function rememberDevice(ctx: Ctx, account: Pick<Account, 'id' | 'password_hash'>): void {
  const device = knownDevice(ctx, account) ?? randomBytes(16).toString('base64url')
  const secure = ctx.config.NODE_ENV === 'production'
  ctx.cookies.secure = secure
  ctx.cookies.set(nameOf(ctx), `${device}.${mark(device, account).toString('base64url')}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: YEAR_MS,
  })
}
