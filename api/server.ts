import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../shared/config/config.ts'
import type { Times } from '../shared/config/times.ts'
import { type Db, poolUse } from '../shared/db/db.ts'
import { LANES } from '../shared/jobs.ts'
import type { Log } from '../shared/observability/log.ts'
import { readGauge, readPool } from '../shared/observability/metrics.ts'
import { makeBreakers } from '../shared/providers/circuitBreaker.ts'
import { makeNotificationReceiver } from '../shared/queue/notifications.ts'
import { makeWakeUps } from '../shared/queue/queue.ts'
import { makeAccept } from '../shared/store/chat/accept.ts'
import { readDrafts } from '../shared/store/chat/drafts.ts'
import { messageOf, readFinishedReplies } from '../shared/store/chat/messages.ts'
import { makeFileStorage } from '../shared/store/knowledge/fileStorage.ts'
import { readFinishedEntries } from '../shared/store/knowledge/knowledge.ts'
import { findGone } from '../shared/store/queue/queueState.ts'
import { makeFindByMeaning } from '../shared/store/search/meaning.ts'
import { makeApp } from './app.ts'
import { makeCredentialStore } from './auth/credentialCache.ts'
import { makeTokens } from './auth/widgetTokens.ts'
import { makeRateLimiter } from './limits/rateLimiter.ts'
import { makeReadFleet } from './metrics/queueMetrics.ts'
import { makeRecorder, type Recorder } from './metrics/requestRecorder.ts'
import { answerClientError } from './middleware/errors.ts'
import { makeReplyCapacity } from './replies/replyCapacity.ts'
import { makeReplyFeed } from './replies/replyFeed.ts'
import { makeReplyWaiter } from './replies/replyWaiter.ts'

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

/** How long, at the end of a shutdown, the last answers have to leave. */
const CUT_OFF_MS = 1_500

export interface ApiServer {
  port: number
  /**
   * Says at /ready that it stops, and goes on for `drainMs`, until its routers have noticed. Then it takes no more connections; lets
   * requests wait until `graceMs` after the call, answers the others 202, and closes its connections.
   */
  stop(graceMs: number, drainMs?: number): Promise<void>
}

/** Wires the API and starts listening. The caller owns `db`. */
export async function startServer({
  config,
  db,
  log,
  recorder = makeRecorder(db, log, config.times),
}: {
  config: Config
  db: Db
  log: Log
  recorder?: Recorder
}): Promise<ApiServer> {
  const address = randomUUID()
  const wakeUps = makeWakeUps(config, LANES, log)
  const { times } = config
  const common = { wakeUps, maxWaiters: config.MAX_WAITERS, rereadMs: times.rereadMs, log }
  const replyWaiter = makeReplyWaiter({
    ...{ ...common, lane: 'reply', read: (ids) => readFinishedReplies(db, ids) },
    findGone: (ids) => findGone(db, 'reply', ids),
  })
  const askIndex = makeReplyWaiter({
    ...{ ...common, lane: 'index', read: (ids) => readFinishedEntries(db, ids) },
    findGone: (ids) => findGone(db, 'index', ids),
  })
  const onSignal = (signal: string) => {
    const reply = messageOf(signal)
    if (reply) return replyWaiter.settle(reply)
    replyWaiter.wake(signal)
    askIndex.wake(signal)
  }
  const notifications = await makeNotificationReceiver(config, log)
  await notifications.listen(address, onSignal)
  const replyFeed = makeReplyFeed({
    ...{ notifications, log, onFinished: replyWaiter.wake, rereadMs: times.rereadMs },
    read: (ids) => readDrafts(db, ids),
  })
  const credentials = makeCredentialStore(db, log, times.credentialsKeptMs)
  const tokens = makeTokens(config.WIDGET_TOKEN_KEYS)
  const limits = await makeRateLimiter(config, db, log)
  const files = makeFileStorage(config, db, log)
  const readFleet = makeReadFleet(db, log, times)
  const services = {
    ...{
      credentials,
      tokens,
      limits,
      recorder,
      readFleet,
      replyCapacity: makeReplyCapacity(db, config, log),
      files,
      replyWaiter,
      askIndex,
      replyFeed,
    },
    acceptMessage: makeAccept(db, times.rowLockedMs),
  }
  readPool(() => poolUse(db), config.DATABASE_POOL)
  readGauge('parley_http_requests_waiting', () => [
    [{ lane: 'reply' }, replyWaiter.size],
    [{ lane: 'index' }, askIndex.size],
  ])
  readGauge('parley_queue_reachable', () => [[{}, Number(wakeUps.wasReachable())]])
  readGauge('parley_recorder_entries', () =>
    Object.entries(recorder.pending()).map(([kind, size]) => [{ kind }, size]),
  )
  const findByMeaning = makeFindByMeaning({ db, config, log, breakers: makeBreakers(log, times) })
  let stopping = false
  const app = makeApp({
    isStopping: () => stopping,
    address,
    config,
    db,
    log,
    wakeUps,
    findByMeaning,
    ...services,
  })
  const handle = app.callback()
  const open = new Set<ServerResponse>()
  const take = (request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) response.shouldKeepAlive = false
    handle(request, response)
  }
  const server = createServer(limitsOf(times), take)
    .on('clientError', (error, socket) => answerClientError(log, error, socket))
    .on('checkExpectation', take)
    .on('connect', (_request, socket) => answerClientError(log, new Error('this is no proxy'), socket))
    .on('drop', () => log.warn({ most: server.maxConnections }, 'too many connections; one was refused'))
  server.maxConnections = 2 * config.MAX_WAITERS + OTHER_CONNECTIONS
  server.listen({ port: config.PORT, host: config.HOST, backlog: MAX_UNACCEPTED })
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    async stop(graceMs, drainMs = 0) {
      // Each answer says that its connection ends with it, so that no client sends another request into the closing.
      stopping = true
      for (const response of open) response.shouldKeepAlive = false
      const sendAway = setTimeout(() => {
        replyWaiter.close()
        askIndex.close()
      }, graceMs)
      if (drainMs > 0) await sleep(drainMs)
      const closed = new Promise((resolve) => server.close(resolve))
      const closeIdle = setInterval(() => server.closeIdleConnections(), 100)
      // Connections that sent nothing, or half a request, are neither idle nor anybody's.
      const cutOff = setTimeout(
        () => server.closeAllConnections(),
        Math.max(0, graceMs - drainMs) + CUT_OFF_MS,
      )
      await closed
      clearInterval(closeIdle)
      clearTimeout(sendAway)
      clearTimeout(cutOff)
      replyFeed.close()
      limits.close()
      files.close()
      await Promise.all([wakeUps.close(), notifications.close(), recorder.close()])
    },
  }
}
