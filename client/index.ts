import createClient, { type Client } from 'openapi-fetch'
import { persistent } from './persistent.ts'
import type { paths } from './schema.ts'

export {
  EventsError,
  type EventsOptions,
  type FeedEvent,
  followEvents,
  readEvents,
} from './events.ts'
export type { components, operations, paths, webhooks } from './schema.ts'
export {
  type ParleyEvent,
  type VerifyOptions,
  verify,
  WebhookError,
  type WebhookHeaders,
  type WebhookRefusal,
} from './verify.ts'

/**
 * Credentials of the client. On a server: an application's key, or its client id and secret. In a
 * visitor's browser: a widget token. In the dashboard: `csrfToken`, which returns the session's
 * token; the browser adds the cookie.
 */
export type Credentials =
  | { key: string }
  | { clientId: string; clientSecret: string }
  | { token: string }
  | { csrfToken: () => string | undefined }

export type ClientOptions = Credentials & {
  /** The API's address, such as `https://chat.example.com`. */
  address: string
  /** The most times that a request is sent, at least 1. Default: 3. */
  tries?: number
  /**
   * The longest wait before another try, in seconds. If Retry-After asks for more, the caller gets
   * the answer. Default: 10.
   */
  patience?: number
  /** Used instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Makes a client of Parley's API: `GET`, `POST`, `PATCH` and `DELETE` of openapi-fetch, with every
 * path, parameter, body and answer typed. Adds the credentials, and a random Idempotency-Key to
 * each POST without one. Sends a GET or POST again after a broken connection, a 429 or a 503.
 */
export function makeClient(options: ClientOptions): Client<paths> {
  const {
    address,
    tries = 3,
    patience = 10,
    fetch = (request) => globalThis.fetch(request),
  } = options
  const client = createClient<paths>({
    baseUrl: address,
    fetch: persistent(fetch, tries, patience),
  })
  client.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headersOf(options)))
        request.headers.set(name, value)
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
  if ('key' in credentials) return { Authorization: `Bearer ${credentials.key}` }
  if ('token' in credentials) return { Authorization: `Bearer ${credentials.token}` }
  return { 'X-API-Key': credentials.clientId, 'X-API-Secret': credentials.clientSecret }
}
