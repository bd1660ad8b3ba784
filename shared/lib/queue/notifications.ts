import { withTimeout } from '../async/withTimeout.ts'
import type { Config } from '../config/config.ts'
import type { Times } from '../config/times.ts'
import { clientWithin } from '../db/connection.ts'
import type { Log } from '../observability/log.ts'
import { type EventSignals, makeEventSignals } from './eventSignals.ts'
import { type LiveSignals, makeLiveSignals } from './liveSignals.ts'
import { ANSWER_MS, connectRedis, producerOptions, workerOptions } from './redis.ts'
import { makeThreadSignals, type ThreadSignals } from './threadSignals.ts'

/**
 * Sends notifications. A process that waits for a row gets the id of the finished row, or the row
 * itself. A process that follows a reply gets each piece and the end. A lost notification costs up
 * to a second, until the next batched read.
 */
export interface NotificationSender {
  /**
   * Sends a message to an address. Never throws.
   * @param address the address of a process, or the id of a reply that clients follow
   * @param instead less than 8,000 bytes; sent in place of a message that is too long for
   *   PostgreSQL
   */
  send(address: string, message: string, instead?: string): Promise<void>
  /**
   * Signals that a thread has changed, to its followers and to the dashboards of its organization.
   */
  readonly threads: Pick<ThreadSignals, 'changed'>
  /** Signals a person's presence in a thread to the thread's followers. */
  readonly live: Pick<LiveSignals, 'presenceChanged'>
  /** Signals to streams of events that organizations have new events. */
  readonly events: Pick<EventSignals, 'changed'>
  close(): Promise<void>
}

/** Receives notifications on its channels. Reconnects by itself until it is closed. */
export interface NotificationReceiver {
  /**
   * Subscribes to an address. Never throws. Resolves when the channel is subscribed, or after 1 s
   * without an answer. In the second case, notifications arrive once the server is back.
   */
  listen(address: string, onMessage: (message: string) => void): Promise<void>
  unlisten(address: string): void
  /**
   * Registers a function to call each time that the connection is back, because notifications may
   * have been missed.
   */
  onReconnect(onReconnect: () => void): void
  close(): Promise<void>
}

/** Sent to followers of a reply in place of a piece, when the reply has ended. */
export const FINISHED = 'finished'

/** Sends through PostgreSQL, with the process's own connection pool. */
export type Notify = (channel: string, ...payloads: string[]) => Promise<unknown>

/** PostgreSQL refuses a payload of this size or more. */
const NOTIFY_BYTES = 8_000
const CLOSE_MS = 1_000

export function makeNotificationSender(
  config: Pick<Config, 'REDIS_URL' | 'times'>,
  notify: Notify,
  log: Log,
): NotificationSender {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, producerOptions, log) : undefined
  async function send(address: string, message: string, instead = message): Promise<void> {
    try {
      if (redis) await redis.publish(channelOf(address), message)
      else
        await notify(
          channelOf(address),
          Buffer.byteLength(message) < NOTIFY_BYTES ? message : instead,
        )
    } catch (error) {
      log.warn({ address, err: error }, 'could not notify; the waiting process will read the row')
    }
  }
  const dashboards = makeThreadSignals(send, config.times.threadSignalsMs)
  const live = makeLiveSignals(send, config.times.liveSignalsMs)
  const threads: NotificationSender['threads'] = {
    changed(organizationId, threadId) {
      if (threadId) live.changed(threadId)
      dashboards.changed(organizationId, threadId)
    },
  }
  const events = makeEventSignals(send, config.times.eventSignalsMs)
  return {
    send,
    threads,
    live,
    events,
    async close() {
      await Promise.all([live.close(), dashboards.close(), events.close()])
      redis?.disconnect()
    },
  }
}

/**
 * Opens the receiver. With PostgreSQL it resolves when the first connection has been made or has
 * failed.
 */
export const makeNotificationReceiver = (
  config: Pick<Config, 'REDIS_URL' | 'DATABASE_URL' | 'times'>,
  log: Log,
): Promise<NotificationReceiver> | NotificationReceiver =>
  config.REDIS_URL
    ? receiveFromRedis(config.REDIS_URL, config.times, log)
    : receiveFromPostgres(config.DATABASE_URL, config.times, log)

/**
 * Returns the channel of an address. It is valid in Redis and, unquoted, as a PostgreSQL identifier
 * of at most 63 characters.
 */
