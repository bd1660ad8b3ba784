import { randomBytes } from 'node:crypto'
import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../shared/errors.ts'
import { hashSecret, isPassword } from '../../shared/secrets.ts'
import {
  closeDashboardSession,
  findUser,
  openDashboardSession,
  ROLES,
  type User,
} from '../../shared/store/users.ts'
import { cookieName, csrfTokenOf, requireOwnPage } from '../callers.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { rateLimitAddress } from '../middleware/rateLimit.ts'
import { validate } from '../middleware/validate.ts'
import { operation } from '../operation.ts'
import { object, one, presenter, text, uuid } from '../schemas.ts'

const credentials = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'password'],
  properties: {
    email: { type: 'string', minLength: 3, maxLength: 254 },
    password: { type: 'string', minLength: 1, maxLength: 200 },
  },
  examples: [{ email: 'zoe@example.com', password: 'a long password' }],
} as const

const user = object('User', {
  id: uuid,
  organization_id: uuid,
  email: text,
  role: { type: 'string', enum: ROLES },
})
const presentUser = presenter<User>(user)
const signedIn = one(
  object('SignedIn', {
    user,
    csrf_token: {
      type: 'string',
      description: 'Goes along as X-CSRF-Token with whatever changes something.',
    },
  }),
)
const signedOut = one(object('SignedOut', { signed_out: { type: 'boolean', enum: [true] } }))

/** A person's way into the dashboard: the cookie that its requests carry. */
export const signIn = new Router<State, Services>()
signIn.post(
  '/dashboard/session',
  operation('signIn', 'Sign in to the dashboard', { 201: signedIn }, 'Sets the cookie of the session.'),
  rateLimitAddress('sign_in'),
  validate(credentials),
  postSession,
)
signIn.get(
  '/dashboard/session',
  operation('readSignedInUser', 'Who is signed in', { 200: signedIn }),
  authenticate('viewer'),
  getSession,
)
signIn.delete(
  '/dashboard/session',
  operation('signOut', 'Sign out', { 200: signedOut }),
  authenticate('viewer'),
  deleteSession,
)

async function postSession(ctx: Ctx) {
  requireOwnPage(ctx)
  const { email, password } = ctx.state.body as FromSchema<typeof credentials>
  const found = await findUser(ctx.db, email)
  if (!(await isPassword(password, found?.password_hash)) || !found)
    throw new AppError(
      'unauthenticated',
      'Authentication required: the email address or the password is wrong.',
    )
  const token = randomBytes(32).toString('base64url')
  await openDashboardSession(ctx.db, found, hashSecret(token))
  setCookie(ctx, token)
  answer(ctx, 201, 'Signed in.', { user: presentUser(found), csrf_token: csrfTokenOf(token) })
}

async function getSession(ctx: Ctx) {
  const csrf_token = csrfTokenOf(ctx.cookies.get(cookieName(ctx))!)
  answer(ctx, 200, 'Signed in.', { user: presentUser(ctx.state.caller.user!), csrf_token })
}

async function deleteSession(ctx: Ctx) {
  await closeDashboardSession(ctx.db, hashSecret(ctx.cookies.get(cookieName(ctx))!))
  setCookie(ctx, null)
  answer(ctx, 200, 'Signed out.', { signed_out: true })
}

/** TLS ends before the process, which therefore cannot tell by itself whether a cookie may be `Secure`. */
function setCookie(ctx: Ctx, token: string | null): void {
  const secure = ctx.config.NODE_ENV === 'production'
  ctx.cookies.secure = secure
  ctx.cookies.set(cookieName(ctx), token, { httpOnly: true, sameSite: 'lax', path: '/', secure })
}
