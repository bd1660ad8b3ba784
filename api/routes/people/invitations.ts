import { randomBytes } from 'node:crypto'
import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { hashPassword, hashSecret } from '../../../shared/lib/secrets.ts'
import {
  acceptInvitation,
  findInvitation,
  type Invitation,
  invitationRecords,
  type OpenInvitation,
  putInvitation,
} from '../../../shared/people/invitations.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { requirePasswordAllowed } from '../../auth/admission.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { enter, role, signedIn } from '../../auth/loginSessions.ts'
import { newPassword, refuseObvious } from '../../auth/passwords.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  flag,
  many,
  object,
  one,
  plainAddress,
  presenter,
  record,
  text,
  time,
} from '../../http/schemas.ts'
import { wordsFor } from '../../mail/mails.ts'
import { countMail, linkTo } from '../../mail/sendMail.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import { personName } from './account.ts'

const email = plainAddress('Address of the invited person, with which they will sign in.')

const newInvitation = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'role'],
  properties: { email, role },
  examples: [{ email: 'zoe@example.com', role: 'editor' }],
} as const

const token = {
  type: 'string',
  minLength: 20,
  maxLength: 200,
  description: 'Secret at the end of the link that invites: `/dashboard/invitation#` and this.',
} as const

/** As long as a real token, so that the example is valid. */
const EXAMPLE_TOKEN = 'what-stands-after-the-number-sign-of-a-link'

const lookUp = {
  type: 'object',
  additionalProperties: false,
  required: ['token'],
  properties: { token },
  examples: [{ token: EXAMPLE_TOKEN }],
} as const

const acceptance = {
  type: 'object',
  additionalProperties: false,
  required: ['token', 'password'],
  properties: { token, name: personName, password: newPassword },
  examples: [{ token: EXAMPLE_TOKEN, name: 'Zoe', password: 'four words nobody expects' }],
} as const

const fields = {
  email: text(email.description),
  role,
  invited_by: text('Address of the owner who invites, as it was then; or `the admin tool`.'),
  expires_at: time('When the link expires'),
}
export const invitation = record('Invitation', 'An invitation that was not accepted yet.', fields)
const present = presenter<Invitation>(invitation)
const withToken = record(
  'InvitationWithToken',
  'An invitation, with the token of its link.',
  {
    ...fields,
    token,
    is_mailed: flag(
      'Whether the link went out to the address. False: the operator has set no mail server, it did not take the mail, or the address got 5 invitations within an hour. Hand over the link.',
    ),
  },
  'invitation',
)
const openInvitation = object('OpenInvitation', 'An invitation, as its holder sees it.', {
  organization: text('Name of the organization that invites.'),
  ...fields,
})
const presentOpen = presenter<OpenInvitation>(openInvitation)

const { list, remove } = handlersOf(invitationRecords, present, 'its link')

const ONCE =
  'Sends the link by mail where the operator has set a mail server (`is_mailed`). Otherwise you hand it over: `/dashboard/invitation#` and the `token`, which is shown once, works once, and ends after 7 days. Inviting an address again gives another link and ends the first. Answers 409 `email_taken` for a user of your organization; it does not reveal whether other organizations know the address.'

