import type { Dispatcher } from 'undici'
import { requestOnce } from './requestOnce.ts'

interface GuardedFetchOptions {
  /** See `parseHosts`. */
  trustedHosts: ReadonlySet<string>
  /** The most bytes of each answer, after unpacking. */
  maxBytes: number
  /** The most requests: a server may make a client send as many as it likes. */
  mostRequests: number
  /** Ends every request and answer. */
  signal: AbortSignal
}

/** A `fetch` for clients that take one. */
export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * Makes a `fetch` that sends each request as `requestOnce` does: to allowed addresses alone, once,
 * and without following a redirect. It sends no GET, which a client of MCP opens for messages that
 * nobody has asked for, and answers it with 405.
 * @throws NotSent, AnswerTooLarge, and other errors after which a request may have had its effect
 */
export function makeGuardedFetch({
  trustedHosts,
  maxBytes,
  mostRequests,
  signal,
}: GuardedFetchOptions): GuardedFetch {
  let requests = 0
  return async function guardedFetch(address, init = {}) {
    const { method = 'GET' } = init
    if (method === 'GET') return new Response(null, { status: 405 })
    if (requests++ >= mostRequests) throw new Error(`The server asks for too many requests.`)
    const { status, headers, pieces } = await requestOnce(new URL(address), {
      method: method as Dispatcher.HttpMethod,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : null,
      maxBytes,
      trustedHosts,
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    })
    const answered = new Headers()
    for (const [name, value = ''] of Object.entries(headers)) answered.set(name, String(value))
    if (!NO_BODY.includes(status))
      return new Response(ReadableStream.from(pieces), { status, headers: answered })
    for await (const _ of pieces) {
      // An answer with such a status has no body; reading it closes the connection.
    }
    return new Response(null, { status, headers: answered })
  }
}

/** Statuses for which `Response` takes no body. */
const NO_BODY = [204, 205, 304]
