import type { Config } from './config.ts'
import { inTime } from './inTime.ts'
import type { Log } from './log.ts'
import { type Client, clientWithin } from './postgres.ts'
import { connectRedis, producerOptions, workerOptions } from './redis.ts'

/**
 * "The row with this id is finished", sent to the one process that waits for it. Hints only: one that is lost
 * costs its waiter up to a second, until the next batched read.
 */
export interface SignalSender {
  /** Never throws. @param address the `address` of the receiving process. */
  send(address: string, id: string): Promise<void>
  close(): Promise<void>
}

export interface SignalReceiver {
  close(): Promise<void>
}

/** How somebody sends through PostgreSQL: the database that is open anyway. */
type Notify = (channel: string, payload: string) => Promise<unknown>

const RECONNECT_MS = 1_000
/** How often a connection that hears nothing is asked whether it is still there, and how long it has for its answer. */
const ASK_MS = 10_000
const ANSWER_SECONDS = 5
const CLOSE_MS = 1_000

export function makeSender(config: Pick<Config, 'REDIS_URL'>, notify: Notify, log: Log): SignalSender {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, producerOptions, log) : undefined
  return {
    async send(address, id) {
      try {
        if (redis) await redis.publish(channelOf(address), id)
        else await notify(channelOf(address), id)
      } catch (error) {
        log.warn({ id, err: error }, 'could not signal; the waiter will read the row')
      }
    },
    async close() {
      redis?.disconnect()
    },
  }
}

/** Calls `onSignal` with each id that is sent to `address`. Reconnects by itself, for as long as it is open. */
export async function makeReceiver(
  config: Pick<Config, 'REDIS_URL' | 'DATABASE_URL'>,
  address: string,
  onSignal: (id: string) => void,
  log: Log,
): Promise<SignalReceiver> {
  return config.REDIS_URL
    ? receiveFromRedis(config.REDIS_URL, channelOf(address), onSignal, log)
    : receiveFromPostgres(config.DATABASE_URL, channelOf(address), onSignal, log)
}

/** Valid as a Redis channel and, unquoted, as a PostgreSQL identifier of at most 63 characters. */
const channelOf = (address: string) => `parley_${address.replaceAll('-', '')}`

function receiveFromRedis(
  url: string,
  channel: string,
  onSignal: (id: string) => void,
  log: Log,
): SignalReceiver {
  const redis = connectRedis(url, workerOptions, log)
  redis.on('message', (_channel, id) => onSignal(id))
  redis.subscribe(channel).catch((error) => log.warn({ err: error }, 'could not subscribe to signals'))
  return {
    async close() {
      redis.disconnect()
    },
  }
}

async function receiveFromPostgres(
  connectionString: string,
  channel: string,
  onSignal: (id: string) => void,
  log: Log,
): Promise<SignalReceiver> {
  let closed = false
  const AnsweringClient = clientWithin(ANSWER_SECONDS)
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    const next = new AnsweringClient({ connectionString, application_name: 'parley-signals' })
    let asking: NodeJS.Timeout | undefined
    let lost = false
    const reconnect = (error?: Error) => {
      clearInterval(asking)
      if (closed || lost) return
      lost = true
      log.warn({ err: error }, 'the connection for signals is gone, connecting again')
      next.end().catch(() => undefined)
      timer = setTimeout(connect, RECONNECT_MS)
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect())
    next.on('notification', ({ payload }) => payload && onSignal(payload))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      // A failure comes as `error` or `end`, too.
      const ask = () => next.query('select 1').catch(() => undefined)
      if (!closed && !lost) asking = setInterval(ask, ASK_MS)
    } catch (error) {
      reconnect(error as Error)
    }
  }

  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      // A frozen server never says goodbye.
      if (client) await inTime(client.end(), CLOSE_MS, () => new Error('no goodbye')).catch(() => undefined)
    },
  }
}
