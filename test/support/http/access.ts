import { createHmac, randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { expect } from 'chai'
import { ROUTERS } from '../../../api/app.ts'
import { csrfTokenOf } from '../../../api/auth/identity.ts'
import { metadataOf, type RouteMetadata } from '../../../api/http/operation.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { openDashboardSession } from '../../../shared/people/dashboardSessions.ts'
import { createUser, type Role, type User } from '../../../shared/people/users.ts'
import { type Parley, TEST_ORIGIN, TEST_SIGNING_SECRET } from '../product/parley.ts'
import { type Answer, type Client, expectEnvelope } from './client.ts'
import { fetchDocumented } from './contract.ts'

type Headers = Record<string, string>

/**
 * Sends a request without credentials other than those in the headers, follows no redirect, and
 * checks the answer against the API's document.
 */
export async function request(
  address: string,
  method: string,
  path: string,
  headers: Headers = {},
  body?: object | string | FormData,
): Promise<Answer> {
  const json = typeof body === 'object' && !(body instanceof FormData)
  const response = await fetchDocumented(address + path, {
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

/**
 * Returns the body without what differs each time: the request's id, the time at which the asking
 * key was last used, and the seconds that an identity token still lasts.
 */
export const lasting = ({ body: { request_id: _, ...rest } }: Answer) =>
  JSON.parse(
    JSON.stringify(rest, (name, value) =>
      /^(last_(used|seen)_at|token|identified_until|expires_in)$/.test(name) ? undefined : value,
    ),
  )

// --- routes

export interface Route {
  /** The method and the path, such as `GET /api/v1/agents/:id`. */
  name: string
  method: string
  path: string
  metadata: Partial<RouteMetadata>
}

/**
 * Every route of the service. Read when the tests are loaded, because some tests add routes of
 * their own later.
 */
export const ROUTES: readonly Route[] = ROUTERS.flatMap(({ stack }) => stack).flatMap(
  ({ path, methods, stack }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => ({
        name: `${method} ${path}`,
        method,
        path: String(path),
        metadata: metadataOf(stack),
      })),
)

// --- tokens

/** Asks the API for a widget token of the client's application. @returns the route's answer */
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

/** Makes a token of a new visitor. */
export async function mintToken(client: Client): Promise<string> {
  const { status, body } = await mint(client)
  expect(status, JSON.stringify(body)).to.equal(200)
  return body.token
}

export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Reads the header and the claims of a token, signed or not. */
export function readToken(token: string): { header: any; claims: any } {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return { header: JSON.parse(header!), claims: JSON.parse(claims!) }
}

export const now = () => Math.floor(Date.now() / 1000)

/**
 * Returns the claims of a token that the API would accept for this client's application, without
 * undefined claims.
 */
export const claimsFor = (client: Client, claims: object = {}, at = now()) => ({
  app: client.credentials.client_id,
  org: client.organizationId,
  origin: TEST_ORIGIN,
  iss: 'parley',
  aud: 'widget',
  sub: randomUUID(),
  jti: randomUUID(),
  iat: at,
  exp: at + 3600,
  ...claims,
})

interface Forgery {
  header?: object
  secret?: string
  hash?: string
}

/**
 * Makes a token without the service, with any header and claims, signed with the tests' secret or
 * another.
 */
export function forge(
  claims: object | string,
  { header = {}, secret = TEST_SIGNING_SECRET, hash = 'sha256' }: Forgery = {},
): string {
  const first = encode({ alg: 'HS256', typ: 'widget+jwt', kid: 'test', ...header })
  const signed = `${first}.${encode(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

/** Puts other claims under the token's old signature. */
export function tamper(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...readToken(token).claims, ...claims }), signature].join('.')
}

/** Changes the token to claim that it needs no signature. */
export function withoutSignature(token: string): string {
  const { header, claims } = readToken(token)
  return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`
}

// --- the dashboard

/** The password of every user that `makeUser` makes. */
export const PASSWORD = 'correct horse battery staple'
/** Its hash as in shared/lib/secrets.ts, but at a cost that lets tests sign in by the hundred. */
const CHEAP = { N: 16, r: 8, p: 1 }
const SALT = Buffer.from('the salt of tests')
const PASSWORD_HASH = [
  'scrypt',
  ...Object.values(CHEAP),
  SALT.toString('base64url'),
  scryptSync(PASSWORD, SALT, 32, CHEAP).toString('base64url'),
].join('$')

let users = 0

export async function makeUser(
  { db }: Parley,
  { organizationId: organization_id }: Client,
  role: Role,
): Promise<User & { password: string }> {
  const email = `user-${++users}@example.com`
  const user = await createUser(db, { organization_id, email, role, password_hash: PASSWORD_HASH })
  return { ...user!, password: PASSWORD }
}

/** The cookie's name in production, which is the default. */
export const COOKIE = '__Host-parley_session'

export interface SignedIn {
  user: User
  /** The value of the cookie. */
  token: string
  cookie: Headers
  /** The cookie, and its CSRF token. */
  headers: Headers
}

/** Makes a dashboard user of the client's organization, and signs them in. */
export const signedIn = async (parley: Parley, client: Client, role: Role): Promise<SignedIn> =>
  signedInAs(parley, await makeUser(parley, client, role))

/** Signs an existing user in. */
export async function signedInAs(parley: Parley, user: User): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  await openDashboardSession(parley.db, user, hashSecret(token))
  const cookie = { Cookie: `${COOKIE}=${token}` }
  return { user, token, cookie, headers: { ...cookie, 'X-CSRF-Token': csrfTokenOf(token) } }
}
