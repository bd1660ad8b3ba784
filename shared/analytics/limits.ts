import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/**
 * The used part of a limit, and the milliseconds until its window ends, by the clock of the store.
 */
export interface Counted {
  used: number
  leftMs: number
}

/** A running window, identified by the time of its end. */
export interface LimitWindow {
  key: string
  /** Milliseconds since 1970, as text. Constant during the window. */
  ends: string
}

/**
 * Counts a request if the limit allows it, in one statement. A refusal leaves the window unchanged.
 * A window begins with its first count.
 * @returns also whether the limit allowed it, and the window
 */
export async function countInWindow(
  db: Db,
  key: string,
  limit: number,
  windowMs: number,
): Promise<Counted & { hasCapacity: boolean; window: LimitWindow }> {
  const [row] = await sql<CountedRow & { has_capacity: boolean }>(db)`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now),
    counted as (
      insert into rate_limits as r (key, points, expire)
      select ${key}, 1, now + ${windowMs}::bigint from clock where ${limit}::bigint > 0
      on conflict (key) do update set
        points = case when r.expire > (select now from clock) then r.points + 1 else 1 end,
        expire = case when r.expire > (select now from clock) then r.expire else excluded.expire end
       where r.expire <= (select now from clock) or r.points < ${limit}::bigint
      returning points, expire
    )
    select true as has_capacity, points, expire, expire - now as left_ms from counted, clock
    union all
    select false, points, expire, expire - now from rate_limits, clock
     where key = ${key} and expire > now and not exists (select from counted)`
  // No row comes back if the limit is 0, or if the window was begun and filled after this statement
  // started.
  if (!row) return { hasCapacity: false, used: limit, leftMs: windowMs, window: { key, ends: '0' } }
  const { has_capacity: hasCapacity, points: used, expire: ends, left_ms } = row
  return { hasCapacity, used, leftMs: Number(left_ms), window: { key, ends } }
}

interface CountedRow {
  points: number
  expire: string
  left_ms: string
}

/** Takes back a count, if the same window is still running. */
export async function uncountInWindow(db: Db, { key, ends }: LimitWindow): Promise<void> {
  await sql(db)`
    update rate_limits set points = points - 1 where key = ${key} and expire = ${ends} and points > 0`
}

/** Reads a window. @returns null when no window has begun */
export async function readWindow(db: Db, key: string): Promise<Counted | null> {
  const [row] = await sql<CountedRow>(db)`
    with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
    select points, expire, expire - now as left_ms from rate_limits, clock where key = ${key} and expire > now`
  return row ? { used: row.points, leftMs: Number(row.left_ms) } : null
}

/** Deletes windows that have ended. */
export async function deleteOldLimits(db: Db): Promise<void> {
  await sql(
    db,
  )`delete from rate_limits where expire < (extract(epoch from clock_timestamp()) * 1000)::bigint`
}
