import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../shared/config/config.ts'
import type { Times } from '../shared/config/times.ts'
import type { Log } from '../shared/observability/log.ts'
import { answerClientError } from './middleware/errors.ts'

/**
 * Node's own limits would let a slow client hold a connection for 5 minutes. `requestTimeout` is for an upload of 20 MB
 * on a slow line; other bodies have less, see `middleware/body.ts`. `keepAliveTimeout` is longer than a PaaS
 * router's 90 s, so that it is never the server that closes a connection which the router is about to use.
 */
const limitsOf = ({ slowHeadersMs }: Times) => ({
  headersTimeout: slowHeadersMs,
  requestTimeout: 120_000,
  connectionsCheckingInterval: Math.ceil(slowHeadersMs / 5),
  keepAliveTimeout: 95_000,
  // Refused by our own wellFormed, in the envelope; the same for Expect, below.
  requireHostHeader: false,
})

/** Connections for requests that wait for nothing, beside those that may. */
const OTHER_CONNECTIONS = 1_000

/** Connections that stand before they are taken in: of clients that all come back at once. The kernel's own limit is the lower one. */
const MAX_UNACCEPTED = 4_096

/** How long the last answers may take to leave at the end of a shutdown. */
const CUT_OFF_MS = 1_500

/** The HTTP server with its limits; it stops without cutting off an answer. */
export interface HttpServer {
  /** Whether it takes no more requests. */
  isStopping(): boolean
  /** @returns the port */
  listen(handle: RequestListener): Promise<number>
  /**
   * Takes requests for `drainMs` more, lets open ones go on until `graceMs` after the call, and ends when all are answered.
   * @param onGraceOver answers those that still wait
   */
  stop(graceMs: number, drainMs: number, onGraceOver: () => void): Promise<void>
}

export function makeHttpServer(config: Config, log: Log): HttpServer {
  let stopping = false
  let handle: RequestListener | undefined
  const open = new Set<ServerResponse>()
  const take = (request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) response.shouldKeepAlive = false
    handle!(request, response)
  }
  const server = createServer(limitsOf(config.times), take)
    .on('clientError', (error, socket) => answerClientError(log, error, socket))
    .on('checkExpectation', take)
    .on('connect', (_request, socket) => answerClientError(log, new Error('this is no proxy'), socket))
    .on('drop', () => log.warn({ most: server.maxConnections }, 'too many connections; one was refused'))
  server.maxConnections = 2 * config.MAX_WAITERS + OTHER_CONNECTIONS

  return {
    isStopping: () => stopping,
    async listen(handler) {
      handle = handler
      server.listen({ port: config.PORT, host: config.HOST, backlog: MAX_UNACCEPTED })
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    },
    async stop(graceMs, drainMs, onGraceOver) {
      // Each answer says that its connection ends with it, so that no client sends another request into the closing.
      stopping = true
      for (const response of open) response.shouldKeepAlive = false
      const sendAway = setTimeout(onGraceOver, graceMs)
      if (drainMs > 0) await sleep(drainMs)
      const closed = new Promise((resolve) => server.close(resolve))
      const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
      // Closes connections that have sent nothing, or half a request: Node does not count them as idle.
      const cutOff = setTimeout(
        () => server.closeAllConnections(),
        Math.max(0, graceMs - drainMs) + CUT_OFF_MS,
      )
      await closed
      clearInterval(closeIdle)
      clearTimeout(sendAway)
      clearTimeout(cutOff)
    },
  }
}
