import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { applicationRecords } from '../../../shared/applications/applicationRecords.ts'
import {
  getIdentitySecret,
  type IdentitySecret,
  revokeIdentitySecret,
  rotateIdentitySecret,
} from '../../../shared/applications/identitySecrets.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  kindOf,
  object,
  one,
  orNull,
  presenter,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { rotationOf } from '../records/rotation.ts'

const rotation = rotationOf(
  168,
  24,
  'Hours for which the previous secret stays valid, so that your server can switch at any time; 0: it expires now, and identities that it signed are no longer valid.',
)
type IdentityRotation = Required<FromSchema<typeof rotation>>

const properties = {
  object: kindOf('identity_secret'),
  id: uuid('Id of this secret, with which to revoke it; UUID v7.'),
  hint: text('The last four characters of the secret, to distinguish it from another.'),
  created_at: time('When the secret was issued'),
  expires_at: orNull(time('When the secret expires'), 'it does not expire'),
}

/** Shows an identity secret without the secret itself. */
export const identitySecret = object(
  'IdentitySecret',
  'A secret with which your server signs who its users are, without its value.',
  properties,
)
const newIdentitySecret = object('NewIdentitySecret', 'A newly issued identity secret.', {
  ...properties,
  secret: orNull(
    text(
      "The secret's value, with which your server signs identity tokens (HS256). Store it on your server, never in a page: no other answer has it.",
    ),
    'an earlier request with the same `Idempotency-Key` returned it',
  ),
})
export const presentIdentitySecret = presenter<IdentitySecret>(identitySecret)

export const identitySecrets = new Router<State, Services>()
identitySecrets.post(
  '/api/v1/applications/:application_id/identity-secrets',
  operation(
    'rotateIdentitySecret',
    'Create or rotate the identity secret of an application',
    { 201: one(newIdentitySecret) },
    'Your server signs with it who a visitor is; the widget then gets a token with which they see their sessions on every device. The previous secret stays valid for the grace period; older secrets expire now. Only this answer has the secret: repeating the request with the same `Idempotency-Key` rotates nothing and returns null in its place.',
  ),
  authenticate('owner'),
  rateLimit,
  validate(rotation),
  postIdentitySecret,
)
identitySecrets.delete(
  '/api/v1/applications/:application_id/identity-secrets/:id',
  operation(
    'revokeIdentitySecret',
    'Revoke an identity secret',
    { 200: deleted },
    'Within 5 seconds, every process refuses identity tokens that it has signed, and the widget tokens of visitors who are known by them.',
  ),
  authenticate('owner'),
  rateLimit,
  deleteIdentitySecret,
)

async function postIdentitySecret(ctx: Ctx) {
  const { grace_hours } = ctx.state.body as IdentityRotation
  const application = await applicationOf(ctx)
  let secret: string | null = null
  const made = await idempotently<IdentitySecret>(
    ctx,
    (db) =>
      db.transaction(async (transaction) => {
        const rotated = await rotateIdentitySecret(
          transaction,
          application,
          grace_hours,
          ctx.sealer.seal,
        )
        secret = rotated.secret
        return rotated
      }),
    (id) => getIdentitySecret(ctx.db, application, id),
  )
  ctx.credentials.forget(application.client_id)
  noteAudit(ctx, { target: { id: made.id, label: application.name } })
  const detail = secret
    ? `Identity secret issued. The previous secret expires within ${grace_hours} h. Store it: it is not shown again.`
    : 'Identity secret issued earlier. Only the first answer had it: rotate again if you have lost it.'
  answer(ctx, 201, detail, { ...presentIdentitySecret(made), secret })
}

async function deleteIdentitySecret(ctx: Ctx) {
  const application = await applicationOf(ctx)
  const id = idOf(ctx, 'identity secret')
  await revokeIdentitySecret(ctx.db, application, id)
  ctx.credentials.forget(application.client_id)
  noteAudit(ctx, { target: { id, label: application.name } })
  answerDeleted(
    ctx,
    id,
    'Identity secret revoked: tokens that it has signed are refused everywhere within 5 seconds.',
  )
}

const applicationOf = (ctx: Ctx) =>
  applicationRecords.get(
    ctx.db,
    ctx.state.caller.organization_id,
    idOf(ctx, applicationRecords.name, 'application_id'),
  )
