import type { Facts } from '../http/operation.ts'
import type { Schema } from '../http/schemas.ts'
import type { Json } from './schemas.ts'

const text = { type: 'string' }
const integer = { type: 'integer', minimum: 0 }

export const isStream = ({ contentMediaType }: Schema) => contentMediaType === 'text/event-stream'

/** What answers carry beside their body. */
export const HEADERS = {
  'X-Request-Id': {
    description: "The request's own, where it was well-formed. Also in the logs.",
    required: true,
    schema: text,
  },
  Location: { description: 'Where to read the record.', schema: { ...text, format: 'uri-reference' } },
  'Retry-After': { description: 'Seconds after which trying again makes sense.', schema: integer },
  'Preference-Applied': { description: 'What was kept of `Prefer`.', schema: text },
  'Idempotent-Replayed': {
    description: 'The record is that of an earlier request with the same `Idempotency-Key`.',
    schema: { ...text, enum: ['true'] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests in a window of the bucket nearest its end.',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'Requests that are left in it.', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until its window ends.', schema: integer },
  RateLimit: { description: 'The same: bucket, remaining requests, seconds.', schema: text },
  'RateLimit-Policy': { description: 'Each bucket that the request counts in.', schema: text },
}

/** Headers of a successful answer. */
export function headersOf(status: string, method: string, { answers = {}, limits }: Partial<Facts>): Json {
  return refersTo([
    'X-Request-Id',
    ...(202 in answers ? ['Location', 'Preference-Applied'] : []),
    ...(status === '202' ? ['Retry-After'] : []),
    ...(method === 'POST' ? ['Idempotent-Replayed'] : []),
    ...(limits ? Object.keys(HEADERS).filter((name) => /^(X-)?RateLimit/.test(name)) : []),
  ])
}

export const refersTo = (names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** What requests carry beside their body and credentials. */
export function headerParameters(
  method: string,
  { answers = {}, headers = {}, credentials }: Partial<Facts>,
) {
  const key = {
    description: 'Visible ASCII. Sent again, it gives the same record.',
    schema: { ...text, maxLength: 255 },
    example: 'order-4711',
  }
  const place = {
    description: 'Of a stream: the `id` of the last event that came, to go on after it.',
    schema: text,
    example: '12',
  }
  const isStreamed = Object.values(answers).flat().some(isStream)
  const prefer = {
    description: '`wait=N` (seconds) or `respond-async`.',
    schema: text,
    example: 'wait=20',
  }
  return [
    ...(method === 'POST' && credentials ? [{ name: 'Idempotency-Key', in: 'header', ...key }] : []),
    ...(202 in answers ? [{ name: 'Prefer', in: 'header', ...prefer }] : []),
    ...(isStreamed ? [{ name: 'Last-Event-ID', in: 'header', ...place }] : []),
    ...Object.entries(headers).map(([name, { description, required = true, example, ...schema }]) => ({
      name,
      in: 'header',
      required,
      description,
      schema,
      example,
    })),
  ]
}