/** Invitations: a person gets an account by a link, which comes by mail or from an owner. */
export const invitations = new Router<State, Services>()
invitations.post(
  '/api/v1/invitations',
  operation(
    'createInvitation',
    'Invite a person',
    {
      200: one(
        withToken,
        'The address was invited before: `data` holds the new link, and the earlier link has ended.',
      ),
      201: one(withToken),
    },
    ONCE,
  ),
  authenticate('owner'),
  rateLimit,
  validate(newInvitation),
  postInvitation,
)
invitations.get(
  '/api/v1/invitations',
  operation(
    'listInvitations',
    'List the invitations that were not accepted',
    { 200: many(invitation) },
    'Includes expired invitations, for 30 days.',
  ),
  authenticate('owner'),
  rateLimit,
  validatePage('desc', { table: 'invitations' }),
  list,
)
invitations.delete(
  '/api/v1/invitations/:id',
  operation(
    'revokeInvitation',
    'Revoke an invitation',
    { 200: deleted },
    'Its link no longer works.',
    ifMatch('invitation'),
  ),
  authenticate('owner'),
  rateLimit,
  remove,
)
invitations.post(
  '/api/v1/invitations/read',
  operation(
    'readInvitation',
    'Read what an invitation is for',
    { 200: one(openInvitation) },
    'For the page that the link opens. Answers 404 to the token of an invitation that was used or revoked, or is past its time.',
  ),
  rateLimitAddress('sign_in'),
  validate(lookUp),
  postLookUp,
)
invitations.post(
  '/api/v1/invitations/accept',
  operation(
    'acceptInvitation',
    'Accept an invitation',
    { 201: signedIn },
    'Creates the user and signs them in. Answers 404 to the token of an invitation that was used or revoked, or is past its time.',
  ),
  rateLimitAddress('sign_in'),
  validate(acceptance),
  postAcceptance,
)

async function postInvitation(ctx: Ctx) {
  const body = ctx.state.body as FromSchema<typeof newInvitation>
  const { organization_id, user } = ctx.state.caller
  const token = randomBytes(32).toString('base64url')
  const wanted = {
    organization_id,
    ...body,
    invited_by: user!.email,
    token_hash: hashSecret(token),
  }
  const { invitation, isNew } = await putInvitation(ctx.db, wanted, user!.id)
  if (!isNew) noteAudit(ctx, { action: 'invitation.renewed' })
  noteAudit(ctx, { target: { id: invitation.id, label: invitation.email } })
  const detail = isNew ? 'Invited.' : 'Invited again: the earlier link has ended.'
  const is_mailed = await mail(ctx, { ...invitation, organization: user!.organization }, token)
  answer(ctx, isNew ? 201 : 200, detail, { ...present(invitation), token, is_mailed })
}

async function mail(ctx: Ctx, invitation: OpenInvitation, token: string): Promise<boolean> {
  const { email } = invitation
  if (!ctx.mailer.isConfigured || (await countMail(ctx, 'invitation', email))) return false
  const words = wordsFor(ctx).invitation(invitation, linkTo(ctx, 'invitation', token))
  return ctx.mailer.send({ to: email, ...words })
}

async function postLookUp(ctx: Ctx) {
  requireOwnPage(ctx)
  const { token } = ctx.state.body as FromSchema<typeof lookUp>
  const found = await findInvitation(ctx.db, hashSecret(token))
  if (!found) throw gone()
  answer(ctx, 200, `You are invited to ${found.organization}.`, presentOpen(found))
}

async function postAcceptance(ctx: Ctx) {
  requireOwnPage(ctx)
  const { token, name, password } = ctx.state.body as FromSchema<typeof acceptance>
  const tokenHash = hashSecret(token)
  const found = await findInvitation(ctx.db, tokenHash)
  if (!found) throw gone()
  await requirePasswordAllowed(ctx, found, undefined)
  await refuseObvious('password', password, found.email)
  const password_hash = await hashPassword(password, ctx.config.PASSWORD_COST)
  const user = await acceptInvitation(ctx.db, tokenHash, {
    name: name?.trim() ?? null,
    password_hash,
  })
  if (!user) throw gone()
  const { id, organization_id } = user
  noteAudit(ctx, {
    actor: { organization_id, actor_kind: 'user', actor_id: id, actor: user.email },
    target: { id: found.id, label: user.email },
    after: user,
    fields: ['email', 'role', 'name'],
  })
  const detail = `Welcome to ${found.organization}.`
  answer(ctx, 201, detail, await enter(ctx, { ...user, organization: found.organization }))
}

const gone = () =>
  new AppError(
    'not_found',
    'This invitation was used or revoked, or it is older than 7 days. Ask its sender for a new link.',
  )
