import createClient, { type Client } from 'openapi-fetch'
import { persistent } from './persistent.ts'
import type { paths } from './schema.ts'

export type { components, operations, paths } from './schema.ts'

/**
 * Credentials of the client: an application's, on a server; a widget's, in a visitor's browser; or a signed-in user's, on the
 * dashboard's pages, where the browser adds the cookie and `csrfToken` comes from the session.
 */
export type Credentials =
  | { clientId: string; clientSecret: string }
  | { token: string }
  | { csrfToken: () => string | undefined }

export type ClientOptions = Credentials & {
  /** The API's address, such as `https://chat.example.com`. */
  address: string
  /** How often a request is sent at most, 1 or more. Default: 3. */
  tries?: number
  /** The longest wait before another try, in seconds; a longer Retry-After is left to the caller. Default: 10. */
  patience?: number
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * A client of Parley's API: `GET`, `POST`, `PATCH` and `DELETE` of openapi-fetch, with every path, parameter, body and
 * answer typed. Adds the credentials. A POST has an Idempotency-Key, a random one unless one is given, so that it can be
 * sent again: GET and POST are, after a broken connection, a 429 or a 503.
 */
export function makeClient(options: ClientOptions): Client<paths> {
  const { address, tries = 3, patience = 10, fetch = (request) => globalThis.fetch(request) } = options
  const client = createClient<paths>({ baseUrl: address, fetch: persistent(fetch, tries, patience) })
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headersOf(options))) request.headers.set(name, value)
      if (request.method === 'POST' && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', crypto.randomUUID())
    },
  })
  return client
}

function headersOf(credentials: Credentials): Record<string, string> {
  if ('csrfToken' in credentials) {
    const token = credentials.csrfToken()
    return token ? { 'X-CSRF-Token': token } : {}
  }
  if ('token' in credentials) return { Authorization: `Bearer ${credentials.token}` }
  return { 'X-API-Key': credentials.clientId, 'X-API-Secret': credentials.clientSecret }
}
