import { randomBytes } from 'node:crypto'
import { AppError } from '../../shared/lib/errors.ts'
import { hashSecret } from '../../shared/lib/secrets.ts'
import {
  closeDashboardSession,
  openDashboardSession,
  type SignedInUser,
} from '../../shared/people/dashboardSessions.ts'
import { ROLES } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { readersLanguage } from '../http/readersLanguage.ts'
import { object, one, orNull, photo, presenter, text, uuid } from '../http/schemas.ts'
import { cookieName, csrfTokenOf } from './identity.ts'

/** The role of a user. */
export const role = {
  type: 'string',
  enum: ROLES,
  description:
    'What a user may do: a `viewer` reads; an `agent` answers customers in the inbox and sees them, and nothing else; an `editor` reads and changes everything except users, applications and retention; an `owner` does everything.',
} as const

const user = object('User', 'The user who is signed in.', {
  id: uuid('Id of the user; UUID v7.'),
  organization_id: uuid('Id of the organization that the user belongs to.'),
  organization: text('Name of this organization.'),
  email: text('Address that the user signs in with.'),
  name: orNull(text('Name of the user.'), 'not given'),
  photo,
  role,
})
export const presentUser = presenter<SignedInUser>(user)

/** Schema of the answer for a signed-in user. */
export const signedIn = one(
  object('SignedIn', 'A session at the dashboard.', {
    user,
    csrf_token: text(
      "Send it as `X-CSRF-Token` with each request that changes something, beside the session's cookie.",
    ),
  }),
)

export const wrongCredentials = () =>
  new AppError(
    'unauthenticated',
    'Authentication required: the email address or the password is wrong.',
  )

/**
 * Opens a session for the user, sets its cookie, and closes the session that the request carried.
 * @returns the data to answer with
 * @throws AppError unauthenticated: the user was deleted, or the password changed after it was
 *   compared
 */
export async function enter(ctx: Ctx, found: SignedInUser & { password_hash?: string }) {
  const token = randomBytes(32).toString('base64url')
  const browser = { userAgent: ctx.get('User-Agent'), language: readersLanguage(ctx) }
  if (!(await openDashboardSession(ctx.db, found, hashSecret(token), browser)))
    throw wrongCredentials()
  const replaced = ctx.cookies.get(cookieName(ctx))
  if (replaced) await closeDashboardSession(ctx.db, hashSecret(replaced))
  setCookie(ctx, token)
  return presentSignedIn(found, token)
}

export const presentSignedIn = (found: SignedInUser, token: string) => ({
  user: presentUser(found),
  csrf_token: csrfTokenOf(token),
})

/**
 * Sets the session's cookie, or clears it. NODE_ENV decides whether it is `Secure`: a proxy ends
 * TLS, so the process cannot see whether the browser uses it.
 */
export function setCookie(ctx: Ctx, token: string | null): void {
  const secure = ctx.config.NODE_ENV === 'production'
  ctx.cookies.secure = secure
  ctx.cookies.set(cookieName(ctx), token, { httpOnly: true, sameSite: 'lax', path: '/', secure })
}

/** Returns the token of the session that the request carries. */
export const tokenOf = (ctx: Ctx) => ctx.cookies.get(cookieName(ctx))!
