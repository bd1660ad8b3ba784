import { randomUUID } from 'node:crypto'
import { makeAccept } from '../shared/chat/accept.ts'
import { makeDecide } from '../shared/chat/decisions.ts'
import { readDrafts } from '../shared/chat/drafts.ts'
import { makeEndReply } from '../shared/chat/endReplies.ts'
import { messageOf, readFinishedReplies, readHumanAnswers } from '../shared/chat/messages.ts'
import { readMarks, readNews } from '../shared/chat/news.ts'
import { readTried } from '../shared/events/deliveries.ts'
import { makeReadRelayLag } from '../shared/events/relayLag.ts'
import { makeHandoffs } from '../shared/handoffs/handoffs.ts'
import { findGone } from '../shared/jobs/organizationQueues.ts'
import { makeFileStorage } from '../shared/knowledge/fileStorage.ts'
import { readFinishedEntries } from '../shared/knowledge/knowledge.ts'
import { makeFairLoop } from '../shared/lib/async/fairLoop.ts'
import { withTimeout } from '../shared/lib/async/withTimeout.ts'
import type { Config } from '../shared/lib/config/config.ts'
import type { Pool } from '../shared/lib/db/db.ts'
import { notify } from '../shared/lib/db/health.ts'
import { DELIVER, INDEX, LANE_NAMES, REPLY, TRIAL } from '../shared/lib/jobs.ts'
import type { Log } from '../shared/lib/observability/log.ts'
import { readGauge, readPool } from '../shared/lib/observability/metrics.ts'
import {
  makeNotificationReceiver,
  makeNotificationSender,
  type NotificationReceiver,
  type NotificationSender,
} from '../shared/lib/queue/notifications.ts'
import { makeWakeUps, type WakeUps } from '../shared/lib/queue/queue.ts'
import { makeSealer } from '../shared/lib/sealing.ts'
import { makeMailer } from '../shared/mail/mailer.ts'
import { makeBreakers } from '../shared/models/circuitBreaker.ts'
import { makeConnections } from '../shared/models/connections.ts'
import { type SchemaWatch, watchSchema } from '../shared/process/schema.ts'
import { makeFindByMeaning } from '../shared/search/meaning.ts'
import { makeReranking } from '../shared/search/rerank.ts'
import { readEndedTrials } from '../shared/trials/trials.ts'
import { makeApp } from './app.ts'
import { makeCredentialStore } from './auth/credentialCache.ts'
import { lazyOidc } from './auth/lazyOidc.ts'
import { makeTokens } from './auth/widgetTokens.ts'
import { makeHttpServer } from './httpServer.ts'
import { makeBudgetGate } from './limits/budgetGate.ts'
import { makeNearLimits } from './limits/nearLimits.ts'
import { makeRateLimiter } from './limits/rateLimiter.ts'
import { makeReadFleet } from './metrics/queueMetrics.ts'
import { makeRecorder, type Recorder } from './metrics/requestRecorder.ts'
import { makeEventFeed } from './replies/eventFeed.ts'
import { makeJobWaiter } from './replies/jobWaiter.ts'
import { makeLiveFeed } from './replies/liveFeed.ts'
import { makeReplyCapacity } from './replies/replyCapacity.ts'
import { makeReplyFeed } from './replies/replyFeed.ts'
import { makeThreadFeed } from './replies/threadFeed.ts'

