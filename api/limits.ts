import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible'
import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import { inTime } from '../shared/inTime.ts'
import type { Log } from '../shared/log.ts'
import { connectRedis, producerOptions } from '../shared/redis.ts'
import { LIMITS_TABLE } from '../shared/store/limits.ts'
import type { Times } from '../shared/times.ts'

/** A Redis that does not answer in this time is taken for dead, and not asked again for a while. */
const REDIS_MS = 250
/** How long a start waits for Redis, so that the first requests are not counted apart from it. */
const CONNECT_MS = 1_000

/** A request wants to count as one of at most `limit` in each window. */
export interface Claim {
  bucket: string
  /** Whose bucket it is. */
  of: string
  limit: number
  /** Seconds. A window begins with the first request in it. */
  window: number
}

/** Where somebody stands in one bucket. */
export interface Standing extends Claim {
  remaining: number
  /** Seconds until the window ends, at least 1. */
  reset: number
}

export interface Verdict {
  allowed: boolean
  /** In the bucket that refuses the request; of an allowed one, in the bucket with the least remaining. */
  standing: Standing
  /** Takes an allowed request out of the count again. Never throws. */
  giveBack(): Promise<void>
}

export interface Limits {
  /**
   * Counts a request in all buckets, or in none when one of them is full. They are asked one after the other, the
   * narrowest should come first: what it refuses must not use up, not even for a moment, what it shares with others.
   */
  count(claims: readonly Claim[]): Promise<Verdict>
  /** What has been counted, without counting. */
  look(claim: Claim): Promise<Use>
  close(): void
}

/** What of a bucket is used. */
export interface Use {
  limit: number
  /** In the window that runs; over the limit, where that was lowered. */
  used: number
  remaining: number
  /** When the window ends; null: none has begun. */
  resets_at: Date | null
}

interface Counter {
  /** Counts 1. */
  add(key: string, window: number): Promise<Counted>
  /** null: no window has begun. */
  look(key: string): Promise<Omit<Counted, 'undo'> | null>
}

interface Counted {
  /** In this window so far, with this one. */
  used: number
  /** When the window ends. */
  ends: number
  undo(): Promise<unknown>
}

/** Exact over all processes that share the store: Redis where it is configured, else PostgreSQL. */
export async function makeLimits(
  config: Pick<Config, 'REDIS_URL' | 'times'>,
  db: Db,
  log: Log,
): Promise<Limits> {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, producerOptions, log) : undefined
  if (redis) await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => undefined)
  const counter = redis
    ? insured(
        counterOf(new RateLimiterRedis({ ...OPTIONS, storeClient: redis }), REDIS_MS),
        config.times,
        log,
      )
    : counterOf(new RateLimiterPostgres({ ...OPTIONS, ...IN_POSTGRES, storeClient: db }))
  return {
    async count(claims) {
      const done: { standing: Standing; undo: Counted['undo'] }[] = []
      const giveBack = async () => {
        await Promise.all(done.map(({ undo }) => undo())).catch((error) =>
          log.warn({ err: error }, 'could not give back a count'),
        )
      }
      for (const claim of claims) {
        const { used, ends, undo } = await counter.add(keyOf(claim), claim.window)
        const standing = standingOf(claim, used, ends)
        done.push({ standing, undo })
        if (used <= claim.limit) continue
        await giveBack()
        return { allowed: false, standing, giveBack: async () => undefined }
      }
      const standing = done.map((one) => one.standing).reduce(tighter)
      return { allowed: true, standing, giveBack }
    },
    async look(claim) {
      const { limit } = claim
      const { used = 0, ends } = (await counter.look(keyOf(claim))) ?? {}
      const resets_at = ends === undefined ? null : new Date(ends)
      return { limit, used, remaining: Math.max(0, limit - used), resets_at }
    },
    close() {
      redis?.disconnect()
    },
  }
}

/**
 * The library only counts: its own limit is never reached, so that a limit can be changed at any time and refused
 * requests can be given back.
 */
const OPTIONS = { points: Number.MAX_SAFE_INTEGER, duration: 60, keyPrefix: 'parley-limit' }
/** Workers delete what is over, see `workers/housekeeping.ts`. */
const IN_POSTGRES = {
  storeType: 'knex',
  tableName: LIMITS_TABLE,
  tableCreated: true,
  clearExpiredByTimeout: false,
}

/** @param ms after which it gives up; without, when the store does */
function counterOf(limiter: RateLimiterAbstract, ms?: number): Counter {
  return {
    async add(key, window) {
      const options = { customDuration: window }
      const { consumedPoints, msBeforeNext } = await answered(limiter.consume(key, 1, options), ms)
      const ends = Date.now() + msBeforeNext
      return {
        used: consumedPoints,
        ends,
        // In the next window, it would be a present.
        undo: async () => Date.now() < ends && answered(limiter.reward(key, 1, options), ms),
      }
    },
    async look(key) {
      const found = await answered(limiter.get(key), ms)
      return found && { used: found.consumedPoints, ends: Date.now() + found.msBeforeNext }
    },
  }
}

const answered = <T>(work: Promise<T>, ms?: number) =>
  ms === undefined ? work : inTime(work, ms, () => new Error(`no answer in ${ms} ms`))

/** While the store is down, this process counts by itself. */
function insured(store: Counter, { limiterRestMs }: Times, log: Log): Counter {
  const own = counterOf(new RateLimiterMemory(OPTIONS))
  let restsUntil = 0
  async function insuredly<T>(ask: (counter: Counter) => Promise<T>): Promise<T> {
    if (Date.now() < restsUntil) return ask(own)
    try {
      return await ask(store)
    } catch (error) {
      if (Date.now() >= restsUntil)
        log.warn({ err: error }, 'Redis does not count: limits hold for this process alone')
      restsUntil = Date.now() + limiterRestMs
      return ask(own)
    }
  }
  return {
    add: (key, window) => insuredly((counter) => counter.add(key, window)),
    look: (key) => insuredly((counter) => counter.look(key)),
  }
}

/** Short, whatever a client can put into it. */
const keyOf = ({ bucket, of }: Claim) => `${bucket}:${createHash('sha256').update(of).digest('base64url')}`

function standingOf(claim: Claim, used: number, ends: number): Standing {
  const reset = Math.max(1, Math.ceil((ends - Date.now()) / 1000))
  return { ...claim, remaining: Math.max(0, claim.limit - used), reset }
}

const tighter = (one: Standing, other: Standing) => (other.remaining < one.remaining ? other : one)
