import type { LoadedInputs } from './replyInputs.ts'

/** What the statements on `open_jobs`, the table of every lane's unfinished jobs, have in common (decision 36). */

/** A job that a worker holds, or that was past its deadline: what a statement tells of a row of `open_jobs`. */
export interface LeasedJob {
  id: string
  organization_id: string
  /** The thread of a reply. */
  thread_id: string | null
  /** Its place in the thread. */
  position: number
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  request_id: string
  /** Address of the API process that waits for the outcome; null: none does. */
  reply_to: string | null
  /** The fencing token. */
  attempt: number
  /** Attempts that failed so far, other than by a crash. */
  failures: number
  /** Workers that died while they held the row. */
  crashes: number
  /** The trace that it belongs to: W3C trace context. */
  traceparent?: string | null
  /** Whether another worker died while it held the row. */
  taken_over: boolean
  /** Milliseconds until the deadline; negative when it has passed. */
  deadline_ms: number
  /** Milliseconds from when a worker could have taken the row to this claim. */
  wait_ms: number
  /** After a reply has ended: whether its thread has a next one, or its organization one that is due. */
  moreDue?: boolean
  /** After a reply has ended: the reply as JSON, for the client that waits. */
  finished?: string
  /** What a reply is made from; missing where it was deleted at that moment. */
  inputs?: LoadedInputs
}

/** What becomes a `LeasedJob`, but for `taken_over` and `wait_ms`. @param job how SQL names the row */
export const jobColumns = (
  job: string,
) => `${job}.id, ${job}.organization_id, ${job}.thread_id, ${job}.position,
  ${job}.streamed, ${job}.request_id, ${job}.traceparent, ${job}.reply_to, ${job}.attempt, ${job}.failures, ${job}.crashes,
  (extract(epoch from ${job}.deadline_at - now()) * 1000)::float8 as deadline_ms`

/**
 * A job must not be claimed while an earlier one of its thread is unfinished: their order. Not `not exists`, which the planner may turn
 * into a join that reads the whole table.
 * @param job how SQL names the row
 */
export const isFirstInThread = (job: string) => `(${job}.thread_id is null or (
  select e.id from open_jobs e
   where e.thread_id = ${job}.thread_id and e.position >= ${job}.first_position and e.position < ${job}.position limit 1) is null)`

/** Milliseconds between two times; 0 if either is null. */
export const msBetween = (from: string, to: string) =>
  `coalesce(greatest(0, extract(epoch from ${to} - ${from}) * 1000), 0)::float8`

/** From when a worker could have taken a row: one that is held, since its lease ran out. */
export const availableSince = (job: string) =>
  `case when ${job}.worker is null then ${job}.run_at else ${job}.lease_expires_at end`

/** Whether a worker holds the row; a lease that ran out is held by nobody. */
export const isHeld = (job: string) => `(${job}.worker is not null and ${job}.lease_expires_at > now())`

/** An aggregate over a lane's rows `j`: seconds since the one that could have been taken first; null: none could. */
export const OLDEST_WAIT = `
  extract(epoch from now() - min(least(${availableSince('j')}, now()))
    filter (where not ${isHeld('j')} and j.run_at <= now() and ${isFirstInThread('j')}))::float8`
