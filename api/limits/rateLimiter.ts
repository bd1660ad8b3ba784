import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { connectRedis, producerOptions } from '../../shared/lib/queue/redis.ts'
import { countInPostgres, countInRedis, insured, type Tried } from './counters.ts'

/**
 * Milliseconds that the start waits for Redis, so that even the first requests are counted there.
 */
const CONNECT_MS = 1_000

/** A bucket in which a request is to be counted, with at most `limit` requests per window. */
export interface LimitCheck {
  bucket: string
  /** The owner of the bucket. */
  of: string
  limit: number
  /** Seconds. A window begins with the first request in it. */
  window: number
}

/** The state of one bucket for one caller. */
export interface Standing extends LimitCheck {
  remaining: number
  /** Seconds until the window ends, at least 1. */
  reset: number
}

export interface Verdict {
  allowed: boolean
  /**
   * The bucket that refused the request; for an allowed request, the bucket with the least
   * remaining.
   */
  standing: Standing
  /** The buckets in which an allowed request was counted, or the one that refused it. */
  standings: readonly Standing[]
  /** Takes an allowed request out of all counts. Never throws. */
  giveBack(): Promise<void>
}

export interface RateLimiter {
  /**
   * Counts a request in all buckets, or in none if one of them is full. Asks them in order. The
   * narrowest should come first: requests that it refuses must not use up shared buckets, not even
   * for a moment.
   */
  count(checks: readonly LimitCheck[]): Promise<Verdict>
  /** Reads the count without adding to it. */
  look(check: LimitCheck): Promise<Use>
  close(): void
}

/** The use of a bucket in its current window. */
export interface Use {
  limit: number
  /** Requests in the current window. Exceeds the limit if the limit was lowered. */
  used: number
  remaining: number
  /** When the window ends; null before the first request. */
  resets_at: Date | null
}

/**
 * Counts exactly over all processes that share the store: Redis if configured, else PostgreSQL.
 * While Redis is down, each process counts alone.
 */
export async function makeRateLimiter(
  config: Pick<Config, 'REDIS_URL' | 'times'>,
  db: Db,
  log: Log,
): Promise<RateLimiter> {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, producerOptions, log) : undefined
  if (redis)
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => undefined)
  const counter = redis
    ? insured(countInRedis(redis), config.times.limiterCooldownMs, log)
    : countInPostgres(db)
  return {
    async count(checks) {
      const done: { standing: Standing; undo: Tried['undo'] }[] = []
      const giveBack = async () => {
        await Promise.all(done.map(({ undo }) => undo())).catch((error) =>
          log.warn({ err: error }, 'could not give back a count'),
        )
      }
      for (const check of checks) {
        const tried = await counter.count(keyOf(check), check.limit, check.window * 1_000)
        const standing = standingOf(check, tried)
        if (!tried.hasCapacity) {
          await giveBack()
          return {
            allowed: false,
            standing,
            standings: [standing],
            giveBack: async () => undefined,
          }
        }
        done.push({ standing, undo: tried.undo })
      }
      const standings = done.map(({ standing }) => standing)
      return { allowed: true, standing: standings.reduce(tighter), standings, giveBack }
    },
    async look(check) {
      const { limit } = check
      const { used = 0, leftMs } = (await counter.look(keyOf(check))) ?? {}
      const resets_at = leftMs === undefined ? null : new Date(Date.now() + leftMs)
      return { limit, used, remaining: Math.max(0, limit - used), resets_at }
    },
    close() {
      redis?.disconnect()
    },
  }
}

/** Hashes the owner, which a client may have sent, to a key of fixed length. */
const keyOf = ({ bucket, of }: LimitCheck) =>
  `parley-limit:window:${bucket}:${createHash('sha256').update(of).digest('base64url')}`

const standingOf = (check: LimitCheck, { used, leftMs }: Tried): Standing => ({
  ...check,
  remaining: Math.max(0, check.limit - used),
  reset: Math.max(1, Math.ceil(leftMs / 1_000)),
})

const tighter = (left: Standing, right: Standing) =>
  right.remaining < left.remaining ? right : left
