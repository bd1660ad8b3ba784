import type { buildConnector } from 'undici'
import { type BoundedAnswer, type BoundedRequest, boundedRequest } from './boundedRequest.ts'
import { guardedConnect } from './guardedAgent.ts'
import { undici } from './undici.ts'

/** Surely no byte of the request has left, so that it had no effect. `cause` says why. */
export class NotSent extends Error {
  override name = 'NotSent'
  constructor(cause: unknown) {
    super('The request was not sent.', { cause })
  }
}

interface RequestOnce extends Omit<BoundedRequest, 'dispatcher'> {
  /** See `parseHosts`. */
  trustedHosts: ReadonlySet<string>
}

/**
 * Sends a request to an address that an organization has chosen, at most once and on a connection
 * of its own. A connection that was kept from an earlier request can break at the moment when it is
 * used again, and then nobody knows whether the request has arrived. A request can only be written
 * to an open connection, so until there is one, nothing was sent; from then on, anything may have
 * been.
 * @throws NotSent, and other errors, after which the request may have had its effect
 */
export async function requestOnce(
  url: URL,
  { trustedHosts, ...asked }: RequestOnce,
): Promise<BoundedAnswer> {
  const { signal } = asked
  let isConnected = false
  let connections = 0
  const ended = new AbortController()
  const end = () => ended.abort()
  const guarded = guardedConnect(trustedHosts, ended.signal)
  const connect: buildConnector.connector = (to, callback) => {
    // The client connects again after some errors, with the request that it still has.
    if (connections++ > 0) return callback(new Error('one request, one connection'), null)
    guarded(to, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('no socket'), null)
      if (ended.signal.aborted) {
        socket.destroy()
        return callback(new Error('the request has ended'), null)
      }
      isConnected = true
      callback(null, socket)
    })
  }
  // Sockets never remove their listeners from a signal, so they get one that ends with the request.
  signal.addEventListener('abort', end, { once: true })
  try {
    const dispatcher = new (undici().Agent)({ connect, ...ONE_REQUEST })
    return await boundedRequest(url, { ...asked, dispatcher })
  } catch (error) {
    end()
    throw isConnected ? error : new NotSent(error)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** The signal alone limits the time. Without pipelining, a connection ends with its request. */
const ONE_REQUEST = { connections: 1, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 } as const
