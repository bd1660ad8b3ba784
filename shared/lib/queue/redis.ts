import { Redis, type RedisOptions } from 'ioredis'
import { readRedisAddress } from '../config/redisAddress.ts'
import type { Log } from '../observability/log.ts'

export type { Redis }

/** Milliseconds after which a command that a client waits for fails, even if Redis is frozen. */
export const ANSWER_MS = 1_000

const SILENCE =
  /^(Command timed out|Socket timeout|Stream isn't writeable|Reached the max retries|Connection is closed|Redis is not connected)/

/**
 * Turns ioredis's different errors about a silent server into one error, so that they are logged as
 * one warning.
 */
export const asOutage = (error: unknown): unknown =>
  error instanceof Error && SILENCE.test(error.message)
    ? new Error('Redis does not answer', { cause: error })
    : error

const retryStrategy = (times: number) => Math.min(times * 100, 2_000)

/**
 * Opens a connection for commands and pub/sub.
 * @param options see `producerOptions` and `workerOptions`
 */
export function connectRedis(url: string, options: RedisOptions, log: Log): Redis {
  const redis = new Redis({
    ...readRedisAddress(url),
    ...options,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    // The server has become a replica, which did not run the command. The value 2 reconnects, by
    // the master's name to the new master, and sends the command again. (The failoverDetector of
    // ioredis 6.0 would end a connection for good while it is reconnecting.)
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  })
  redis.on('error', (error) => log.warn({ err: asOutage(error) }, 'Redis reports an error'))
  return redis
}

/**
 * Options for commands that a client waits for: they fail in about 1 ms if Redis is down, and after
 * 1 s if it is frozen. A silent connection is replaced, because its server may have vanished.
 */
export const producerOptions: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: ANSWER_MS,
  socketTimeout: 3 * ANSWER_MS,
}

/**
 * Options for workers, which wait until Redis is back. BullMQ never lets Redis block for more than
 * 10 s, so a longer silence means that the server is gone.
 */
export const workerOptions: RedisOptions = { maxRetriesPerRequest: null, socketTimeout: 15_000 }

/**
 * Checks the server's settings after each connect, because a reconnect may reach another server.
 */
export function checkWhenever(redis: Redis, log: Log): void {
  redis.on('ready', async () => {
    try {
      for (const problem of problemsOf(await redis.info())) log.error(problem)
    } catch (error) {
      log.debug({ err: error }, 'Redis does not report its settings')
    }
  })
}

/**
 * Finds wrong settings of a Redis server. Uses INFO, because CONFIG may be forbidden.
 * @param info the answer to INFO
 * @returns sentences for the operator
 */
export function problemsOf(info: string): string[] {
  const lines = info.split(/\r?\n/)
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  const policy = field('maxmemory_policy')
  const version = field('redis_version')
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  return [
    ...(policy && policy !== 'noeviction'
      ? [
          `Redis has maxmemory-policy ${policy}: set it to noeviction. When its memory is full it deletes wake-ups and counts of rate limits. No reply is lost, but each waits for the sweep.`,
        ]
      : []),
    ...(version && major * 100 + minor < 602
      ? [`Redis is ${version}: the queue needs 6.2 or newer. Replies wait for the sweep.`]
      : []),
  ]
}
