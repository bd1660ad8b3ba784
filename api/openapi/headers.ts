import { hasTag, type RouteMetadata } from '../http/operation.ts'
import type { Schema } from '../http/schemas.ts'
import type { Json } from './schemas.ts'

const text = { type: 'string' }
const integer = { type: 'integer', minimum: 0 }

/** Whether a schema describes server-sent events. */
export const isStream = ({ contentMediaType }: Schema) => contentMediaType === 'text/event-stream'

/** The headers of answers. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      "Id of the request, also in the service's logs: its own `X-Request-Id`, if it has one of at most 100 letters, digits, `_`, `.`, `:` and `-`; otherwise a new one.",
    required: true,
    schema: text,
  },
  Location: {
    description: 'Path at which to read the record.',
    schema: { ...text, format: 'uri-reference' },
  },
  ETag: {
    description:
      'Tag of the state of the record that the answer shows. Sent as `If-Match` with a change or deletion, it protects the changes of others. Sent as `If-None-Match` with a `GET`, it saves an answer that would be the same.',
    schema: { ...text, examples: ['"8hJ3vYkQm2xTzL0aWcR5Ng"'] },
  },
  'WWW-Authenticate': {
    description:
      'How to send credentials: `Bearer`; and `Basic`, with a key as the user name, where keys are taken and no browser asks.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds after which trying again makes sense.', schema: integer },
  'Preference-Applied': {
    description:
      'How the service applied `Prefer`: `respond-async`, or `wait=N` with the seconds that it waits, even if the preference is malformed.',
    schema: text,
  },
  'Idempotent-Replayed': {
    description: 'The record was created by an earlier request with the same `Idempotency-Key`.',
    schema: { ...text, enum: ['true'] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests per window of the bucket with the fewest left.',
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left in the window of this bucket.',
    schema: integer,
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the window of this bucket ends.',
    schema: integer,
  },
  RateLimit: {
    description:
      'The same in one line: the name of the bucket, remaining requests (`r`), seconds (`t`).',
    schema: text,
  },
  'RateLimit-Policy': {
    description:
      'Each bucket that the request counts in: its name, requests (`q`) in a window of seconds (`w`).',
    schema: text,
  },
}

/**
 * Operations that take no `Idempotency-Key`: they create no record that a key could name, so a
 * repetition acts again.
 */
const DONE_AGAIN = new Set(
  `handOffSession handOffConversation assignSession assignConversation returnSession returnConversation
  suggestSessionAnswer suggestConversationAnswer tryAgent sendSessionPresence sendConversationPresence
  mailSessionTranscript mailConversationTranscript replayWebhookEndpoint testConnection retrievePassages
  reindexKnowledge deleteKnowledge createInvitation changePassword makeAuthenticatorSecret putAuthenticator
  removeAuthenticator beginPasskey createPasskey putSingleSignOn mintWidgetToken`.split(/\s+/),
)

const takesKey = (method: string, { id, credentials }: Partial<RouteMetadata>) =>
  method === 'POST' && !!credentials && !DONE_AGAIN.has(id ?? '')

/**
 * Returns the headers of a successful answer.
 * @param isReadable whether a path reads the record that was created
 */
export function headersOf(
  status: string,
  method: string,
  metadata: Partial<RouteMetadata>,
  isReadable: boolean,
): Json {
  const { answers = {}, limits } = metadata
  return refersTo([
    'X-Request-Id',
    ...(hasTag(answers, Number(status)) ? ['ETag'] : []),
    ...(202 in answers || (status === '201' && isReadable) ? ['Location'] : []),
    ...(202 in answers ? ['Preference-Applied'] : []),
    ...(status === '202' ? ['Retry-After'] : []),
    ...(takesKey(method, metadata) ? ['Idempotent-Replayed'] : []),
    ...(limits ? Object.keys(HEADERS).filter((name) => /^(X-)?RateLimit/.test(name)) : []),
  ])
}

export const refersTo = (names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Returns the headers of requests, beside those of their credentials and body. */
export function headerParameters(method: string, metadata: Partial<RouteMetadata>) {
  const { answers = {}, headers = {} } = metadata
  const key = {
    description:
      'Makes the request safe to send again: for 24 hours, the same key with the same body gives the record that the first request created. 1 to 255 visible ASCII characters.',
    schema: { ...text, maxLength: 255 },
    example: 'order-4711',
  }
  const place = {
    description:
      'Resumes a stream after the event with this `id`: the last event that you received.',
    schema: text,
    example: '12',
  }
  const isStreamed = Object.values(answers).flat().some(isStream)
  const prefer = {
    description:
      'How long to wait for the outcome: `wait=N` for at most N seconds, `respond-async` for none. Default, and the most: `REPLY_WAIT_SECONDS` (25).',
    schema: text,
    example: 'wait=20',
  }
  const known = {
    description:
      '`ETag`s of answers that the client has. If the answer would be the same, it is 304 without a body.',
    schema: text,
    example: '"8hJ3vYkQm2xTzL0aWcR5Ng"',
  }
  return [
    ...(takesKey(method, metadata) ? [{ name: 'Idempotency-Key', in: 'header', ...key }] : []),
    ...(202 in answers ? [{ name: 'Prefer', in: 'header', ...prefer }] : []),
    ...(method === 'GET' && hasTag(answers, 200)
      ? [{ name: 'If-None-Match', in: 'header', ...known }]
      : []),
    ...(isStreamed ? [{ name: 'Last-Event-ID', in: 'header', ...place }] : []),
    ...Object.entries(headers).map(
      ([name, { description, required = true, example, ...schema }]) => ({
        name,
        in: 'header',
        required,
        description,
        schema,
        example,
      }),
    ),
  ]
}
