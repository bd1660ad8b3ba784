import { EVENT_NAMES, EVENT_TYPES, type EventName } from '../../shared/events/eventTypes.ts'
import { exampleOf } from '../routes/events/eventExamples.ts'
import { EVENT_SCHEMAS } from '../routes/events/eventSchema.ts'
import type { Json, Refer } from './schemas.ts'

/** Builds the document's `webhooks`: the request that an endpoint gets for each type of event. */
export const webhooksOf = (refer: Refer): Json =>
  Object.fromEntries(EVENT_NAMES.map((type) => [type, { post: requestOf(type, refer) }]))

function requestOf(type: EventName, refer: Refer): Json {
  const { target, description } = EVENT_TYPES[type]
  return {
    operationId: `on${type.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: `Receive the event ${type}`,
    description: `${description} ${HOW}`,
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [refer(EVENT_SCHEMAS[target]), { properties: { type: { enum: [type] } } }],
          },
          example: exampleOf(type),
        },
      },
    },
    responses: ANSWERS,
  }
}

const HOW =
  'Your server gets it by POST, signed as Standard Webhooks 1.0.0 says: verify the signature before you read the body. An event may arrive more than once and out of order.'

const text = { type: 'string' }
const header = (name: string, description: string, schema: Json = text, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})

/** The headers of deliveries, for the `parameters` of the document's components. */
export const DELIVERY_HEADERS: Json = {
  WebhookId: header('webhook-id', 'Id of the event, the same at each try.', {
    ...text,
    format: 'uuid',
  }),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this try was signed, in seconds since 1970. Refuse a time that is more than five minutes ago.',
  ),
  WebhookSignature: header(
    'webhook-signature',
    "Signatures of this try, separated by spaces: `v1,` and the HMAC-SHA256, in Base64, of id, timestamp and body joined by full stops. The key is the endpoint's secret, decoded from Base64 after `whsec_`. One valid signature is enough.",
  ),
  WebhookReplayed: header(
    'webhook-replayed',
    'The event is sent again, by request.',
    { ...text, enum: ['true'] },
    false,
  ),
}

/** What a receiver may answer, for the `responses` of the document's components. */
export const RECEIVER_ANSWERS: Json = {
  WebhookTaken: {
    description: 'You have accepted the event. At most 2 kB of the answer are read.',
  },
  WebhookGone: { description: 'The endpoint no longer exists: Parley disables it at once.' },
  WebhookRefused: {
    description:
      'You have not accepted the event. Parley tries again later, ten times in about three days. `Retry-After` is honoured. A redirect is not followed.',
  },
}

const PARAMETERS = Object.keys(DELIVERY_HEADERS).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))
const answer = (name: string) => ({ $ref: `#/components/responses/${name}` })
const ANSWERS = {
  '2XX': answer('WebhookTaken'),
  410: answer('WebhookGone'),
  default: answer('WebhookRefused'),
}
