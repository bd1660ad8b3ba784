import { AppError, ERRORS, type ErrorCode } from '../../shared/lib/errors.ts'
import { isForAgents } from '../auth/agentOperations.ts'
import type { CredentialKind } from '../context.ts'
import { API_ERRORS, listErrors, REQUEST_ERRORS } from '../http/errorLists.ts'
import { hasTag, type RouteMetadata } from '../http/operation.ts'
import { EXAMPLE_ID, type Schema, text } from '../http/schemas.ts'
import { envelope } from '../middleware/errors.ts'
import { HEADERS, headerParameters, headersOf, isStream, refersTo } from './headers.ts'
import { withRecorded } from './recordedAnswers.ts'
import type { Json, Refer } from './schemas.ts'

/**
 * Describes one operation, without its tags, summary and samples.
 * @param isReadable whether a path reads the record that it creates
 */
export function operationOf(
  method: string,
  path: string,
  metadata: Partial<RouteMetadata>,
  refer: Refer,
  isReadable: boolean,
): Json {
  const { id, description, credentials = [], body, query } = metadata
  const { answers, stream } = withoutStream(metadata.answers)
  return {
    operationId: id,
    description: [description, stream, rolesOf(metadata)].filter(Boolean).join('\n\n'),
    security: credentials.flatMap((kind) => securityOf(kind, method)),
    parameters: [
      ...pathParameters(path),
      ...headerParameters(method, metadata),
      ...queryParameters(query, refer),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(body, refer) } } : {}),
    ...(stream ? { 'x-event-stream': true } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          {
            description: aboutAnswer(status, schema),
            headers: headersOf(status, method, metadata, isReadable),
            content: withRecorded(
              Object.assign(
                {},
                ...schema.map((form) => contentOf(answerOf(form, Number(status)), refer)),
              ),
              id,
              status,
            ),
          },
        ]),
      ),
      ...(method === 'GET' && hasTag(metadata.answers ?? {}, 200)
        ? notModified(method, metadata)
        : {}),
      ...Object.fromEntries(
        failuresOf(method, path, metadata).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

const notModified = (method: string, metadata: Partial<RouteMetadata>) => ({
  304: {
    description: 'The client has this answer already, by its `If-None-Match`. It has no body.',
    headers: headersOf('200', method, metadata, false),
  },
})

/**
 * Splits the event stream from an operation's answers. With it among the answers, code generators
 * make an operation that only streams. So the description mentions the stream, and `x-event-stream`
 * marks it.
 */
function withoutStream(given: RouteMetadata['answers'] = {}) {
  const answers: Record<string, Schema[]> = {}
  let stream: unknown
  for (const [status, schemas] of Object.entries(given)) {
    const others = [schemas].flat().filter((schema) => !isStream(schema))
    if (others.length) answers[status] = others
    stream ??= [schemas].flat().find(isStream)?.description
  }
  return { answers, stream }
}

/** Says which users of the dashboard may use an operation; false: all may. */
function rolesOf({ id, credentials = [], ownersOnly }: Partial<RouteMetadata>): string | false {
  if (!ownersOnly)
    return (
      credentials.includes('dashboard') &&
      !isForAgents(id) &&
      'Not for users with the role `agent`: they get 403 `scope`.'
    )
  return credentials.includes('application')
    ? 'For keys, and for owners at the dashboard: other users get 403 `scope`.'
    : 'For owners only: other users of the dashboard get 403 `scope`.'
}

/** Describes an answer by its schemas, or else by its status. */
function aboutAnswer(status: string, schemas: readonly Schema[]): string {
  const sentences = schemas.map(
    (schema) => schema.description ?? SUCCESS[status]?.(nameOfData(schema)),
  )
  return [...new Set(sentences)].join(' ')
}

const SUCCESS: Record<string, (data: string) => string> = {
  200: (data) => `Success; \`data\` holds the ${data}.`,
  201: (data) => `Created; \`data\` holds the new ${data}.`,
  202: (data) =>
    `The work continues. \`data\` holds the ${data} so far; read it later at \`Location\`.`,
}

/** Names the data of an envelope by its schema. */
function nameOfData({ properties }: Schema): string {
  const { title, items } = (properties as Record<string, Schema> | undefined)?.data ?? {}
  const item = (items as Schema | undefined)?.title
  return title ? `\`${title}\`` : item ? `list of \`${item}\`` : 'outcome'
}

/** Returns the security schemes of a kind of credentials. Any of the objects is enough. */
const securityOf = (kind: CredentialKind, method: string): Json[] =>
  ({
    application: [{ key: [] }, { client_id: [], client_secret: [] }],
    widget: [{ widget_token: [] }],
    dashboard: [
      method === 'GET' ? { dashboard_session: [] } : { dashboard_session: [], csrf_token: [] },
    ],
  })[kind]

const error = {
  title: 'Error',
  type: 'object',
  description: 'Every failure has this form.',
  required: ['status', 'status_code', 'detail', 'data', 'code', 'request_id'],
  properties: {
    status: {
      type: 'string',
      enum: ['error'],
      description: 'Always `error`; successes have `success`.',
    },
    status_code: { type: 'integer', description: 'The HTTP status of the answer.' },
    detail: text('What was wrong and what to do, for people; its wording may change.'),
    data: {
      type: ['object', 'null'],
      description:
        'Details of the failure. `validation_failed` and `invalid_text`: `errors`, a list of at most 20 objects, each with `field`, `code` and `detail`. A failed or cancelled reply: its record. `organization_required`: `organizations`, a list of names. `already_assigned`: `assignee_id`. Null: no details.',
    },
    code: {
      ...text('Stable code for programs; the description of each failing status lists its codes.'),
      enum: API_ERRORS,
    },
    request_id: text('Id of the request, as in `X-Request-Id` and in the logs.'),
    traceback: {
      type: ['string', 'null'],
      description:
        'Stack of an unexpected failure of the analytics. Null: in production. Absent: in all other failures.',
    },
  },
}

/**
 * These operations need no credentials, and answer 401 to a wrong password, passkey, identity token
 * or answer of an identity provider.
 */
const SIGN_INS = [
  '/api/v1/auth/widget-token',
  '/dashboard/session',
  '/dashboard/passkey/finish',
  '/dashboard/single-sign-on/finish',
]

/** Lists the failing statuses that a route can answer. */
function failuresOf(
  method: string,
  path: string,
  { credentials, body, query, limits, headers }: Partial<RouteMetadata>,
) {
  const changes = method !== 'GET'
  const isMatched = headers && 'If-Match' in headers
  const can: Record<string, unknown> = {
    400: true,
    401: credentials || SIGN_INS.includes(path),
    403: true,
    404: path.includes('{') || changes,
    409: changes,
    412: isMatched,
    413: body,
    415: body,
    422: body || query || isMatched,
    429: limits,
    default: true,
  }
  return Object.keys(can).filter((status) => can[status])
}

/** What each failing status means, and the code of its example. */
const WHY: Record<string, [description: string, code: ErrorCode]> = {
  400: ['The body, or the request itself, cannot be read or stored.', 'malformed_json'],
  401: ['The credentials are missing or wrong.', 'unauthenticated'],
  403: ['The request may not come from this origin, or not with these credentials.', 'scope'],
  404: ['Your organization has no such record.', 'not_found'],
  409: ['The state of a record does not allow it.', 'agent_inactive'],
  412: ['The record has changed since it was read.', 'precondition_failed'],
  413: ['The body is too large.', 'payload_too_large'],
  415: ['The body has the wrong content type.', 'unsupported_media_type'],
  422: ['A field is missing, unknown or wrong.', 'validation_failed'],
  429: [
    'A limit is reached: `Retry-After` has the seconds until the next request is allowed.',
    'rate_limited',
  ],
  default: ['Any other failure. After 502 or 503, trying again may help.', 'unavailable'],
}

/**
 * Lists the codes of a status. For `default`, these are the codes whose status has no answer of its
 * own, each with its status.
 */
function codesOf(status: string): string {
  const isIn = (code: ErrorCode) =>
    (ERRORS[code].status in WHY ? String(ERRORS[code].status) : 'default') === status
  return listErrors(REQUEST_ERRORS.filter(isIn), { withStatus: status === 'default' })
}

/** Describes the answers to failures, by their status. Headers of the route may come with them. */
export const failures = (refer: Refer): Json =>
  Object.fromEntries(
    Object.entries(WHY).map(([status, [description, code]]) => [
      status,
      {
        description: `${description}\n\n${codesOf(status)}`,
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

/**
 * Returns the schema of one answer, with its status in the envelope. Its description stands with
 * the answer itself.
 */
function answerOf({ description, ...schema }: Schema, status: number): Schema {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  if (schema.title) return { ...schema, description }
  if (!properties.status_code) return schema
  const status_code = { ...properties.status_code, enum: [status] }
  return { ...schema, properties: { ...properties, status_code } }
}

const contentOf = (schema: Schema, refer: Refer) => {
  const { examples, contentMediaType = 'application/json', ...rest } = schema
  const [example] = (examples as unknown[] | undefined) ?? []
  return {
    [String(contentMediaType)]: {
      schema: refer(rest),
      ...(example === undefined ? {} : { example }),
    },
  }
}

function pathParameters(path: string) {
  const parts = path.split('/')
  return parts.flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (!name) return []
    const schema = { type: 'string', ...(/id$/.test(name) ? { format: 'uuid' } : {}) }
    return [
      {
        name,
        in: 'path',
        required: true,
        description: `Id of ${nounOf(parts.slice(0, at))}.`,
        schema,
      },
    ]
  })
}

/** Names of records that differ from the name of their collection in paths. */
const NOUNS: Record<string, string> = {
  qa: 'question/answer pair',
  urls: 'entry of a web page or site',
  files: 'entry of a file',
  threads: 'session or conversation',
  deliveries: 'delivery',
}

/** Names the record that a parameter identifies. @param before the parts of the path before it */
function nounOf(before: readonly string[]): string {
  const collection = before.at(-1)!
  if (before.includes('account')) return 'one of your own sessions at the dashboard'
  const noun = NOUNS[collection] ?? collection.replace(/s$/, '').replaceAll('-', ' ')
  return `the ${noun}; it must belong to your organization`
}

const queryParameters = (query: Schema | undefined, refer: Refer) =>
  Object.entries((query?.properties ?? {}) as Record<string, Schema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description ? { description } : {}),
      schema: refer(schema),
    }),
  )
