import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  applicationRecords,
  getSecret,
  revokeSecret,
} from '../../../shared/store/accounts/applicationRecords.ts'
import {
  ROTATION_GRACE_HOURS,
  rotateSecret,
  type Secret,
} from '../../../shared/store/accounts/applications.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, object, one, orNull, presenter, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

const rotation = {
  type: 'object',
  additionalProperties: false,
  properties: {
    grace_hours: {
      type: 'integer',
      minimum: 0,
      maximum: 720,
      default: ROTATION_GRACE_HOURS,
      description:
        'Hours for which the older secrets stay valid, unless they end earlier; 0: they end at once.',
    },
  },
  examples: [{ grace_hours: 24 }],
} as const
type Rotation = FromSchema<typeof rotation>

const properties = {
  id: uuid('Id of this secret, by which it can be revoked; UUID v7.'),
  hint: text('The last four characters of the secret, to tell it from others.'),
  created_at: time('When the secret was issued'),
  last_used_at: orNull(time('When a request last came with the secret, to the minute'), 'never'),
  expires_at: orNull(time('When the secret ends'), 'it does not end by itself'),
}

/** A secret as it is shown: never the secret itself. */
export const secret = object('Secret', 'A secret of an application, without the secret itself.', properties)

/** The secret itself, in the one answer that has it. */
export const newSecretOf = orNull(
  text('The secret itself, to be sent as `X-API-Secret`. Keep it: no other answer has it.'),
  'an earlier request with the same `Idempotency-Key` returned it',
)
const newSecret = object('NewSecret', 'A secret that was issued just now.', {
  ...properties,
  client_secret: newSecretOf,
})
const present = presenter<Secret>(secret)

const ROTATE =
  'Issues a new secret; the older ones stay valid for the grace time. Only this answer has the secret: a repetition with the same `Idempotency-Key` rotates nothing, and has null in its place.'

export const applicationSecrets = new Router<State, Services>()
applicationSecrets.post(
  '/api/v1/applications/:application_id/secrets',
  operation('rotateSecret', "Rotate an application's secret", { 201: one(newSecret) }, ROTATE),
  authenticate('owner'),
  rateLimit,
  validate(rotation),
  postSecret,
)
applicationSecrets.delete(
  '/api/v1/applications/:application_id/secrets/:id',
  operation(
    'revokeSecret',
    'Revoke a secret',
    { 200: deleted },
    'Every process refuses requests with it within 5 seconds.',
  ),
  authenticate('owner'),
  rateLimit,
  deleteSecret,
)

async function postSecret(ctx: Ctx) {
  const { grace_hours } = ctx.state.body as Required<Rotation>
  const { application, organization_id } = await applicationOf(ctx)
  let client_secret: string | null = null
  const made = await idempotently(
    ctx,
    (db) =>
      db.transaction(async (transaction) => {
        const { id, secret } = await rotateSecret(transaction, application, grace_hours)
        client_secret = secret
        return getSecret(transaction, organization_id, application.id, id)
      }),
    (id) => getSecret(ctx.db, organization_id, application.id, id),
  )
  ctx.credentials.forget(application.client_id)
  noteAudit(ctx, { target: { id: made.id, label: application.name } })
  const detail = client_secret
    ? `Secret issued; older ones end within ${grace_hours} h. Keep it: it is not shown again.`
    : 'Secret issued earlier. It was in the first answer alone: rotate again if that was lost.'
  answer(ctx, 201, detail, { ...present(made), client_secret })
}

async function deleteSecret(ctx: Ctx) {
  const { application, organization_id } = await applicationOf(ctx)
  const id = idOf(ctx, 'secret')
  await revokeSecret(ctx.db, organization_id, application.id, id)
  ctx.credentials.forget(application.client_id)
  noteAudit(ctx, { target: { id, label: application.name } })
  answerDeleted(ctx, id, 'Secret revoked: it is refused everywhere within 5 seconds.')
}

async function applicationOf(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, applicationRecords.name, 'application_id')
  return { application: await applicationRecords.get(ctx.db, organization_id, id), organization_id }
}
