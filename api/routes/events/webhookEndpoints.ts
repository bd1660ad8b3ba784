import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { skipWaiting } from '../../../shared/events/deliveryJobs.ts'
import {
  ALL_EVENTS,
  addEndpoint,
  DISABLED_REASONS,
  endpointPlace,
  endpointRecords,
  MAX_ENDPOINTS,
  RESUMED,
  rotateEndpointSecret,
  type WebhookEndpoint,
} from '../../../shared/events/endpoints.ts'
import { EVENT_NAMES } from '../../../shared/events/eventTypes.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  count,
  deleted,
  flag,
  many,
  one,
  orNull,
  presenter,
  record,
  text,
  time,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges, validateNew } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import { rotationOf } from '../records/rotation.ts'
import { requireReceiver } from './receiverAddress.ts'

/** Hours of a week. */
const MAX_GRACE_HOURS = 168

const fields = {
  url: {
    type: 'string',
    minLength: 1,
    maxLength: 2000,
    examples: ['https://shop.example.com/webhooks/parley'],
    description:
      'Address that events are sent to by POST, with https or http. It must be public, at port 443 or 80, and not of this service; the operator can allow others (`EGRESS_ALLOWED_HOSTS`).',
  },
  events: {
    type: 'array',
    minItems: 1,
    maxItems: EVENT_NAMES.length + 1,
    uniqueItems: true,
    items: { type: 'string', enum: [ALL_EVENTS, ...EVENT_NAMES] },
    examples: [['message.completed', 'message.failed']],
    description: 'Types of the events that are sent; `*` stands for all, including future types.',
  },
  description: {
    type: 'string',
    maxLength: 500,
    examples: ['Replies into the warehouse'],
    description: 'Purpose of the endpoint, for people. Default: empty.',
  },
} as const

const newEndpoint = {
  type: 'object',
  additionalProperties: false,
  required: ['url', 'events'],
  properties: fields,
  examples: [
    {
      url: 'https://shop.example.com/webhooks/parley',
      events: ['message.completed', 'message.failed'],
      description: 'Replies into the warehouse',
    },
  ],
} as const
type NewEndpoint = FromSchema<typeof newEndpoint>

const isActive = flag(
  'Whether events are sent. False: it was paused, or Parley has disabled it. Events are then skipped, and can be replayed.',
)
const endpointChanges = {
  ...changesOf({
    required: [...newEndpoint.required, 'is_active'],
    properties: { ...fields, is_active: isActive },
  }),
  examples: [{ events: ['*'] }],
}
type EndpointBodyChanges = Partial<Omit<NewEndpoint, 'description'>> & {
  description?: string | null
  is_active?: boolean
}

const rotation = rotationOf(
  MAX_GRACE_HOURS,
  24,
  'Hours for which requests are also signed with the previous secret, so that your receiver can switch at any time; 0: it expires now.',
)

const properties = {
  ...fields,
  is_active: isActive,
  disabled_at: orNull(
    time('When Parley disabled it, because it answered 410 or had failed for five days'),
    'Parley has not disabled it',
  ),
  disabled_reason: orNull(
    {
      type: 'string',
      enum: [...DISABLED_REASONS],
      description:
        'Why Parley disabled it. `gone`: it answered 410; `failing`: it failed for five days and at least twenty times.',
    },
    'Parley has not disabled it',
  ),
  failures: count('Tries that have failed since the last success.'),
  first_failure_at: orNull(time('When the first of these tries failed'), 'none has failed'),
  last_success_at: orNull(time('When it last accepted an event'), 'never'),
  previous_secret_expires_at: orNull(
    time('Until when requests are also signed with the secret from before the last rotation'),
    'requests have one signature',
  ),
}
const endpoint = record(
  'WebhookEndpoint',
  'Where events are sent, and which types. Without its secret.',
  properties,
)
const withSecret = record(
  'WebhookEndpointWithSecret',
  'An endpoint with its new secret.',
  {
    ...properties,
    secret: orNull(
      {
        ...text(
          'Secret with which your receiver checks that requests come from Parley, in the form of Standard Webhooks: `whsec_` and base64. Store it: no other answer has it.',
        ),
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      },
      'an earlier request with the same `Idempotency-Key` returned it',
    ),
  },
  'webhook_endpoint',
)
const present = presenter<WebhookEndpoint>(endpoint)
const { list, read, show, remove } = handlersOf(endpointRecords, present, 'what waited for it')

/**
 * Endpoints receive what customers say, so these routes are for owners, and for keys that may
 * manage.
 */
