import { Redis, type RedisOptions } from 'ioredis'
import { readRedisAddress } from '../config/redisAddress.ts'
import type { Log } from '../observability/log.ts'

export type { Redis }

/** Milliseconds after which a command with a client waiting gives up, also when Redis is frozen. */
export const ANSWER_MS = 1_000

const SILENCE =
  /^(Command timed out|Socket timeout|Stream isn't writeable|Reached the max retries|Connection is closed|Redis is not connected)/

/** ioredis reports a silent server in many ways, and each would be a warning of its own. */
export const asOutage = (error: unknown): unknown =>
  error instanceof Error && SILENCE.test(error.message)
    ? new Error('Redis does not answer', { cause: error })
    : error

const retryStrategy = (times: number) => Math.min(times * 100, 2_000)

/** A connection for commands and pub/sub. @param options see `producerOptions` and `workerOptions`. */
export function connectRedis(url: string, options: RedisOptions, log: Log): Redis {
  const redis = new Redis({
    ...readRedisAddress(url),
    ...options,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    // Its server is another's replica now, and the master's name leads elsewhere. The command was not done there.
    // (The failoverDetector of ioredis 6.0 ends a connection for good while it is reconnecting.)
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  })
  redis.on('error', (error) => log.warn({ err: asOutage(error) }, 'Redis reports an error'))
  return redis
}

/**
 * A connection for commands with a client waiting: they fail in about 1 ms when Redis is down, and after 1 s when it is frozen.
 * A silent connection is replaced, since its server may have vanished.
 */
export const producerOptions: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: ANSWER_MS,
  socketTimeout: 3 * ANSWER_MS,
}

/** A connection for workers, which simply wait until Redis is back. BullMQ asks it to answer within 10 s at most. */
export const workerOptions: RedisOptions = { maxRetriesPerRequest: null, socketTimeout: 15_000 }

/** Each time that the connection stands: it may be another server, with other settings, than before. */
export function checkWhenever(redis: Redis, log: Log): void {
  redis.on('ready', async () => {
    try {
      for (const problem of problemsOf(await redis.info())) log.error(problem)
    } catch (error) {
      log.debug({ err: error }, 'Redis does not tell of its settings')
    }
  })
}

/**
 * What is wrong with a server that says this of itself. INFO tells the policy also where CONFIG is forbidden.
 * @returns sentences for its operator
 */
export function problemsOf(info: string): string[] {
  const lines = info.split(/\r?\n/)
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  const policy = field('maxmemory_policy')
  const version = field('redis_version')
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  return [
    ...(policy && policy !== 'noeviction'
      ? [
          `Redis has maxmemory-policy ${policy}: set it to noeviction. When its memory is full it deletes doorbells, and counts of rate limits; no reply is lost, but each waits for the sweeper.`,
        ]
      : []),
    ...(version && major * 100 + minor < 602
      ? [`Redis is ${version}: the queue needs 6.2 or newer. Replies wait for the sweeper.`]
      : []),
  ]
}
