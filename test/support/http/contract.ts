import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { ROUTERS } from '../../../api/app.ts'
import { BUCKETS, type Bucket } from '../../../api/limits/buckets.ts'
import { describeApi } from '../../../api/openapi/document.ts'
import { withLegacyForm } from '../../../api/openapi/legacy.ts'
import type { Sample } from '../../../api/openapi/samples.ts'
import about from '../../../package.json' with { type: 'json' }

export interface Operation {
  operationId: string
  description: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; schema: any; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: any; example?: any }> }
  responses: Record<string, DocumentedAnswer | { $ref: string }>
  /** Whether it answers with a stream on request. */
  'x-event-stream'?: true
  'x-codeSamples': Sample[]
}

interface DocumentedAnswer {
  headers: Record<string, unknown>
  content: Record<string, { schema: any; example?: unknown }>
}

export interface Document {
  tags: { name: string }[]
  'x-tagGroups': { name: string; description?: string; tags: string[] }[]
  paths: Record<string, Record<string, Operation>>
  /** The request of each type of event. */
  webhooks: Record<string, { post: Webhook }>
  components: {
    schemas: Record<string, any>
    headers: Record<string, { required?: boolean }>
    /** The answers of failures. */
    responses: Record<string, DocumentedAnswer>
  }
}

interface Webhook {
  operationId: string
  summary: string
  description: string
  requestBody: { content: Record<string, { schema: any; example: any }> }
}

/** A document, and the checks of its contents. */
export interface Contract {
  document: Document
  /** The validator of the schema at this place. */
  validatorAt(...place: string[]): ValidateFunction
  /** The path template of a request's address; undefined: it is not documented. */
  templateOf(address: string): string | undefined
}

function contractOf(document: Document): Contract {
  // Without inlining and optimizing, the validators of all answers take half the time to make. Each
  // job makes them anew, and uses most of them a few times.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
    schemas: { 'openapi.json': document },
  })
  formats.default(ajv as never)
  const validators = new Map<string, ValidateFunction>()
  const templates = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }))
    // A path without parameters comes before another match.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  return {
    document,
    validatorAt(...place) {
      const escaped = place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      const pointer = escaped.map(encodeURIComponent).join('/')
      if (!validators.has(pointer))
        validators.set(pointer, ajv.compile({ $ref: `openapi.json#/${pointer}` }))
      return validators.get(pointer)!
    },
    templateOf(address) {
      const { pathname } = new URL(address, 'http://any')
      return templates.find(({ pattern }) => pattern.test(pathname))?.path
    },
  }
}

const described = describeApi(ROUTERS, about.version)

/** The document that `/openapi.json` serves. */
export const contract = contractOf(described as unknown as Document)
/** The document that it serves with LEGACY_FORM on. */
export const legacyContract = contractOf(withLegacyForm(described) as Document)

/** Each operation, with its method in capitals and its path template. */
export const operations = Object.entries(contract.document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

/** Returns the validator of a delivered event of this type. */
export const validatorOfEvent = (type: string) =>
  contract.validatorAt(
    'webhooks',
    type,
    'post',
    'requestBody',
    'content',
    'application/json',
    'schema',
  )

/** Parley's own headers, which must be described if they are sent. */
const OURS =
  /^(etag|location|retry-after|preference-applied|idempotent-replayed|x-request-id|(x-)?ratelimit.*)$/

export interface Received {
  status: number
  headers: Headers
  /** Parsed if it is JSON. */
  body: unknown
}

/**
 * Checks that the document allows this answer to the request: its status, content type, headers and
 * body.
 * @throws Error that names the contradiction
 */
export function expectDocumented(
  method: string,
  address: string,
  { status, headers, body }: Received,
  { document, templateOf, validatorAt } = contract,
): void {
  const path = templateOf(address)
  const operation = path && document.paths[path]![method.toLowerCase()]
  if (!operation) return
  const contradiction = (what: unknown) =>
    new Error(
      `${method} ${path} answered ${status}, against the document: ${what}\n${JSON.stringify(body)}`,
    )

  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (type === 'text/event-stream') {
    if (status !== 200 || !operation['x-event-stream']) throw contradiction('no stream')
    return
  }
  const documented = String(status) in operation.responses ? String(status) : 'default'
  if (documented === 'default' && status < 400) throw contradiction('no such success')
  const given = operation.responses[documented]!
  const isFailure = '$ref' in given
  const response = isFailure ? document.components.responses[documented]! : given

  const buckets = [...(headers.get('ratelimit-policy') ?? '').matchAll(/"(\w+)"/g)]
  for (const [, bucket] of buckets)
    if (bucket !== 'key' && !operation.description.includes(BUCKETS[bucket as Bucket].counts))
      throw contradiction(`the limit ${bucket} is not told`)

  if (status !== 304 && !(type in response.content)) throw contradiction(`no content type ${type}`)

  const sent = [...headers.keys()].filter((name) => OURS.test(name))
  const described = Object.keys(response.headers).map((name) => name.toLowerCase())
  const stray = sent.filter((name) => !described.includes(name))
  if (stray.length) throw contradiction(`no headers ${stray}`)
  for (const name of Object.keys(response.headers))
    if (document.components.headers[name]?.required && !headers.has(name))
      throw contradiction(`the header ${name} is missing`)

  if (type !== 'application/json') return
  const owner = isFailure ? ['components'] : ['paths', path, method.toLowerCase()]
  const fits = validatorAt(...owner, 'responses', documented, 'content', type, 'schema')
  if (!fits(body)) throw contradiction(JSON.stringify(fits.errors))
}

/** Calls `fetch`, and checks the answer against the document. */
export async function fetchDocumented(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init)
  const method = init.method ?? 'GET'
  if (['HEAD', 'OPTIONS'].includes(method)) return response
  const { status, headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json')
  const body = isJson ? await response.clone().json() : undefined
  expectDocumented(method, address, { status, headers, body })
  return response
}
