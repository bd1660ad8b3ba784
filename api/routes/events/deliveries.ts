import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  countReplayed,
  DELIVERY_STATUSES,
  type DeliveryAttempt,
  type DeliveryFilter,
  deliveryRecords,
  listAttempts,
  listDeliveries,
  MAX_REPLAYED,
  type Opening,
  openTest,
  type ReplayRange,
  replayEvents,
  retryDelivery,
  type WebhookDelivery,
} from '../../../shared/events/deliveries.ts'
import { DELIVERY_ERRORS } from '../../../shared/events/deliveryErrors.ts'
import { ALL_EVENTS, endpointRecords } from '../../../shared/events/endpoints.ts'
import { readEvent } from '../../../shared/events/eventRows.ts'
import { EVENT_NAMES } from '../../../shared/events/eventTypes.ts'
import { presentEvents } from '../../../shared/events/presentEvents.ts'
import { DELIVER, type Job } from '../../../shared/lib/jobs.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { waitSeconds } from '../../http/prefer.ts'
import {
  count,
  described,
  flag,
  kindOf,
  many,
  object,
  one,
  orNull,
  presenter,
  recordId,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { timeOf, time as timeText } from '../records/time.ts'
import { eventSchema } from './eventSchema.ts'

const type = { type: 'string', enum: EVENT_NAMES } as const
const status = {
  type: 'string',
  enum: DELIVERY_STATUSES,
  description:
    '`pending`: it waits for its first or next try; `delivered`: the endpoint has answered 2xx; `failed`: no try is left; `skipped`: the endpoint was inactive, or had too many waiting.',
} as const

const error = {
  ...text(
    `Why there was no answer.\n\n${Object.entries(DELIVERY_ERRORS)
      .map(([code, words]) => `- \`${code}\`: ${words}`)
      .join('\n')}`,
  ),
}

const properties = {
  object: kindOf('webhook_delivery'),
  id: recordId,
  endpoint_id: uuid('Id of the endpoint to which it is sent.'),
  event_id: uuid('Id of the event, which is the same in each try and replay: `webhook-id`.'),
  event_type: { ...type, description: 'What has happened: the `type` of the event.' },
  status,
  is_replay: flag(
    'Whether it was requested later, by a replay or retry; its requests have `webhook-replayed: true`.',
  ),
  attempts: count('Tries so far.'),
  last_status: orNull(
    { type: 'integer', description: 'HTTP status of the answer to the last try.' },
    'there was no try or no answer',
  ),
  last_error: orNull(error, 'it was answered, or not tried yet'),
  created_at: time('When the event was given to the endpoint'),
  next_attempt_at: orNull(time('When it is tried next'), 'it has ended'),
  completed_at: orNull(time('When it ended'), 'it has not ended'),
}
const delivery = object('WebhookDelivery', 'An event on its way to an endpoint.', properties)
const attempt = object('DeliveryAttempt', 'One try of a delivery.', {
  attempt: { type: 'integer', minimum: 1, description: 'Number of the try; the first is 1.' },
  status: orNull(
    { type: 'integer', description: 'HTTP status of the answer.' },
    'there was no answer, and `error` says why',
  ),
  error: orNull(error, 'it was answered'),
  duration_ms: count('Milliseconds from the connection to the end of the answer.'),
  response_head: orNull(
    text('The first 2 kB of the answer.'),
    'there was no answer, it may repeat erased data, or it may repeat the ids of customers from an event about their budget',
  ),
  created_at: time('When it was tried'),
})
const detailed = object('DetailedWebhookDelivery', 'A delivery with its event and its tries.', {
  ...properties,
  event: orNull(
    described(
      eventSchema,
      'The body of the request, as it would be sent now: it shows the current state of a record that was changed or erased since the last try.',
    ),
    'the event is no longer kept',
  ),
  tries: {
    type: 'array',
    items: attempt,
    description: 'The tries, first to last; at most 200.',
  },
})
const present = presenter<WebhookDelivery>(delivery)
const presentAttempt = presenter<DeliveryAttempt>(attempt)

const filters = {
  status: { ...status, description: 'Deliveries in this state.' },
  event_type: { ...type, description: 'Deliveries of events of this type.' },
  event_id: uuid('Deliveries of this event.'),
} as const

const replay = {
  type: 'object',
  additionalProperties: false,
  required: ['from'],
  properties: {
    from: timeText('Events at this time or later'),
    to: timeText('Events before this time', 'Default: now.'),
    types: {
      type: 'array',
      minItems: 1,
      maxItems: EVENT_NAMES.length,
      uniqueItems: true,
      items: type,
      description:
        'Events of these types, which the endpoint must accept. Default: all types that it accepts.',
    },
    only_failed: {
      type: 'boolean',
      default: false,
      description:
        'Whether to send only events whose delivery to this endpoint has failed or was skipped. Default: all events, including those from before the endpoint existed or while it was inactive.',
    },
  },
  examples: [{ from: '2026-11-01T00:00:00Z', only_failed: true }],
} as const
type Replay = FromSchema<typeof replay> & { only_failed: boolean }

const replayed = object('WebhookReplay', 'What a replay sends.', {
  events: {
    type: 'integer',
    minimum: 0,
    maximum: MAX_REPLAYED,
    description: 'How many events are sent.',
  },
})

const TEST =
  'Creates an event `endpoint.tested` and sends it only to this endpoint, whatever types it accepts. Answers 201 once it was tried, whether or not the endpoint accepted it: see `status`, `last_status` and `last_error`. After `REPLY_WAIT_SECONDS` (25; less by `Prefer: wait=N`) answers 202. A test that fails is tried again like any delivery. Answers 409 `endpoint_inactive` for an endpoint that is paused or disabled.'
const REPLAY = `Sends past events to the endpoint again, in order, with their original ids and the header \`webhook-replayed: true\`. Each shows its record as it is now. Events that already wait for the endpoint are left out, so a failed replay can be repeated. A replay sends at most ${MAX_REPLAYED.toLocaleString('en')} events; if there are more, it sends none and answers 422. Answers 409 \`endpoint_inactive\` for an endpoint that is paused or disabled.`

/**
 * Deliveries show what customers say, so these routes are for owners, and for keys that may manage.
 */
export const deliveries = new Router<State, Services>()
deliveries.post(
  '/api/v1/webhook-endpoints/:id/test',
  operation(
    'testWebhookEndpoint',
    'Test a webhook endpoint',
    {
      201: one(delivery, 'The test was tried: `data` holds its delivery.'),
      202: one(delivery, 'The test was not tried yet: read it later at `Location`.'),
    },
    TEST,
  ),
  authenticate('application', 'owner'),
  rateLimit,
  postTest,
)
deliveries.get(
  '/api/v1/webhook-endpoints/:id/deliveries',
  operation(
    'listWebhookDeliveries',
    'List the deliveries of a webhook endpoint',
    { 200: many(delivery) },
    'The newest first by default. They are kept as long as their events, `EVENT_DAYS`.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validatePage('desc', { table: 'webhook_deliveries' }, filters, true),
  getDeliveries,
)
deliveries.post(
  '/api/v1/webhook-endpoints/:id/replay',
  operation('replayWebhookEndpoint', 'Replay past events', { 200: one(replayed) }, REPLAY),
  authenticate('application', 'owner'),
  rateLimit,
  validate(replay),
  limitConcurrency,
  postReplay,
)
deliveries.get(
  '/api/v1/deliveries/:id',
  operation(
    'readWebhookDelivery',
    'Read a delivery',
    { 200: one(detailed) },
    'With the event that is its body, each try, and what the endpoint answered.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  getDelivery,
)
deliveries.post(
  '/api/v1/deliveries/:id/retry',
  operation(
    'retryWebhookDelivery',
    'Try a delivery again',
    {
      201: one(delivery, 'It was tried again: `data` holds the delivery.'),
      202: one(delivery, 'It was not tried yet: read it later at `Location`.'),
    },
    'Tries it at once, whatever its state, and then by the full schedule; waits for the outcome of the first try as a test does. The event keeps its id. Answers 409 `endpoint_inactive` for an endpoint that is paused or disabled.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  postRetry,
)

const openingOf = (ctx: Ctx): Opening => ({
  request_id: ctx.state.requestId,
  reply_to: ctx.address,
  wake_up_grace_ms: ctx.config.times.wakeUpGraceMs,
})

async function postTest(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const endpointId = idOf(ctx, endpointRecords.name)
  const made = await idempotently(
    ctx,
    (db) => openTest(db, organization_id, endpointId, openingOf(ctx)),
    (id) => deliveryRecords.get(ctx.db, organization_id, id),
  )
  ctx.eventSignals.changed([organization_id])
  await answerTried(ctx, made.id)
}

async function postRetry(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, deliveryRecords.name)
  await idempotently(
    ctx,
    (db) => retryDelivery(db, organization_id, id, openingOf(ctx)),
    (id) => deliveryRecords.get(ctx.db, organization_id, id),
  )
  await answerTried(ctx, id)
}

/** Waits until a delivery was tried, and answers with it. */
async function answerTried(ctx: Ctx, id: string): Promise<void> {
  const { organization_id } = ctx.state.caller
  const job = { id, organization_id, request_id: ctx.state.requestId }
  const isTried = await ctx.deliveryWaiter.ask(job, waitSeconds(ctx), ctx.res)
  ctx.set('Location', `/api/v1/deliveries/${id}`)
  const found = await deliveryRecords.get(ctx.db, organization_id, id)
  if (found.status === 'delivered')
    return answer(ctx, 201, 'The endpoint has accepted the event.', present(found))
  if (isTried) return answer(ctx, 201, 'The endpoint has not accepted the event.', present(found))
  ctx.set('Retry-After', '2')
  answer(
    ctx,
    202,
    'The endpoint was not tried yet. Read the delivery at the Location.',
    present(found),
  )
}

async function getDeliveries(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const { id } = await endpointRecords.get(ctx.db, organization_id, idOf(ctx, endpointRecords.name))
  const { page, filter } = pageOf(ctx)
  const found = await listDeliveries(ctx.db, organization_id, id, filter as DeliveryFilter, page)
  answerPage(ctx, found, page.limit, present)
}

async function getDelivery(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const found = await deliveryRecords.get(ctx.db, organization_id, idOf(ctx, deliveryRecords.name))
  const [row, tries] = await Promise.all([
    readEvent(ctx.db, organization_id, found.event_id, { agents: undefined }),
    listAttempts(ctx.db, found),
  ])
  const [event = null] = row ? await presentEvents(ctx.db, [row]) : []
  answer(ctx, 200, 'Delivery found.', {
    ...present(found),
    event,
    tries: tries.map(presentAttempt),
  })
}

async function postReplay(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, endpointRecords.name)
  const { url, events } = await endpointRecords.get(ctx.db, organization_id, id)
  const range = rangeOf(ctx.state.body as Replay, events)
  if ((await countReplayed(ctx.db, organization_id, id, range)) > MAX_REPLAYED) {
    const detail = `there are more than ${MAX_REPLAYED} events to send: name a shorter time or fewer types`
    throw validationFailed([{ field: 'from', code: 'too_many', detail }])
  }
  const jobs = await replayEvents(ctx.db, organization_id, id, range, openingOf(ctx))
  wake(ctx, jobs)
  noteAudit(ctx, { target: { id, label: url }, after: { events: jobs.length } })
  answer(ctx, 200, `${jobs.length} events are sent again.`, { events: jobs.length })
}

/** Reads the range of a replay. @throws AppError validation_failed */
function rangeOf(
  { from, to, types, only_failed }: Replay,
  taken: ReplayRange['types'],
): ReplayRange {
  const strange = taken.includes(ALL_EVENTS)
    ? []
    : (types ?? []).filter((type) => !taken.includes(type))
  if (strange.length) {
    const detail = `has ${strange.join(', ')}, which the endpoint does not accept`
    throw validationFailed([{ field: 'types', code: 'not_taken', detail }])
  }
  const range = {
    from: timeOf('from', from),
    to: to === undefined ? new Date() : timeOf('to', to),
    types: types ?? taken,
    only_failed,
  }
  if (range.from >= range.to)
    throw validationFailed([{ field: 'to', code: 'order', detail: 'must be later than from' }])
  return range
}

/**
 * Wake-ups to send at once. An endpoint runs few deliveries at a time, and slots that become free
 * look for due jobs.
 */
const WOKEN = 8

function wake(ctx: Ctx, jobs: readonly Job[]): void {
  for (const job of jobs.slice(0, WOKEN)) void ctx.wakeUps.send(DELIVER.name, job)
}
