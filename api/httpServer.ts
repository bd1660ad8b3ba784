import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../shared/config/config.ts'
import type { Times } from '../shared/config/times.ts'
import type { Log } from '../shared/observability/log.ts'
import { answerClientError } from './middleware/errors.ts'

/**
 * Node's own limits would let a slow client hold a connection for 5 minutes. `requestTimeout` allows an
 * upload of 20 MB on a slow line; other bodies get less time, see `middleware/body.ts`. `keepAliveTimeout` is
 * longer than the 90 s of a PaaS router, so that the router does not reuse a connection that has just been
 * closed.
 */
const limitsOf = ({ slowHeadersMs }: Times) => ({
  headersTimeout: slowHeadersMs,
  requestTimeout: 120_000,
  connectionsCheckingInterval: Math.ceil(slowHeadersMs / 5),
  keepAliveTimeout: 95_000,
  // `wellFormed` refuses these itself, with our error body. The same goes for Expect, below.
  requireHostHeader: false,
})

/** Connections on top of those that may wait for a job. */
const OTHER_CONNECTIONS = 1_000

/** Connections that may wait to be accepted, when many clients reconnect at once. The kernel may allow fewer. */
const MAX_UNACCEPTED = 4_096

/** Milliseconds for the last answers to leave at the end of a shutdown. */
const CUT_OFF_MS = 1_500

/** The HTTP server with its limits. It stops without cutting off an answer. */
export interface HttpServer {
  /** Whether it is shutting down. */
  isStopping(): boolean
  /** @returns the port */
  listen(handle: RequestListener): Promise<number>
  /**
   * Accepts requests for `drainMs` more, and resolves when all are answered.
   * @param onGraceOver called `graceMs` after the call, to answer requests that still wait
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
      // Each answer now closes its connection, so that no further request arrives on it.
      stopping = true
      for (const response of open) response.shouldKeepAlive = false
      const sendAway = setTimeout(onGraceOver, graceMs)
      if (drainMs > 0) await sleep(drainMs)
      const closed = new Promise((resolve) => server.close(resolve))
      const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
      // Closes connections with no request or half of one. Node does not count them as idle.
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
