import fc from 'fast-check'
import { v4, v7 } from 'uuid'
import type { CredentialKind } from '../../../api/context.ts'
import {
  choiceOf,
  HOSTILE_TEXTS,
  type IdChoice,
  idChoice,
  RAW,
  spoilt,
  valid,
} from '../data/arbitraries.ts'
import { idAt, type Sample, type Slot } from '../data/samples.ts'
import { ROUTES, type Route } from './access.ts'

/** A request before it is sent. It only names its records, which are made when it is sent. */
export interface Plan {
  /** The name of the route, such as `GET /api/v1/agents/:id`. */
  route: string
  /** Mostly the route's method, sometimes a method that the path does not allow. */
  method: string
  /** One of the route's credentials, none, or wrong ones. */
  credentials: CredentialKind | 'none' | 'wrong'
  /** One for each id of the path. */
  ids: IdChoice[]
  query: Record<string, unknown>
  body: unknown
  headers: Record<string, string>
  slash: string
}

export interface Ready {
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

export const routeOf = ({ route }: Plan): Route => ROUTES.find(({ name }) => name === route)!

const parametersOf = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function planOf(route: Route): fc.Arbitrary<Plan> {
  const { credentials = [], body, query } = route.metadata
  const own = credentials.length ? credentials : (['none'] as const)
  return fc.record<Plan>({
    route: fc.constant(route.name),
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant(route.method) },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'OPTIONS') },
    ),
    credentials: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom<Plan['credentials']>(...own) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('none', 'wrong', 'application', 'widget', 'dashboard'),
      },
    ),
    ids: fc.tuple(idChoice, idChoice),
    query: query ? validOrSpoilt(valid(query)).map(toObject) : fc.constant({}),
    body: body ? validOrSpoilt(valid(body)) : fc.constant(undefined),
    headers: hostileHeaders,
    slash: fc.constantFrom('', '', '/'),
  })
}

const validOrSpoilt = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof(arbitrary, spoilt(arbitrary))

const toObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : { q: value }) as Record<string, unknown>

/** Texts that `fetch` can send as a header. */
const SENDABLE = HOSTILE_TEXTS.map((text) =>
  text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 3_000),
)
const FORGED: Record<string, readonly string[]> = {
  'Idempotency-Key': [...SENDABLE, 'a', 'key-1', 'x'.repeat(255), 'x'.repeat(256)],
  Prefer: [
    ...SENDABLE,
    'wait=0',
    'wait=1',
    'wait=-1',
    'wait=999999',
    'respond-async, wait=0',
    'return=minimal',
  ],
  'X-Request-Id': [...SENDABLE, 'mine', 'a'.repeat(101)],
  'X-Forwarded-For': [...SENDABLE, '1.2.3.4', '::1', '1.2.3.4, 5.6.7.8', 'a, b, , c'],
  'Content-Type': [
    ...SENDABLE,
    'application/json; charset=utf-16',
    'application/json;;',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/merge-patch+json',
  ],
  'Content-Encoding': ['gzip', 'identity', 'br'],
  Accept: [...SENDABLE, 'text/event-stream', 'text/html', '*/*;q=0'],
  'Last-Event-ID': SENDABLE,
  Origin: ['null', 'https://evil.example', 'https://shop.example.com', 'nonsense'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'same-site'],
  Cookie: ['__Host-parley_session=a', 'a=b; c', '=; ;;'],
  'X-CSRF-Token': SENDABLE,
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'Accept-Language': ['de', '*', 'x'.repeat(500)],
  'If-None-Match': ['*', '"a"'],
  Range: ['bytes=0-1', 'bytes=-'],
}
const forged = fc
  .constantFrom(...Object.keys(FORGED))
  .chain(
    (name) =>
      fc.record({ [name]: fc.constantFrom(...FORGED[name]!) }) as fc.Arbitrary<
        Record<string, string>
      >,
  )
const hostileHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: forged },
)

/**
 * A request to any route: valid, or with one mutation. Routes that store something come more often.
 */
export const plan: fc.Arbitrary<Plan> = fc.oneof(
  ...ROUTES.map((route) => ({ weight: route.metadata.body ? 4 : 1, arbitrary: planOf(route) })),
)

/** Turns a plan into a request, with the ids of its samples. */
export function ready(
  request: Plan,
  own: Sample,
  foreign: Sample,
  authorization: Record<string, string>,
): Ready {
  const { method, ids, query, headers, slash } = request
  // `fetch` sends no body with GET.
  const body = method === 'GET' ? undefined : request.body
  const route = routeOf(request)
  const idFor = (choice: IdChoice, slot: Slot): string =>
    ({
      own: () => idAt(own, slot) ?? v7(),
      OWN: () => (idAt(own, slot) ?? v7()).toUpperCase(),
      foreign: () => idAt(foreign, slot) ?? v7(),
      random: () => v4(),
      malformed: () => `${idAt(own, slot) ?? ''}'--`,
    })[choice]()
  const named = (value: unknown, place: 'body' | 'query', name: string): unknown => {
    const choice = choiceOf(value)
    if (choice) return idFor(choice, `${place} ${name}`)
    if (Array.isArray(value)) return value.map((item) => named(item, place, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, named(item, place, name || key)]),
    )
  }
  const names = parametersOf(route)
  const path = names.reduce(
    (filled, name, index) =>
      filled.replace(
        `:${name}`,
        encodeURIComponent(name === 'file' ? 'a' : idFor(ids[index]!, `path ${name}`)),
      ),
    route.path,
  )
  const search = Object.entries(named(query, 'query', '') as object)
    .map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    )
    .map((pair) => pair.map((part) => encodeURIComponent(part.toWellFormed())).join('='))
    // Longer addresses are refused before they are read: see test/api/http/bad-input.test.ts.
    .filter((pair) => pair.length < 8_000)
  const isForm = route.metadata.body?.contentMediaType === 'multipart/form-data'
  const filled = named(body, 'body', '')
  const type: Record<string, string> =
    body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }
  return {
    path: `${path}${slash}${search.length ? `?${search.join('&')}` : ''}`,
    headers: { ...own.headers, ...type, ...authorization, ...headers },
    body: body === undefined ? undefined : isForm ? formOf(filled) : textOf(filled),
  }
}

const RAW_IN_TEXT = new RegExp(`"${RAW}((?:[^"\\\\]|\\\\.)*?)${RAW}"`, 'gu')

/** Writes JSON, with its raw parts unescaped. */
const textOf = (body: unknown) =>
  (JSON.stringify(body) ?? '').replaceAll(RAW_IN_TEXT, (_, raw) => JSON.parse(`"${raw}"`))

function formOf(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(toObject(body))) {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    if (name === 'file') form.append(name, new Blob([text]), `${text.slice(0, 40)}.txt`)
    else form.append(name, text)
  }
  return form
}