export interface ApiServer {
  port: number
  /**
   * Answers /ready with an error but goes on for `drainMs`, until routers have noticed. Then
   * accepts no more connections, lets requests wait until `graceMs` after the call, answers the
   * remaining ones 202, and closes its connections.
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
  db: Pool
  log: Log
  recorder?: Recorder
}): Promise<ApiServer> {
  const address = randomUUID()
  const wakeUps = makeWakeUps(config, LANE_NAMES, (...signal) => notify(db, ...signal), log)
  const { times } = config
  const schema = watchSchema(db, config, log)
  await sayIfNotMigrated(schema, log, times.closeMs)
  const waiters = makeWaiters({ config, db, log, wakeUps })
  const { replyWaiter } = waiters
  const onNotification = (message: string) => {
    const reply = messageOf(message)
    if (reply) return replyWaiter.resolve(reply)
    for (const waiter of Object.values(waiters)) waiter.refresh(message)
  }
  const notifications = await makeNotificationReceiver(config, log)
  await notifications.listen(address, onNotification)
  const sender = makeNotificationSender(config, (...signal) => notify(db, ...signal), log)
  const feeds = await makeFeeds({ config, db, log, notifications, onFinished: replyWaiter.refresh })
  const credentials = makeCredentialStore(db, log, times.credentialsTtlMs)
  const limits = await makeRateLimiter(config, db, log)
  const files = makeFileStorage(config, db, log)
  const signIn = makeSignIn(config, log)
  const readRelayLag = makeReadRelayLag(db, times.relayLagTtlMs)
  const services = {
    credentials,
    tokens: makeTokens(config.WIDGET_TOKEN_KEYS),
    limits,
    nearLimits: makeNearLimits(db, log),
    ...signIn.services,
    budgets: makeBudgetGate(db, log, times.budgetsTtlMs),
    recorder,
    readFleet: makeReadFleet(db, log, times, readRelayLag),
    readRelayLag,
    replyCapacity: makeReplyCapacity(db, config, log),
    files,
    ...waiters,
    ...feeds,
    threadSignals: sender.threads,
    liveSignals: sender.live,
    notifications: { send: sendFrom(address, onNotification, sender) },
    eventSignals: sender.events,
    acceptMessage: makeAccept(db, times.rowLockedMs),
    endReply: makeEndReply(db, times.rowLockedMs),
    handoffs: makeHandoffs(times.rowLockedMs),
    decide: makeDecide(times.rowLockedMs),
  }
  readPool(db.use, config.DATABASE_POOL)
  readQueue(wakeUps, waiters)
  readStreams(feeds, config.MAX_WAITERS)
  readGauge('parley_analytics_buffer_entries', () =>
    Object.entries(recorder.pending()).map(([kind, size]) => [{ kind }, size]),
  )
  const connections = makeConnections(db, config)
  const models = { db, config, log, breakers: makeBreakers(log, times), connections }
  const server = makeHttpServer(config, log)
  const app = makeApp({
    isStopping: server.isStopping,
    address,
    config,
    db,
    log,
    schema,
    wakeUps,
    connections,
    loop: makeFairLoop(),
    findByMeaning: makeFindByMeaning(models),
    makeRerank: makeReranking(models),
    ...services,
  })
  const port = await server.listen(app.callback())

  return {
    port,
    async stop(graceMs, drainMs = 0) {
      // Their clients reconnect at once, to another process.
      feeds.threadFeed.close()
      feeds.liveFeed.close()
      feeds.eventFeed.close()
      await server.stop(graceMs, drainMs, () => {
        for (const waiter of Object.values(waiters)) waiter.close()
      })
      feeds.replyFeed.close()
      limits.close()
      files.close()
      await Promise.all(
        [wakeUps, notifications, sender, recorder, signIn].map((service) => service.close()),
      )
    },
  }
}

/** Logs why an API is not ready. Tries a database that is down for `ms` milliseconds. */
async function sayIfNotMigrated(schema: SchemaWatch, log: Log, ms: number): Promise<void> {
  const late = () => new Error('the database does not answer')
  const problem = await withTimeout(schema.problem(), ms, late).catch(() => undefined)
  if (problem) log.warn(`${problem} This process is not ready until then.`)
}

/** Makes a `send` that delivers a process's messages to itself directly. */
const sendFrom =
  (
    own: string,
    onNotification: (message: string) => void,
    { send }: NotificationSender,
  ): NotificationSender['send'] =>
  async (address, message, instead) =>
    address === own ? onNotification(message) : send(address, message, instead)

/** The most streams of single threads in a process: of an organization, and of a thread. */
const MOST_LIVE = { ofOrganization: 1_000, ofThread: 20 }

/** Makes the waiters for jobs of each kind. */
function makeWaiters({
  config,
  db,
  log,
  wakeUps,
}: {
  config: Config
  db: Pool
  log: Log
  wakeUps: WakeUps
}) {
  const common = { wakeUps, maxWaiters: config.MAX_WAITERS, rereadMs: config.times.rereadMs, log }
  return {
    replyWaiter: makeJobWaiter({
      ...common,
      lane: REPLY.name,
      read: (ids) => readFinishedReplies(db, ids),
      findGone: (ids) => findGone(db, REPLY, ids),
    }),
    trialWaiter: makeJobWaiter({
      ...common,
      lane: REPLY.name,
      read: (ids) => readEndedTrials(db, ids),
      findGone: (ids) => findGone(db, TRIAL, ids),
    }),
    humanWaiter: makeJobWaiter({
      ...common,
      lane: REPLY.name,
      read: (ids) => readHumanAnswers(db, ids),
    }),
    entryWaiter: makeJobWaiter({
      ...common,
      lane: INDEX.name,
      read: (ids) => readFinishedEntries(db, ids),
      findGone: (ids) => findGone(db, INDEX, ids),
    }),
    deliveryWaiter: makeJobWaiter({
      ...common,
      lane: DELIVER.name,
      read: (ids) => readTried(db, ids),
    }),
  }
}

type Feeds = Awaited<ReturnType<typeof makeFeeds>>

/**
 * Makes the feeds of replies, threads and events that streams follow.
 * @param onFinished called for each reply that ended
 */
async function makeFeeds({
  config: { MAX_WAITERS, times },
  db,
  log,
  notifications,
  onFinished,
}: {
  config: Config
  db: Pool
  log: Log
  notifications: NotificationReceiver
  onFinished: (id: string) => void
}) {
  const threadFeed = makeThreadFeed(notifications, MAX_WAITERS)
  return {
    replyFeed: makeReplyFeed({
      notifications,
      log,
      onFinished,
      rereadMs: times.rereadMs,
      read: (ids) => readDrafts(db, ids),
    }),
    threadFeed,
    liveFeed: await makeLiveFeed({
      notifications,
      log,
      rereadMs: times.liveRereadMs,
      onPresence: threadFeed.presenceChanged,
      readMarks: (ids) => readMarks(db, ids),
      readNews: (...asked) => readNews(db, ...asked),
      most: { ...MOST_LIVE, all: MAX_WAITERS },
    }),
    eventFeed: await makeEventFeed(notifications, MAX_WAITERS),
  }
}

/** Makes what sign-ins need beside the database. */
function makeSignIn(config: Config, log: Log) {
  const mailer = makeMailer(config, log)
  const oidc = lazyOidc(config)
  return {
    services: { mailer, oidc, sealer: makeSealer(config.SECRET_KEYS) },
    async close() {
      // Mails that are under way still read the database and store audit events.
      await mailer.close()
      oidc.close()
    },
  }
}

/** Reports the number of open streams to the metrics. @param most streams of each kind */
function readStreams({ liveFeed, threadFeed, eventFeed }: Feeds, most: number): void {
  const kinds = Object.entries({ chat: liveFeed, threads: threadFeed, events: eventFeed })
  readGauge('parley_live_streams', () => kinds.map(([kind, feed]) => [{ kind }, feed.total()]))
  readGauge('parley_live_streams_limit', () => kinds.map(([kind]) => [{ kind }, most]))
}

function readQueue(
  wakeUps: Pick<WakeUps, 'wasReachable'>,
  {
    replyWaiter,
    trialWaiter,
    humanWaiter,
    entryWaiter,
    deliveryWaiter,
  }: ReturnType<typeof makeWaiters>,
): void {
  const lanes = {
    [REPLY.name]: [replyWaiter, trialWaiter, humanWaiter],
    [INDEX.name]: [entryWaiter],
    [DELIVER.name]: [deliveryWaiter],
  }
  readGauge('parley_queue_reachable', () => [[{}, Number(wakeUps.wasReachable())]])
  readGauge('parley_http_requests_waiting', () =>
    Object.entries(lanes).map(([lane, all]) => [
      { lane },
      all.reduce((sum, { size }) => sum + size, 0),
    ]),
  )
}
