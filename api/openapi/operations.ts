import { AppError, ERROR_CODES, type ErrorCode } from '../../shared/errors.ts'
import type { CredentialKind } from '../context.ts'
import type { Facts } from '../http/operation.ts'
import { EXAMPLE_ID, type Schema } from '../http/schemas.ts'
import { envelope } from '../middleware/errors.ts'
import { HEADERS, headerParameters, headersOf, isStream, refersTo } from './headers.ts'
import type { Json, Refer } from './schemas.ts'

const text = { type: 'string' }

/** One operation of the document, without its tags, summary and samples. */
export function operationOf(method: string, path: string, facts: Partial<Facts>, refer: Refer): Json {
  const { id, description, credentials = [], body, query } = facts
  const { answers, stream } = withoutStream(facts.answers)
  return {
    operationId: id,
    description: [description, stream, facts.ownersOnly && OWNERS_ONLY].filter(Boolean).join('\n\n'),
    security: credentials.map((kind) => securityOf(kind, method)),
    parameters: [
      ...pathParameters(path),
      ...headerParameters(method, facts),
      ...queryParameters(query, refer),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(body, refer) } } : {}),
    ...(stream ? { 'x-event-stream': true } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          {
            description: SUCCESS[status] ?? 'Done.',
            headers: headersOf(status, method, facts),
            content: Object.assign(
              {},
              ...schema.map((one) => contentOf(withStatus(one, Number(status)), refer)),
            ),
          },
        ]),
      ),
      ...Object.fromEntries(
        failuresOf(method, path, facts).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

/**
 * Code generators take an operation with an event stream among its answers for one that only streams. So the description
 * mentions the stream, and `x-event-stream` marks it.
 */
function withoutStream(given: Facts['answers'] = {}) {
  const answers: Record<string, Schema[]> = {}
  let stream: unknown
  for (const [status, schemas] of Object.entries(given)) {
    const others = [schemas].flat().filter((one) => !isStream(one))
    if (others.length) answers[status] = others
    stream ??= [schemas].flat().find(isStream)?.description
  }
  return { answers, stream }
}

const OWNERS_ONLY = 'Of the users of the dashboard, for owners only.'

const SUCCESS: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work goes on. `Location` tells where to read it.',
}

/** The security schemes of each kind of credentials. */
const securityOf = (kind: CredentialKind, method: string): Json =>
  ({
    application: { client_id: [], client_secret: [] },
    widget: { widget_token: [] },
    dashboard: method === 'GET' ? { dashboard_session: [] } : { dashboard_session: [], csrf_token: [] },
  })[kind]

const error = {
  title: 'Error',
  type: 'object',
  required: ['status', 'status_code', 'detail', 'data', 'code', 'request_id'],
  properties: {
    status: { type: 'string', enum: ['error'] },
    status_code: { type: 'integer' },
    detail: { ...text, description: 'What was wrong and what to do, for people.' },
    data: {
      type: ['object', 'null'],
      description:
        'Of `validation_failed` and `invalid_text`: `errors`, each with `field`, `code` and `detail`.',
    },
    code: { ...text, enum: ERROR_CODES, description: 'Stable, for programs.' },
    request_id: text,
    traceback: { type: ['string', 'null'], description: 'Of analytics only, and null in production.' },
  },
}

/** The failures that a route can have. */
/** Needs no credentials, but says whether those that are sent are valid. */
const SIGN_IN = '/dashboard/session'

function failuresOf(
  method: string,
  path: string,
  { credentials, body, query, limits, headers }: Partial<Facts>,
) {
  const changes = method !== 'GET'
  const can: Record<string, unknown> = {
    400: changes,
    401: credentials || path === SIGN_IN,
    403: true,
    404: path.includes('{') || (changes && credentials),
    409: changes,
    412: headers && 'If-Match' in headers,
    413: body,
    415: body,
    422: body || query,
    429: limits,
    default: true,
  }
  return Object.keys(can).filter((status) => can[status])
}

/** Why, and the code of one that is typical. */
const WHY: Record<string, [description: string, code: ErrorCode]> = {
  400: ['Malformed JSON, or text that cannot be stored.', 'malformed_json'],
  401: ['Credentials are missing or wrong.', 'unauthenticated'],
  403: ['Not from this origin, or not with these credentials.', 'scope'],
  404: ['No such record in your organization.', 'not_found'],
  409: ['The state of the agent, thread or reply does not allow it.', 'agent_inactive'],
  412: ['It was changed since it was read.', 'precondition_failed'],
  413: ['The body is too large.', 'payload_too_large'],
  415: ['The body has the wrong content type.', 'unsupported_media_type'],
  422: ['A field is missing, unknown or wrong.', 'validation_failed'],
  429: ['A limit is reached: see `Retry-After`.', 'rate_limited'],
  default: ['Anything else that went wrong; after 502 or 503, trying again may help.', 'unavailable'],
}

/** Every failure. A route's own headers may be there as well. */
export const failures = (refer: Refer): Json =>
  Object.fromEntries(
    Object.entries(WHY).map(([status, [description, code]]) => [
      status,
      {
        description,
        headers: refersTo(Object.keys(HEADERS)),
        content: { 'application/json': { schema: refer(error), example: failureWith(code) } },
      },
    ]),
  )

function failureWith(code: ErrorCode) {
  const errors = [{ field: 'content', code: 'required', detail: 'is required' }]
  const data = code === 'validation_failed' ? { errors } : null
  return envelope(new AppError(code, 'What was wrong and what to do.', { data }), EXAMPLE_ID)
}

/** The envelope, where there is one, says the same status. */
function withStatus(schema: Schema, status: number): Schema {
  const properties = schema.properties as Json | undefined
  if (!properties?.status_code) return schema
  return { ...schema, properties: { ...properties, status_code: { type: 'integer', enum: [status] } } }
}

const contentOf = (schema: Schema, refer: Refer) => {
  const { examples, contentMediaType = 'application/json', ...rest } = schema
  const [example] = (examples as unknown[] | undefined) ?? []
  return {
    [String(contentMediaType)]: { schema: refer(rest), ...(example === undefined ? {} : { example }) },
  }
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { ...text, ...(/id$/.test(name!) ? { format: 'uuid' } : {}) },
  }))

const queryParameters = (query: Schema | undefined, refer: Refer) =>
  Object.entries((query?.properties ?? {}) as Record<string, Schema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description ? { description } : {}),
      schema: refer(schema),
    }),
  )
