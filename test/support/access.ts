import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { ROUTERS } from '../../api/app.ts'
import { csrfTokenOf, hashOf } from '../../api/callers.ts'
import { type Facts, readFacts } from '../../api/operation.ts'
import { createUser, openDashboardSession, type Role, type User } from '../../shared/store/users.ts'
import { type Answer, type Client, expectEnvelope } from './client.ts'
import { type Parley, TEST_ORIGIN, TEST_SIGNING_SECRET } from './parley.ts'

type Headers = Record<string, string>

/** Sends no credentials but those among the headers, follows nothing, and checks the envelope where there is JSON. */
export async function request(
  address: string,
  method: string,
  path: string,
  headers: Headers = {},
  body?: object | string | FormData,
): Promise<Answer> {
  const json = typeof body === 'object' && !(body instanceof FormData)
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: { ...(json ? { 'Content-Type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as string) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
  if (response.status >= 400) expectEnvelope(answer)
  return answer
}

/** The body, less what is another one each time. */
export const lasting = ({ body: { request_id: _, ...rest } }: Answer) => rest

// --- routes

export interface Route {
  /** `GET /api/v1/agents/:id`. */
  name: string
  method: string
  path: string
  facts: Partial<Facts>
}

/** Every route of the service, read when the tests are loaded: later on some tests add routes of their own. */
export const ROUTES: readonly Route[] = ROUTERS.flatMap(({ stack }) => stack).flatMap(
  ({ path, methods, stack }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ name: `${method} ${path}`, method, path: String(path), facts: readFacts(stack) })),
)

// --- tokens

/** Of the API, for the client's application. @returns the answer of the route */
export const mint = (
  client: Client,
  { origin = TEST_ORIGIN, ...more }: { origin?: string; token?: string } = {},
) =>
  request(
    client.address,
    'POST',
    '/api/v1/auth/widget-token',
    { Origin: origin },
    {
      client_id: client.credentials.client_id,
      ...more,
    },
  )

/** A token of a new visitor. */
export async function mintToken(client: Client): Promise<string> {
  const { status, body } = await mint(client)
  expect(status, JSON.stringify(body)).to.equal(200)
  return body.token
}

export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a token says, signed or not. */
export function readToken(token: string): { header: any; claims: any } {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return { header: JSON.parse(header!), claims: JSON.parse(claims!) }
}

export const now = () => Math.floor(Date.now() / 1000)

/** The claims of a token that the API would accept for this client's application; undefined ones are left out. */
export const claimsFor = (client: Client, claims: object = {}) => ({
  app: client.credentials.client_id,
  org: client.organizationId,
  origin: TEST_ORIGIN,
  iss: 'parley',
  aud: 'widget',
  sub: randomUUID(),
  jti: randomUUID(),
  iat: now(),
  exp: now() + 3600,
  ...claims,
})

interface Forgery {
  header?: object
  secret?: string
  hash?: string
}

/** A token made without the service, of whatever header and claims, with the tests' signing secret or another. */
export function forge(
  claims: object | string,
  { header = {}, secret = TEST_SIGNING_SECRET, hash = 'sha256' }: Forgery = {},
): string {
  const first = encode({ alg: 'HS256', typ: 'widget+jwt', kid: 'test', ...header })
  const signed = `${first}.${encode(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

/** The same token, with other claims under the old signature. */
export function tamper(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...readToken(token).claims, ...claims }), signature].join('.')
}

/** The same token, that says it needs no signature. */
export function withoutSignature(token: string): string {
  const { header, claims } = readToken(token)
  return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`
}

// --- the dashboard

export interface SignedIn {
  user: User
  /** What the cookie carries. */
  token: string
  cookie: Headers
  /** The cookie, and the CSRF token that goes with it. */
  headers: Headers
}

let users = 0

/** A dashboard user of the client's organization, and a session of theirs, without the slow check of a password. */
export async function signedIn({ db }: Parley, client: Client, role: Role): Promise<SignedIn> {
  const made = { organization_id: client.organizationId, email: `user-${++users}@example.com`, role }
  const user = (await createUser(db, { ...made, password_hash: 'none' }))!
  const token = randomBytes(32).toString('base64url')
  await openDashboardSession(db, user, hashOf(token))
  const cookie = { Cookie: `parley_session=${token}` }
  return { user, token, cookie, headers: { ...cookie, 'X-CSRF-Token': csrfTokenOf(token) } }
}
