import type { Router } from '@koa/router'
import { ERROR_CODES } from '../shared/errors.ts'
import type { CredentialKind, Services, State } from './context.ts'
import { type Facts, readFacts } from './operation.ts'
import type { Schema } from './schemas.ts'

type Route = Router<State, Services>['stack'][number]
type Json = Record<string, unknown>

/** `/openapi.json`, made of what the routes' own guards check: OpenAPI 3.1. */
export function describeApi(routers: readonly Router<State, Services>[], version: string): object {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routers.flatMap(({ stack }) => stack)) {
    const facts = readFacts(route.stack)
    if (!facts.id) continue
    const path = pathOf(route)
    for (const method of route.methods.filter((one) => one !== 'HEAD'))
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, facts, schemas) }
  }
  refer(error, schemas)
  const used = new Set(
    Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap((op) => (op as { tags: string[] }).tags),
    ),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      summary: "The engine behind a company's chat.",
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

const ABOUT = `Answers each posted message synchronously, with a reply that knows the user, the company's knowledge and the
conversation so far.

Each path works with and without a slash at its end. Every answer has an \`X-Request-Id\`. A POST with an
\`Idempotency-Key\` can be sent again: for 24 hours the same key and body give the same record.`

const TAGS: Record<string, string> = {
  agents: 'Personas that answer.',
  sessions: 'Chats of anonymous visitors.',
  conversations: 'Chats of known customers, which last.',
  contexts: 'What you know of a user.',
  knowledge: 'What agents know: question/answer pairs, files, web pages.',
  'widget-configurations': 'How an embedded chat looks and what it says.',
  auth: 'Tokens for browsers.',
  analytics: 'Requests, usage, keys and limits of your organization.',
  dashboard: "People's way in.",
  service: 'How the service is.',
}

const SECURITY_SCHEMES = {
  client_id: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: "An application's client id." },
  client_secret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Secret',
    description: 'Its secret. Never in a browser: a request with an Origin is refused.',
  },
  widget_token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  dashboard_session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-parley_session',
    description: '`parley_session` where NODE_ENV is development.',
  },
  csrf_token: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
}

/** What a request carries for each kind of credentials. */
const securityOf = (kind: CredentialKind, method: string): Json =>
  ({
    application: { client_id: [], client_secret: [] },
    widget: { widget_token: [] },
    dashboard: method === 'GET' ? { dashboard_session: [] } : { dashboard_session: [], csrf_token: [] },
  })[kind]

const text = { type: 'string' }
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
      description: 'Of `validation_failed`: `errors`, each with `field`, `code` and `detail`.',
    },
    code: { ...text, enum: ERROR_CODES, description: 'Stable, for programs.' },
    request_id: text,
    traceback: { type: ['string', 'null'], description: 'Of analytics only, and null in production.' },
  },
}

/** Why each failure may happen. Those that a route cannot have are left out. */
function failuresOf(method: string, path: string, { credentials, body, query, limited }: Partial<Facts>) {
  const changes = method !== 'GET'
  return [
    changes && [400, 'Malformed JSON, or text that cannot be stored'],
    credentials && [401, 'Credentials are missing or wrong'],
    [403, 'Not from this origin, or not with these credentials'],
    path.includes('{') && [404, 'No such record in your organization'],
    changes && [409, 'The state of the agent, thread or reply does not allow it'],
    body && [413, 'The body is too large'],
    body && [415, 'The body has the wrong content type'],
    (body || query) && [422, 'A field is missing, unknown or wrong'],
    limited && [429, 'A limit is reached: see Retry-After'],
    ['default', 'Anything else that went wrong'],
  ].filter((one) => one !== false && one !== undefined) as [number | 'default', string][]
}

function operationOf(method: string, path: string, facts: Partial<Facts>, schemas: Json): Json {
  const { id, summary, description, answers = {}, credentials = [], body, query } = facts
  const failures = failuresOf(method, path, facts).map(([status, why]) => [
    status,
    failure(why, status, schemas),
  ])
  return {
    operationId: id,
    summary,
    ...(description ? { description } : {}),
    tags: [tagOf(path)],
    security: credentials.map((kind) => securityOf(kind, method)),
    parameters: [
      ...pathParameters(path),
      ...headerParameters(method, answers),
      ...queryParameters(query, schemas),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(body, schemas) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          { description: SUCCESS[status] ?? 'Done.', content: contentOf(schema, schemas) },
        ]),
      ),
      ...Object.fromEntries(failures),
    },
  }
}

const SUCCESS: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work goes on. `Location` tells where to read it.',
}

function failure(description: string, status: number | 'default', schemas: Json): Json {
  const wait = status === 429 || status === 'default'
  return {
    description,
    ...(wait ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } } : {}),
    content: { 'application/json': { schema: refer(error, schemas) } },
  }
}

const contentOf = (schema: Schema, schemas: Json) => {
  const { examples, contentMediaType = 'application/json', ...rest } = schema
  const [example] = (examples as unknown[] | undefined) ?? []
  return {
    [String(contentMediaType)]: {
      schema: refer(rest, schemas),
      ...(example === undefined ? {} : { example }),
    },
  }
}

/** `/api/v1/agents/:id` as `/api/v1/agents/{id}`. */
const pathOf = ({ path }: Route) => String(path).replace(/:(\w+)/g, '{$1}')

function tagOf(path: string): string {
  const [first = '', second] = path.replace(/^\/(api\/v1\/)?/, '').split('/')
  const name = first === 'knowledge-base' ? 'knowledge' : first
  const isKnown = name in TAGS
  return second === 'export' || isKnown ? name : 'service'
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(/id$/.test(name!) ? { format: 'uuid' } : {}) },
  }))

function headerParameters(method: string, answers: Facts['answers']) {
  const key = {
    description: 'Visible ASCII. Sent again, it gives the same record.',
    schema: { ...text, maxLength: 255 },
  }
  const prefer = { description: '`wait=N` (seconds) or `respond-async`.', schema: text }
  return [
    ...(method === 'POST' ? [{ name: 'Idempotency-Key', in: 'header', ...key }] : []),
    ...(202 in answers ? [{ name: 'Prefer', in: 'header', ...prefer }] : []),
  ]
}

const queryParameters = (query: Schema | undefined, schemas: Json) =>
  Object.entries((query?.properties ?? {}) as Record<string, Schema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description ? { description } : {}),
      schema: refer(schema, schemas),
    }),
  )

const eachOf = (object: Schema, change: (value: unknown, name: string) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** The schema as OpenAPI has it: what has a title is put among `schemas`, and our own keyword becomes a sentence. */
function refer(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => refer(item, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, storedJson, ...rest } = schema as Schema
  const referred = {
    ...(storedJson ? { description: 'Free-form: at most 16 kB, 5 levels deep.' } : {}),
    ...eachOf(rest, (value, name) =>
      name === 'properties'
        ? eachOf(value as Schema, (property) => refer(property, schemas))
        : refer(value, schemas),
    ),
  }
  if (typeof title !== 'string') return referred
  const before = schemas[title]
  if (before && JSON.stringify(before) !== JSON.stringify(referred))
    throw new Error(`two schemas are called ${title}`)
  schemas[title] = referred
  return { $ref: `#/components/schemas/${title}` }
}
