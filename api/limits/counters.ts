import { LRUCache } from 'lru-cache'
import {
  type Counted,
  countInWindow,
  readWindow,
  uncountInWindow,
} from '../../shared/analytics/limits.ts'
import { withTimeout } from '../../shared/lib/async/withTimeout.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { asOutage, type Redis } from '../../shared/lib/queue/redis.ts'

/** A Redis that does not answer within this time counts as down, and is left alone for a while. */
const REDIS_MS = 250

/** Counts requests in windows. A window begins with the first request in it. */
export interface Counter {
  /** Counts a request if there is capacity, in one step. @param window milliseconds */
  count(key: string, limit: number, window: number): Promise<Tried>
  /** Reads the count; null: no window has begun. */
  look(key: string): Promise<Counted | null>
}

export interface Tried extends Counted {
  hasCapacity: boolean
  /**
   * Takes the request out of the count, unless its window is over: the next window would allow one
   * request too many.
   */
  undo(): Promise<unknown>
}

export const countInPostgres = (db: Db): Counter => ({
  async count(key, limit, window) {
    const { window: counted, ...tried } = await countInWindow(db, key, limit, window)
    return { ...tried, undo: () => uncountInWindow(db, counted) }
  },
  look: (key) => readWindow(db, key),
})

/**
 * @returns whether there was capacity, the count, the milliseconds left in the window, and the
 *   window's id
 */
const COUNT = `
  local used = tonumber(redis.call('HGET', KEYS[1], 'used') or '0')
  local left = redis.call('PTTL', KEYS[1])
  local id = redis.call('HGET', KEYS[1], 'id')
  if used >= tonumber(ARGV[1]) then return { 0, used, left > 0 and left or tonumber(ARGV[2]), id or '' } end
  if not id then
    local time = redis.call('TIME')
    id = time[1] .. '.' .. time[2]
    left = tonumber(ARGV[2])
    redis.call('HSET', KEYS[1], 'id', id)
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { 1, redis.call('HINCRBY', KEYS[1], 'used', 1), left, id }`

const UNDO = `
  if redis.call('HGET', KEYS[1], 'id') == ARGV[1] and tonumber(redis.call('HGET', KEYS[1], 'used')) > 0 then
    redis.call('HINCRBY', KEYS[1], 'used', -1)
  end`

export function countInRedis(redis: Redis): Counter {
  const answered = <T>(work: Promise<unknown>) =>
    withTimeout(work as Promise<T>, REDIS_MS, () => new Error(`no answer in ${REDIS_MS} ms`))
  return {
    async count(key, limit, window) {
      const counting = answered<[number, number, number, string]>(
        redis.eval(COUNT, 1, key, limit, window),
      )
      const [hasCapacity, used, leftMs, id] = await counting
      return {
        hasCapacity: hasCapacity === 1,
        used,
        leftMs,
        undo: () => answered(redis.eval(UNDO, 1, key, id)),
      }
    },
    async look(key) {
      const found = redis.multi().hget(key, 'used').pttl(key).exec()
      const [[, used], [, leftMs]] =
        await answered<[[unknown, string | null], [unknown, number]]>(found)
      return used === null ? null : { used: Number(used), leftMs }
    },
  }
}

/** Windows that one process keeps. This many take some 20 MB. */
const MAX_WINDOWS = 100_000

interface OwnCounter extends Counter {
  /**
   * Takes over a count of the store, to continue from it.
   * @returns a function that takes one request out of the count
   */
  keep(key: string, counted: Counted): () => void
}

/**
 * By how much the time left of a window may seem to have grown, because Redis rounds and answers
 * take a while.
 */
const SAME_WINDOW_MS = 1_000

function countInMemory(): OwnCounter {
  const windows = new LRUCache<string, { used: number }>({ max: MAX_WINDOWS })
  return {
    async count(key, limit, ttl) {
      const found = windows.get(key)
      const leftMs = found ? windows.getRemainingTTL(key) : ttl
      const counted = found ?? { used: 0 }
      if (counted.used >= limit)
        return { hasCapacity: false, used: counted.used, leftMs, undo: async () => {} }
      counted.used++
      if (!found) windows.set(key, counted, { ttl })
      // A later window is another object, so undoing cannot change its count.
      return {
        hasCapacity: true,
        used: counted.used,
        leftMs,
        undo: async () => void counted.used--,
      }
    },
    async look(key) {
      const found = windows.get(key)
      return found ? { used: found.used, leftMs: windows.getRemainingTTL(key) } : null
    },
    keep(key, { used, leftMs }) {
      const found = windows.get(key)
      // Answers can come in another order than the requests were counted. In a later window, more
      // time is left.
      const isOlder =
        found && found.used > used && leftMs <= windows.getRemainingTTL(key) + SAME_WINDOW_MS
      const counted = isOlder ? found : { used }
      if (!isOlder && leftMs > 0) windows.set(key, counted, { ttl: leftMs })
      return () => void counted.used--
    },
  }
}

/**
 * Counts in this process while the store is down, continuing from the store's last counts. If it
 * began at 0, a caller could use up a limit twice.
 * @param cooldownMs how long to leave the store alone after a failure
 */
export function insured(store: Counter, cooldownMs: number, log: Log): Counter {
  const own = countInMemory()
  let cooldownUntil = 0
  async function insuredly<T>(ask: (counter: Counter) => Promise<T>): Promise<T> {
    if (Date.now() < cooldownUntil) return ask(own)
    try {
      return await ask(store)
    } catch (error) {
      if (Date.now() >= cooldownUntil)
        log.warn(
          { err: asOutage(error) },
          'Redis does not count: limits hold for this process alone',
        )
      cooldownUntil = Date.now() + cooldownMs
      return ask(own)
    }
  }
  return {
    async count(key, limit, window) {
      let isStored = false
      const tried = await insuredly((counter) => {
        isStored = counter === store
        return counter.count(key, limit, window)
      })
      if (!isStored) return tried
      const forget = own.keep(key, tried)
      return {
        ...tried,
        undo() {
          forget()
          return tried.undo()
        },
      }
    },
    look: (key) => insuredly((counter) => counter.look(key)),
  }
}
