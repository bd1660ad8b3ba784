import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/errors.ts'
import { hashSecret, isPassword } from '../../../shared/secrets.ts'
import { UNKNOWN_ACTOR } from '../../../shared/store/accounts/auditEvents.ts'
import { closeDashboardSession } from '../../../shared/store/accounts/dashboardSessions.ts'
import { type Account, findAccounts } from '../../../shared/store/accounts/users.ts'
import { noteAudit, requestOf, storeAuditEvent } from '../../audit/recordEvent.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { rememberDevice } from '../../auth/knownDevices.ts'
import { countSignIn } from '../../auth/loginAttempts.ts'
import {
  enter,
  presentSignedIn,
  setCookie,
  signedIn,
  tokenOf,
  wrongCredentials,
} from '../../auth/loginSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { object, one, yes } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

const credentials = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'password'],
  properties: {
    email: {
      type: 'string',
      minLength: 3,
      maxLength: 254,
      description: 'Address of the user, in capitals or not.',
    },
    password: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'The password that belongs to it.',
    },
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Name of one of the organizations that a 409 `organization_required` listed, because address and password fit several. Otherwise not needed.',
    },
  },
  examples: [{ email: 'zoe@example.com', password: 'a long password' }],
} as const

const signedOut = one(
  object('SignedOut', 'The outcome of signing out.', {
    signed_out: yes('Always true: the session has ended.'),
  }),
)

const SIGN_IN =
  'Sets the cookie of a session, which ends after 12 hours without a request and after 7 days in all; a session that the request already has ends at once. One IP address has 10 tries a minute (`SIGN_IN_MINUTE_LIMIT`), and one account 20 wrong passwords in 15 minutes from one network or known browser (`ACCOUNT_SIGN_IN_LIMIT`).'

/** Signing in to the dashboard and out again. */
export const signIn = new Router<State, Services>()
signIn.post(
  '/dashboard/session',
  operation('signIn', 'Sign in to the dashboard', { 201: signedIn }, SIGN_IN),
  rateLimitAddress('sign_in'),
  validate(credentials),
  postSession,
)
signIn.get(
  '/dashboard/session',
  operation(
    'readSignedInUser',
    'Read who is signed in',
    { 200: signedIn },
    'Tells the user, and the `csrf_token` again, for a page that was loaded anew.',
  ),
  authenticate('viewer'),
  rateLimit,
  getSession,
)
signIn.delete(
  '/dashboard/session',
  operation(
    'signOut',
    'Sign out',
    { 200: signedOut },
    'Ends this session at the dashboard, and takes back its cookie.',
  ),
  authenticate('viewer'),
  rateLimit,
  deleteSession,
)

async function postSession(ctx: Ctx) {
  requireOwnPage(ctx)
  const { email, password, organization } = ctx.state.body as FromSchema<typeof credentials>
  const accounts = await findAccounts(ctx.db, email)
  const opened = await thoseWith(ctx, accounts, email, password)
  const found = opened.length > 1 ? opened.find((one) => one.organization === organization) : opened[0]
  if (!found && opened.length)
    throw new AppError('organization_required', 'You work for several organizations. Choose one of them.', {
      data: { organizations: opened.map((one) => one.organization) },
    })
  if (!found) {
    // Not awaited: the response time would reveal that the user exists.
    for (const account of accounts) void storeAuditEvent(ctx, failedSignIn(ctx, account))
    throw wrongCredentials()
  }
  const { id, organization_id } = found
  noteAudit(ctx, {
    actor: { organization_id, actor_kind: 'user', actor_id: id, actor: found.email },
    target: { id, label: found.email },
    fields: [],
  })
  const entered = await enter(ctx, found)
  rememberDevice(ctx, found)
  answer(ctx, 201, 'Signed in.', entered)
}

/**
 * Finds the users whose password matches. Checks all of them at once, and a dummy if there are none: the time reveals little about
 * who exists.
 */
async function thoseWith(ctx: Ctx, accounts: Account[], email: string, password: string): Promise<Account[]> {
  const counts = await countSignIn(ctx, email, accounts)
  const fits = await Promise.all(
    counts.map((giveBack, index) =>
      isPassword(password, giveBack && accounts[index]?.password_hash, ctx.config.PASSWORD_COST),
    ),
  )
  await Promise.all(counts.map((giveBack, index) => fits[index] && giveBack?.()))
  return accounts.filter((_, index) => fits[index])
}

const failedSignIn = (ctx: Ctx, { id, organization_id, email }: Account) => ({
  ...UNKNOWN_ACTOR,
  ...requestOf(ctx),
  organization_id,
  action: 'user.sign_in_failed',
  target_kind: 'user',
  target_id: id,
  target_label: email,
  changes: {},
})

async function getSession(ctx: Ctx) {
  answer(ctx, 200, 'Signed in.', presentSignedIn(ctx.state.caller.user!, tokenOf(ctx)))
}

async function deleteSession(ctx: Ctx) {
  const { id, email } = ctx.state.caller.user!
  await closeDashboardSession(ctx.db, hashSecret(tokenOf(ctx)))
  setCookie(ctx, null)
  noteAudit(ctx, { target: { id, label: email } })
  answer(ctx, 200, 'Signed out.', { signed_out: true })
}
