import { randomBytes } from 'node:crypto'
import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { UNKNOWN_ACTOR } from '../../../shared/audit/auditEvents.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { hashPassword, hashSecret } from '../../../shared/lib/secrets.ts'
import {
  findPasswordReset,
  putPasswordReset,
  RESET_MINUTES,
  redeemPasswordReset,
} from '../../../shared/people/passwordResets.ts'
import { type Account, findAccounts } from '../../../shared/people/users.ts'
import { noteAudit, requestOf, storeAuditEvent } from '../../audit/recordEvent.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { rememberDevice } from '../../auth/knownDevices.ts'
import { newPassword, refuseObvious } from '../../auth/passwords.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { emailAddress, object, one, text, yes } from '../../http/schemas.ts'
import { type ResetLink, wordsFor } from '../../mail/mails.ts'
import { countMail, linkTo, requireMail } from '../../mail/sendMail.ts'
import { rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'

const request = {
  type: 'object',
  additionalProperties: false,
  required: ['email'],
  properties: {
    email: emailAddress('Address with which the user signs in, in capitals or not.'),
  },
  examples: [{ email: 'zoe@example.com' }],
} as const

const redemption = {
  type: 'object',
  additionalProperties: false,
  required: ['token', 'password'],
  properties: {
    token: {
      type: 'string',
      minLength: 20,
      maxLength: 200,
      description: 'Secret at the end of the link in the mail: `/dashboard/reset#` and this.',
    },
    password: newPassword,
  },
  examples: [
    { token: 'what-stands-after-the-number-sign-of-a-link', password: 'four words nobody expects' },
  ],
} as const

const requested = one(
  object('PasswordResetRequested', 'The outcome of asking for a link to choose another password.', {
    is_accepted: yes('Always true, whether or not a user has the address.'),
  }),
)
const redeemed = one(
  object('PasswordReset', 'A password that was chosen by a link.', {
    email: text('Address with which the user signs in.'),
  }),
)

const REQUEST = `Mails a link that works once, within ${RESET_MINUTES} minutes; a user of several organizations gets a link for each. Answers the same whether or not a user has the address. An address gets at most 5 such mails an hour. Answers 503 \`mail_not_configured\` if the operator has set no mail server.`

/** Password resets by a mailed link. */
export const passwordResets = new Router<State, Services>()
passwordResets.post(
  '/api/v1/password-resets',
  operation(
    'requestPasswordReset',
    'Ask for a link to choose another password',
    { 202: requested },
    REQUEST,
  ),
  rateLimitAddress('sign_in'),
  validate(request),
  postRequest,
)
passwordResets.post(
  '/api/v1/password-resets/redeem',
  operation(
    'resetPassword',
    'Choose another password by a link',
    { 200: redeemed },
    'Ends all sessions of the user, who then signs in with the new password, and with the second factor where there is one. Answers 404 to the token of a link that was used or replaced, or is past its time.',
  ),
  rateLimitAddress('sign_in'),
  validate(redemption),
  postRedemption,
)

async function postRequest(ctx: Ctx) {
  requireOwnPage(ctx)
  requireMail(ctx, 'the operator can reset a password with parley-admin.')
  const { email } = ctx.state.body as FromSchema<typeof request>
  // Counts the address as typed, whether or not a user has it.
  const seconds = await countMail(ctx, 'reset', email)
  if (seconds)
    throw new AppError(
      'rate_limited',
      `This address got 5 requests within an hour. Look into its mailbox, or try again in ${seconds} s.`,
      { retryAfter: seconds },
    )
  ctx.mailer.inBackground('password resets', () => sendLinks(ctx, email))
  answer(ctx, 202, 'If a user has this address, a mail is on its way.', { is_accepted: true })
}

/**
 * Sends each account's link to the address as the account spells it: accounts may differ in
 * capitals.
 */
async function sendLinks(ctx: Ctx, email: string): Promise<void> {
  const linksTo = new Map<string, ResetLink[]>()
  for (const account of await findAccounts(ctx.db, email)) {
    const token = randomBytes(32).toString('base64url')
    await putPasswordReset(ctx.db, account, hashSecret(token))
    await storeAuditEvent(ctx, requestedBy(ctx, account))
    const links = linksTo.get(account.email) ?? []
    linksTo.set(account.email, links)
    links.push({ organization: account.organization, link: linkTo(ctx, 'reset', token) })
  }
  for (const [to, links] of linksTo) await ctx.mailer.send({ to, ...wordsFor(ctx).reset(links) })
}

const requestedBy = (ctx: Ctx, { id, organization_id, email }: Account) => ({
  ...UNKNOWN_ACTOR,
  ...requestOf(ctx),
  organization_id,
  action: 'user.password_reset_requested',
  target_kind: 'user',
  target_id: id,
  target_label: email,
  changes: {},
})

async function postRedemption(ctx: Ctx) {
  requireOwnPage(ctx)
  const { token, password } = ctx.state.body as FromSchema<typeof redemption>
  const tokenHash = hashSecret(token)
  const user = await findPasswordReset(ctx.db, tokenHash)
  if (!user) throw gone()
  await refuseObvious('password', password, user.email)
  const password_hash = await hashPassword(password, ctx.config.PASSWORD_COST)
  if (!(await redeemPasswordReset(ctx.db, user, tokenHash, password_hash))) throw gone()
  rememberDevice(ctx, { id: user.id, password_hash })
  const { id, organization_id, email } = user
  noteAudit(ctx, {
    actor: { organization_id, actor_kind: 'user', actor_id: id, actor: email },
    target: { id, label: email },
    fields: [],
  })
  answer(ctx, 200, 'Password changed. All sessions have ended.', { email })
}

const gone = () =>
  new AppError(
    'not_found',
    `This link was used or replaced, or it is older than ${RESET_MINUTES} minutes. Ask for another.`,
  )
