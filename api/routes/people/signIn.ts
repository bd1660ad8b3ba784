import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { UNKNOWN_ACTOR } from '../../../shared/audit/auditEvents.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { hashSecret, isPassword } from '../../../shared/lib/secrets.ts'
import { closeDashboardSession } from '../../../shared/people/dashboardSessions.ts'
import { hasPasskeys } from '../../../shared/people/passkeys.ts'
import { hasSingleSignOn } from '../../../shared/people/singleSignOn.ts'
import { type Account, findAccounts } from '../../../shared/people/users.ts'
import { noteAudit, requestOf, storeAuditEvent } from '../../audit/recordEvent.ts'
import { requirePasswordAllowed } from '../../auth/admission.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { rememberDevice } from '../../auth/knownDevices.ts'
import { countSignIn, countWrongCode, MAILED_AT } from '../../auth/loginAttempts.ts'
import {
  enter,
  presentSignedIn,
  setCookie,
  signedIn,
  tokenOf,
  wrongCredentials,
} from '../../auth/loginSessions.ts'
import { requireSecondFactor, secondFactorCode } from '../../auth/secondFactor.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { emailAddress, flag, object, one, yes } from '../../http/schemas.ts'
import { wordsFor } from '../../mail/mails.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

const credentials = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'password'],
  properties: {
    email: emailAddress('Address of the user, in capitals or not.'),
    password: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: "The user's password.",
    },
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Name of one of the organizations that a 409 `organization_required` listed, because address and password fit several. Otherwise not needed.',
    },
    code: {
      ...secondFactorCode,
      description: `Needed after a 409 \`second_factor_required\`. ${secondFactorCode.description}`,
    },
  },
  examples: [{ email: 'zoe@example.com', password: 'a long password' }],
} as const

const signedOut = one(
  object('SignedOut', 'The outcome of signing out.', {
    signed_out: yes('Always true: the session has ended.'),
  }),
)

const ways = one(
  object('SignInWays', 'The ways of signing in that the page offers.', {
    password_reset: flag('Whether a link to choose another password can come by mail.'),
    single_sign_on: flag('Whether an organization has single sign-on.'),
    passkeys: flag('Whether any user has a passkey.'),
  }),
)

const SIGN_IN =
  'Sets the cookie of a session, which ends after 12 hours without a request and after 7 days in all; a session that the request carries ends at once. One IP address has 10 tries a minute (`SIGN_IN_MINUTE_LIMIT`), and one account 20 wrong passwords in 15 minutes from one network or known browser (`ACCOUNT_SIGN_IN_LIMIT`). A user with an authenticator app has 5 wrong codes in 15 minutes, and gets a mail after 10 in a day. For a user with an authenticator app, a password without a code answers 409 `second_factor_required`.'

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
  '/dashboard/sign-in-ways',
  operation('readSignInWays', 'Read how people sign in', { 200: ways }, 'For the sign-in page.'),
  getWays,
)
signIn.get(
  '/dashboard/session',
  operation(
    'readSignedInUser',
    'Read who is signed in',
    { 200: signedIn },
    'Returns the user and the `csrf_token` again, for a page that was reloaded.',
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
    'Ends this session at the dashboard, and clears its cookie.',
  ),
  authenticate('viewer'),
  rateLimit,
  deleteSession,
)

async function postSession(ctx: Ctx) {
  requireOwnPage(ctx)
  const { email, password, organization, code } = ctx.state.body as FromSchema<typeof credentials>
  const accounts = await findAccounts(ctx.db, email)
  const opened = await thoseWith(ctx, accounts, email, password)
  const found =
    opened.length > 1 ? opened.find((session) => session.organization === organization) : opened[0]
  if (!found && opened.length)
    throw new AppError(
      'organization_required',
      'You work for several organizations. Choose one of them.',
      {
        data: { organizations: opened.map((session) => session.organization) },
      },
    )
  if (!found) {
    // Not awaited: the response time would reveal that the user exists.
    for (const account of accounts) void storeAuditEvent(ctx, failedSignIn(ctx, account))
    throw wrongCredentials()
  }
  const second_factor = await secondFactorOf(ctx, found, code)
  await requirePasswordAllowed(ctx, found, second_factor)
  const { id, organization_id } = found
  noteAudit(ctx, {
    actor: { organization_id, actor_kind: 'user', actor_id: id, actor: found.email },
    target: { id, label: found.email },
    after: { second_factor },
    fields: ['second_factor'],
  })
  const entered = await enter(ctx, found)
  rememberDevice(ctx, found)
  answer(ctx, 201, 'Signed in.', entered)
}

/**
 * Checks the second factor, and audits a wrong code.
 * @returns which factor it was
 * @throws AppError as `requireSecondFactor`
 */
async function secondFactorOf(ctx: Ctx, account: Account, code: string | undefined) {
  try {
    return await requireSecondFactor(ctx, account, code)
  } catch (error) {
    if (code !== undefined) await storeAuditEvent(ctx, failedSignIn(ctx, account))
    if (error instanceof AppError && error.code === 'second_factor_wrong')
      await warnOfGuesses(ctx, account)
    throw error
  }
}

/** Mails the user when many codes were guessed today, because the guesser has their password. */
async function warnOfGuesses(ctx: Ctx, account: Account): Promise<void> {
  const { config, mailer } = ctx
  if (!(await countWrongCode(ctx, account)) || !mailer.isConfigured) return
  const link = new URL('/dashboard/account', config.PUBLIC_URL).href
  const words = wordsFor(ctx).guessedCodes(MAILED_AT, link)
  mailer.inBackground(account.organization_id, () => mailer.send({ to: account.email, ...words }))
}

/**
 * Finds the users whose password matches. Checks all of them at once, and dummies up to an even
 * number, so that the time does not reveal whether an address has no account, one, or two in
 * different organizations.
 */
async function thoseWith(
  ctx: Ctx,
  accounts: Account[],
  email: string,
  password: string,
): Promise<Account[]> {
  const counts = await countSignIn(ctx, email, accounts)
  const hashes = counts.map((giveBack, index) => giveBack && accounts[index]?.password_hash)
  if (hashes.length % 2) hashes.push(undefined)
  const fits = await Promise.all(
    hashes.map((hash) => isPassword(password, hash, ctx.config.PASSWORD_COST)),
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

async function getWays(ctx: Ctx) {
  answer(ctx, 200, 'Ways read.', {
    password_reset: ctx.mailer.isConfigured,
    single_sign_on: await hasSingleSignOn(ctx.db),
    passkeys: await hasPasskeys(ctx.db),
  })
}

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