export const channelOf = (address: string) => `parley_${address.replaceAll('-', '')}`

type Hearers = Map<string, (message: string) => void>

function receiveFromRedis(
  url: string,
  { notificationsAskMs, notificationsAnswerMs }: Times,
  log: Log,
): NotificationReceiver {
  const hearers: Hearers = new Map()
  const reconnected = makeReconnected()
  // After a reconnect, ioredis itself subscribes to all channels again.
  const redis = connectRedis(url, { ...workerOptions, socketTimeout: notificationsAnswerMs }, log)
  // A connection that only listens does not notice that its server has vanished.
  const asking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(noop)
  }, notificationsAskMs)
  redis.on('message', (channel, message) => hearers.get(channel)?.(message))
  redis.on('ready', reconnected.connected)
  return {
    onReconnect: reconnected.add,
    async listen(address, onMessage) {
      const channel = channelOf(address)
      hearers.set(channel, onMessage)
      // Does not wait while Redis is away: ioredis queues the command until it is back.
      await withTimeout(redis.subscribe(channel), ANSWER_MS, noAnswer).catch((error) =>
        log.warn({ err: error }, 'not subscribed to notifications yet'),
      )
    },
    unlisten(address) {
      hearers.delete(channelOf(address))
      redis.unsubscribe(channelOf(address)).catch(() => undefined)
    },
    async close() {
      clearInterval(asking)
      redis.disconnect()
    },
  }
}

async function receiveFromPostgres(
  connectionString: string,
  times: Times,
  log: Log,
): Promise<NotificationReceiver> {
  const hearers: Hearers = new Map()
  const reconnected = makeReconnected()
  let closed = false
  const AnsweringClient = clientWithin(times.notificationsAnswerMs, times.connectMs)
  let client: InstanceType<typeof AnsweringClient> | undefined
  let timer: NodeJS.Timeout | undefined
  /**
   * Commands run one after the other, as pg requires. A `listen` that fails is repeated
   * at the next connection.
   */
  let commands: Promise<void> = Promise.resolve()

  async function connect() {
    const next = new AnsweringClient({ connectionString, application_name: 'parley-notifications' })
    let asking: NodeJS.Timeout | undefined
    let lost = false
    const reconnect = (error?: Error) => {
      clearInterval(asking)
      if (closed || lost) return
      lost = true
      log.warn({ err: error }, 'the connection for notifications is gone, connecting again')
      next.end().catch(() => undefined)
      timer = setTimeout(connect, times.notificationsReconnectMs)
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect())
    next.on('notification', ({ channel, payload = '' }) => hearers.get(channel)?.(payload))
    client = next
    const opening = next.connect().then(async () => {
      const channels = [...hearers.keys()]
      if (channels.length)
        await next.query(channels.map((channel) => `listen ${channel}`).join(';'))
      reconnected.connected()
    })
    // Other commands wait until the connection is open.
    commands = opening.catch(noop)
    try {
      await opening
      // `error` or `end` may already have reported a failure.
      if (!closed && !lost)
        asking = setInterval(() => command('select 1'), times.notificationsAskMs)
    } catch (error) {
      reconnect(error as Error)
    }
  }

  const command = (text: string) => {
    commands = commands.then(() => client!.query(text)).then(noop, noop)
    return commands
  }

  await connect()
  return {
    onReconnect: reconnected.add,
    async listen(address, onMessage) {
      const channel = channelOf(address)
      hearers.set(channel, onMessage)
      await withTimeout(command(`listen ${channel}`), ANSWER_MS, noAnswer).catch(noop)
    },
    unlisten(address) {
      hearers.delete(channelOf(address))
      command(`unlisten ${channelOf(address)}`)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      // A frozen server never confirms that the connection ends.
      if (client)
        await withTimeout(client.end(), CLOSE_MS, () => new Error('no goodbye')).catch(
          () => undefined,
        )
    },
  }
}

/** Calls the listeners at every connection except the first, before which there are none. */
function makeReconnected() {
  const listeners: (() => void)[] = []
  let isBack = false
  return {
    add: (listener: () => void) => void listeners.push(listener),
    connected() {
      if (isBack) for (const listener of listeners) listener()
      isBack = true
    },
  }
}

const noAnswer = () => new Error('no answer')
const noop = () => undefined