export const webhookEndpoints = new Router<State, Services>()
webhookEndpoints.post(
  '/api/v1/webhook-endpoints',
  operation(
    'createWebhookEndpoint',
    'Create a webhook endpoint',
    { 201: one(withSecret) },
    `Events that happen from now on are sent to it, at least once each, in requests signed by [Standard Webhooks](https://www.standardwebhooks.com). Your organization has at most ${MAX_ENDPOINTS} endpoints. Only this answer has the secret: repeating the request with the same \`Idempotency-Key\` returns null in its place.`,
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateNew(newEndpoint),
  postEndpoint,
)
webhookEndpoints.get(
  '/api/v1/webhook-endpoints',
  operation(
    'listWebhookEndpoints',
    'List the webhook endpoints',
    { 200: many(endpoint) },
    'Sorted by creation time, newest first by default.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validatePage('desc', { table: 'webhook_endpoints' }),
  list,
)
webhookEndpoints.get(
  '/api/v1/webhook-endpoints/:id',
  operation(
    'readWebhookEndpoint',
    'Read a webhook endpoint',
    { 200: one(endpoint) },
    'The `ETag` of the answer can be sent as `If-Match` with a change.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  read,
)
webhookEndpoints.patch(
  '/api/v1/webhook-endpoints/:id',
  operation(
    'changeWebhookEndpoint',
    'Change, pause or resume a webhook endpoint',
    { 200: one(endpoint) },
    'Changes only the fields in the body. With `is_active` false, waiting events are skipped and later events are not sent. With true, it starts again, even if Parley has disabled it, and earlier failures no longer count. Replay the events that it has missed.',
    ifMatch('endpoint'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateChanges(endpointChanges, show),
  patchEndpoint,
)
webhookEndpoints.delete(
  '/api/v1/webhook-endpoints/:id',
  operation(
    'deleteWebhookEndpoint',
    'Delete a webhook endpoint',
    { 200: deleted },
    'Deletes its deliveries as well, including waiting ones.',
    ifMatch('endpoint'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  remove,
)
webhookEndpoints.post(
  '/api/v1/webhook-endpoints/:id/rotate',
  operation(
    'rotateWebhookEndpoint',
    'Rotate the secret of a webhook endpoint',
    { 201: one(withSecret) },
    'Creates a new secret. During the grace period, requests are also signed with the previous secret, in the same header. Only this answer has the secret: repeating the request with the same `Idempotency-Key` rotates nothing and returns null in its place.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validate(rotation),
  postRotation,
)

async function postEndpoint(ctx: Ctx) {
  const body = ctx.state.body as NewEndpoint
  const { organization_id } = ctx.state.caller
  const url = requireReceiver(ctx, body.url)
  let secret: string | null = null
  const created = await idempotently(
    ctx,
    async (db) => {
      const id = uuid()
      secret = newWebhookSecret()
      const sealed_secret = ctx.sealer.seal(secret, endpointPlace({ organization_id, id }))
      const added = await addEndpoint(db, organization_id, { ...body, url, id, sealed_secret })
      if (added) return added
      const detail = `your organization has ${MAX_ENDPOINTS} webhook endpoints, which is the most: delete one`
      throw validationFailed([{ field: 'url', code: 'too_many', detail }])
    },
    (id) => endpointRecords.get(ctx.db, organization_id, id),
  )
  const detail = secret
    ? 'Webhook endpoint created. Store its secret: it is not shown again.'
    : 'Webhook endpoint created earlier. Only the first answer had its secret: rotate it if you have lost it.'
  answer(ctx, 201, detail, { ...present(created), secret })
}

async function patchEndpoint(ctx: Ctx) {
  const { url, ...given } = ctx.state.body as EndpointBodyChanges
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, endpointRecords.name)
  const address = url === undefined ? {} : { url: requireReceiver(ctx, url) }
  const changed = await ctx.db.transaction(async (transaction) => {
    const before = await endpointRecords.lock(transaction, organization_id, id)
    seenBy(ctx, present)?.(before)
    noteAudit(ctx, { before: present(before) })
    const changes = {
      ...given,
      ...address,
      ...(given.is_active && !before.is_active ? RESUMED : {}),
    } as Partial<WebhookEndpoint>
    return endpointRecords.change(transaction, organization_id, id, changes)
  })
  if (!changed.is_active) await skipWaiting(ctx.db, { organization_id, endpoint_id: id })
  answer(ctx, 200, 'Webhook endpoint changed.', present(changed))
}

async function postRotation(ctx: Ctx) {
  const { grace_hours } = ctx.state.body as Required<FromSchema<typeof rotation>>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, endpointRecords.name)
  let secret: string | null = null
  const rotated = await idempotently(
    ctx,
    (db) => {
      secret = newWebhookSecret()
      const sealed = ctx.sealer.seal(secret, endpointPlace({ organization_id, id }))
      return rotateEndpointSecret(db, organization_id, id, sealed, grace_hours)
    },
    () => endpointRecords.get(ctx.db, organization_id, id),
  )
  const detail = secret
    ? `Secret rotated. The previous secret signs as well for ${grace_hours} h. Store the new one: it is not shown again.`
    : 'Secret rotated earlier. Only the first answer had it: rotate again if you have lost it.'
  answer(ctx, 201, detail, { ...present(rotated), secret })
}
