import type { Lane } from '../../jobs.ts'
import { unfinishedOf } from './backlog.ts'

/** When a row of a lane may be worked on, for `claims.ts` and for all that tells how long rows wait for a worker. */

export const TABLES = {
  reply: { table: 'messages', waiting: 'queued' },
  index: { table: 'knowledge_entries', waiting: 'pending' },
} as const

/**
 * A reply must not be claimed while an earlier one of its thread is unfinished: their order. Not `not exists`, which the
 * planner may turn into a join that reads all unfinished rows for each.
 * @param row how SQL names the row
 */
export const isHeadOfThread = (lane: Lane, row: string) =>
  lane === 'index'
    ? 'true'
    : `(select e.id from messages e
         where ${unfinishedOf('e')} = ${row}.thread_id and e.seq < ${row}.seq and e.completed_at is null limit 1) is null`

/** How many messages before a reply are checked for whether they have ended: earlier ones ended earlier, or were cancelled later. */
const MAX_BEFORE = 20

/**
 * From when a worker could have taken a queued row: since it was queued and the reply before it in its thread was finished. What it
 * waits before that, no worker could spare it. The limit says no more than the bounds, but to the planner: take the index of them.
 */
export const queuedSince = (lane: Lane, row: string) =>
  lane === 'index'
    ? `${row}.queued_at`
    : `greatest(${row}.queued_at, (
         select max(completed_at) from (
           select b.completed_at from messages b
            where b.organization_id = ${row}.organization_id and b.thread_id = ${row}.thread_id
              and b.role = 'assistant' and b.seq < ${row}.seq and b.seq >= ${row}.seq - ${MAX_BEFORE}
            order by b.seq desc limit ${MAX_BEFORE}) before))`

/** The same for a row that a worker may hold: it has been free since its lease ran out. */
export const dueSince = (lane: Lane, row: string) =>
  `case when ${row}.status = 'processing' then ${row}.wake_at else ${queuedSince(lane, row)} end`

/** Milliseconds between two times; 0 if either is null. */
export const msBetween = (from: string, to: string) =>
  `coalesce(greatest(0, extract(epoch from ${to} - ${from}) * 1000), 0)::float8`

/** A lane's unfinished rows, as `r`, and whether a worker holds them; a lease that ran out is held by nobody. */
export const unfinished = (lane: Lane) => `
  (select *, status = 'processing' and wake_at > now() as held from ${TABLES[lane].table} where wake_at is not null) r`

/** An aggregate over them: seconds since the one that could have been taken first; null: none could. */
export const oldestWait = (lane: Lane) => `
  extract(epoch from now() - min(least(${dueSince(lane, 'r')}, now()))
    filter (where not r.held and r.queued_at <= now() and ${isHeadOfThread(lane, 'r')}))::float8`
