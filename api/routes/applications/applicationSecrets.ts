import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { requireAgents } from '../../../shared/agents/agents.ts'
import {
  applicationRecords,
  getSecret,
  revokeSecret,
} from '../../../shared/applications/applicationRecords.ts'
import {
  createKey,
  ROTATION_GRACE_HOURS,
  rotateSecret,
  SCOPES,
  type Secret,
} from '../../../shared/applications/applications.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  flag,
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
import { validate, validateNew } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { rotationOf } from '../records/rotation.ts'

const rotation = rotationOf(
  720,
  ROTATION_GRACE_HOURS,
  'Hours for which the older secrets stay valid, unless they expire earlier; 0: they expire at once.',
)
type Rotation = FromSchema<typeof rotation>

const named = 'Name of the key for people, such as the program that uses it.'
const tests =
  'Whether it is a test key (`sk_test_…`): its sessions and conversations count in no figure and are deleted a day later, and it reaches no other chats and no contexts. Its replies cost as much as others, and count in the budgets of the organization, the application and agents, but not of customers.'

const scopes = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: SCOPES },
  description:
    'What the key may do: `chat` holds conversations, `knowledge` reads and changes knowledge, `manage` changes agents and widgets, `read` reads everything. Webhooks need `manage` and `read`. Each operation names the scopes that allow it.',
} as const

const agentIds = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', format: 'uuid' },
  description:
    'Ids of the only agents that the key reaches. Other agents, their conversations and knowledge that serves only them are not found.',
} as const

const newKey = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'scopes'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S', description: named },
    scopes,
    agent_ids: {
      ...agentIds,
      type: ['array', 'null'],
      minItems: 1,
      description: `${agentIds.description} Null, the default: every agent.`,
    },
    is_test: { type: 'boolean', default: false, description: tests },
  },
  examples: [{ name: 'Web shop', scopes: ['chat'], is_test: false }],
} as const
type KeyBody = FromSchema<typeof newKey>

const properties = {
  object: kindOf('secret'),
  id: uuid('Id of this secret, with which to revoke it; UUID v7.'),
  name: orNull(text(named), 'it came with the application or a rotation'),
  scopes: orNull({ ...scopes, minItems: 0 }, 'all'),
  agent_ids: orNull(agentIds, 'every agent of the organization, including future agents'),
  is_test: flag(tests),
  hint: text('The last four characters of the secret, to distinguish it from others.'),
  created_at: time('When the secret was issued'),
  last_used_at: orNull(time('When a request last came with the secret, to the minute'), 'never'),
  expires_at: orNull(time('When the secret expires'), 'it does not expire'),
}

/** The schema of a secret in answers, which leave out its value. */
export const secret = object('Secret', 'A secret of an application, without its value.', properties)

/** The value of the secret, in the only answer that has it. */
export const newSecretOf = orNull(
  text(
    "The secret's value, to be sent as `Authorization: Bearer`, or as `X-API-Secret` beside the client id. Store it: no other answer has it.",
  ),
  'an earlier request with the same `Idempotency-Key` returned it',
)
const newSecret = object('NewSecret', 'A newly issued secret.', {
  ...properties,
  client_secret: newSecretOf,
})
export const presentSecret = presenter<Secret>(secret)

const ROTATE =
  'Issues a new secret with all rights. Older secrets stay valid for the grace period. Named keys do not change. Only this answer has the secret: repeating the request with the same `Idempotency-Key` rotates nothing and returns null in its place.'

const CREATE =
  "A key may do what its scopes allow, for all agents or some of them. The application's other secrets do not change. Send the key as `Authorization: Bearer sk_…`; revoke it like a secret. Only this answer has the key: repeating the request with the same `Idempotency-Key` returns null in its place."

export const applicationSecrets = new Router<State, Services>()
applicationSecrets.post(
  '/api/v1/applications/:application_id/secrets',
  operation('rotateSecret', "Rotate an application's secret", { 201: one(newSecret) }, ROTATE),
  authenticate('owner'),
  rateLimit,
  validate(rotation),
  postSecret,
)
applicationSecrets.post(
  '/api/v1/applications/:application_id/keys',
  operation('createKey', 'Create a key of an application', { 201: one(newSecret) }, CREATE),
  authenticate('owner'),
  rateLimit,
  validateNew(newKey),
  postKey,
)
applicationSecrets.delete(
  '/api/v1/applications/:application_id/secrets/:id',
  operation(
    'revokeSecret',
    'Revoke a secret',
    { 200: deleted },
    'Revokes named keys as well. Every process refuses requests with the secret within 5 seconds.',
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
    ? `Secret issued. Older secrets expire within ${grace_hours} h. Store it: it is not shown again.`
    : 'Secret issued earlier. Only the first answer had it: rotate again if you have lost it.'
  answer(ctx, 201, detail, { ...presentSecret(made), client_secret })
}

async function postKey(ctx: Ctx) {
  const {
    name,
    scopes,
    agent_ids = null,
    is_test,
  } = ctx.state.body as KeyBody & { is_test: boolean }
  const { application, organization_id } = await applicationOf(ctx)
  if (agent_ids) await requireAgents(ctx.db, organization_id, agent_ids)
  let client_secret: string | null = null
  const made = await idempotently(
    ctx,
    (db) =>
      db.transaction(async (transaction) => {
        const key = { name, scopes, agent_ids, is_test }
        const { id, secret } = await createKey(transaction, application, key)
        client_secret = secret
        return getSecret(transaction, organization_id, application.id, id)
      }),
    (id) => getSecret(ctx.db, organization_id, application.id, id),
  )
  ctx.credentials.forget(application.client_id)
  noteAudit(ctx, { target: { id: made.id, label: name } })
  const detail = client_secret
    ? 'Key created. Store it: it is not shown again.'
    : 'Key created earlier. Only the first answer had it: create another key if you have lost it.'
  answer(ctx, 201, detail, { ...presentSecret(made), client_secret })
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
