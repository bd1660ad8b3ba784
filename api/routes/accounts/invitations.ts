import { randomBytes } from 'node:crypto'
import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../../shared/errors.ts'
import { hashPassword, hashSecret } from '../../../shared/secrets.ts'
import {
  acceptInvitation,
  findInvitation,
  type Invitation,
  invitationRecords,
  type OpenInvitation,
  putInvitation,
} from '../../../shared/store/accounts/invitations.ts'
import { ROLES } from '../../../shared/store/accounts/users.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { requireOwnPage } from '../../auth/identity.ts'
import { enter, signedIn } from '../../auth/loginSessions.ts'
import { newPassword, refuseObvious } from '../../auth/passwords.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, object, one, presenter, record, text, time } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitAddress } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import { personName } from './account.ts'

const email = { type: 'string', maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' } as const
const role = { type: 'string', enum: ROLES } as const

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
  description: "Of the invitation's link, which is `/dashboard/invitation#` and it.",
} as const

/** As long as a real token, so that the example passes validation. */
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

const fields = { email: text, role, invited_by: text, expires_at: time }
const invitation = record('Invitation', fields)
const present = presenter<Invitation>(invitation)
const withToken = record('InvitationWithToken', { ...fields, token })
const openInvitation = object('OpenInvitation', { organization: text, ...fields })
const presentOpen = presenter<OpenInvitation>(openInvitation)

const { list, remove } = handlersOf(invitationRecords, present, 'its link')

const ONCE =
  'There is no mail: you hand over the link, `/dashboard/invitation#` and the `token`, which is shown once, works once, and ends after 7 days. Inviting an address again gives another link and ends the first. For a user of your organization: 409 `email_taken`; that an address belongs to people of another organization shows nowhere.'

/** Invitations: an owner sends a link, and whoever opens it gets an account. */
export const invitations = new Router<State, Services>()
invitations.post(
  '/api/v1/invitations',
  operation('createInvitation', 'Invite somebody', { 200: one(withToken), 201: one(withToken) }, ONCE),
  authenticate('owner'),
  rateLimit,
  validate(newInvitation),
  postInvitation,
)
invitations.get(
  '/api/v1/invitations',
  operation('listInvitations', 'List the invitations that nobody has accepted', { 200: many(invitation) }),
  authenticate('owner'),
  rateLimit,
  validatePage('desc'),
  list,
)
invitations.delete(
  '/api/v1/invitations/:id',
  operation('revokeInvitation', 'Revoke an invitation', { 200: deleted }),
  authenticate('owner'),
  rateLimit,
  remove,
)
invitations.post(
  '/api/v1/invitations/read',
  operation('readInvitation', 'What an invitation is for', { 200: one(openInvitation) }),
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
    'Makes the user and signs them in. An invitation that was used, revoked or is past its time is 404.',
  ),
  rateLimitAddress('sign_in'),
  validate(acceptance),
  postAcceptance,
)

async function postInvitation(ctx: Ctx) {
  const body = ctx.state.body as FromSchema<typeof newInvitation>
  const { organization_id, user } = ctx.state.caller
  const token = randomBytes(32).toString('base64url')
  const wanted = { organization_id, ...body, invited_by: user!.email, token_hash: hashSecret(token) }
  const { invitation, isNew } = await putInvitation(ctx.db, wanted, user!.id)
  if (!isNew) noteAudit(ctx, { action: 'invitation.renewed' })
  noteAudit(ctx, { target: { id: invitation.id, label: invitation.email } })
  const detail = isNew ? 'Invited.' : 'Invited again: the earlier link has ended.'
  answer(ctx, isNew ? 201 : 200, detail, { ...present(invitation), token })
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
  await refuseObvious('password', password, found.email)
  const password_hash = await hashPassword(password, ctx.config.PASSWORD_COST)
  const user = await acceptInvitation(ctx.db, tokenHash, { name: name?.trim() ?? null, password_hash })
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
    'This invitation was used or revoked, or it is older than 7 days. Ask whoever sent it for a new link.',
  )
