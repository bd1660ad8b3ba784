import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../shared/lib/config/config.ts'
import type { Times } from '../shared/lib/config/times.ts'
import type { Log } from '../shared/lib/observability/log.ts'
import { answerClientError } from './middleware/errors.ts'

/**
 * Node's own limits would let a slow client hold a connection for 5 minutes. `requestTimeout`
 * allows an upload of 20 MB on a slow line; other bodies get less time, see `middleware/body.ts`.
 * `keepAliveTimeout` is longer than the 90 s of a PaaS router, so that the router does not reuse a
 * connection that has just been closed.
 */
const limitsOf = ({ slowHeadersMs }: Times) => ({
  headersTimeout: slowHeadersMs,
  requestTimeout: 120_000,
  connectionsCheckingInterval: Math.ceil(slowHeadersMs / 5),
  keepAliveTimeout: 95_000,
  // `wellFormed` refuses these requests itself, with our error body. The same goes for Expect,
  // below.
  requireHostHeader: false,
})

/** Connections on top of those that may wait for a job. */
const OTHER_CONNECTIONS = 1_000

/**
 * Connections that may wait to be accepted, when many clients reconnect at once. The kernel may
 * allow fewer.
 */
const MAX_UNACCEPTED = 4_096

/** Milliseconds for the last answers to leave at the end of a shutdown. */
const CUT_OFF_MS = 1_500

/** How often a stopping server looks at its connections. */
const LOOK_MS = 100
/**
 * Milliseconds after which a stopping server closes a connection whose client sends nothing of a
 * request.
 */
const SILENT_MS = 1_000

/** The HTTP server with its limits. It stops without cutting off an answer. */
export interface HttpServer {
  /** Whether it is shutting down. */
  isStopping(): boolean
  /** @returns the port */
  listen(handle: RequestListener): Promise<number>
  /**
   * Accepts requests for `drainMs` more, and resolves when all are answered. A client that is
   * sending a request by then may finish it. A silent connection, with no request or only a part of
   * one, is closed.
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
  const connections = watchConnections(open)
  const server = createServer(limitsOf(config.times), take)
    .on('connection', connections.add)
    .on('clientError', (error, socket) => answerClientError(log, error, socket))
    .on('checkExpectation', take)
    .on('connect', (_request, socket) =>
      answerClientError(log, new Error('this is no proxy'), socket),
    )
    .on('drop', () =>
      log.warn({ most: server.maxConnections }, 'too many connections; one was refused'),
    )
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
      let accepting = true
      const looking = setInterval(() => {
        connections.look(accepting)
        if (!accepting) server.closeIdleConnections()
      }, LOOK_MS)
      if (drainMs > 0) await sleep(drainMs)
      accepting = false
      const closed = new Promise((resolve) => server.close(resolve))
      // Closes the connections of clients that send slowly, or do not read their answer.
      const cutOff = setTimeout(
        () => server.closeAllConnections(),
        Math.max(0, graceMs - drainMs) + CUT_OFF_MS,
      )
      await closed
      clearInterval(looking)
      clearTimeout(sendAway)
      clearTimeout(cutOff)
    },
  }
}

/**
 * Closes the connections of a stopping server that no client will use. Node counts a connection as
 * busy if it has no request yet (browsers and pools keep such connections ready), or only a part of
 * one.
 * @param open the unfinished answers
 */
function watchConnections(open: ReadonlySet<ServerResponse>) {
  /**
   * For each connection, the bytes that its client has sent, and when a look first found this
   * number.
   */
  const seen = new Map<Socket, { bytes: number; since: number }>()
  let closedSince: number | undefined

  return {
    add(socket: Socket): void {
      seen.set(socket, { bytes: -1, since: 0 })
      socket.once('close', () => seen.delete(socket))
    },
    /** @param accepting whether the server still accepts connections: then none is closed */
    look(accepting: boolean): void {
      const now = performance.now()
      if (!accepting) closedSince ??= now
      const answered = new Set<Socket>()
      const receiving = new Set<Socket>()
      // A request with a part of its body in our buffer waits for us, not for its client.
      for (const { req } of open)
        (req.complete || req.readableLength ? answered : receiving).add(req.socket)
      for (const [socket, state] of seen) {
        if (socket.bytesRead !== state.bytes)
          Object.assign(state, { bytes: socket.bytesRead, since: now })
        if (closedSince === undefined || answered.has(socket)) continue
        const isSilent = now - state.since >= SILENT_MS
        // A body may take a while to come, but headers are sent in one go.
        if (isSilent || (!receiving.has(socket) && now - closedSince >= SILENT_MS)) socket.destroy()
      }
    },
  }
}
