/**
 * SQL that statements on `open_jobs` share. The table has the unfinished jobs of all lanes
 * (decision 36).
 */

/** The part of a lane's inputs that the store of jobs reads. The lane's own type has the rest. */
export interface ClaimedInputs {
  /** Whether the job is left out of all figures. */
  is_test: boolean
}

/** A row of `open_jobs` that a worker has claimed, or that is past its deadline. */
export interface LeasedJob {
  id: string
  organization_id: string
  /** The thread of the reply; null: the job is not a reply. */
  thread_id: string | null
  /** The place of the reply in its thread. */
  position: number
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  request_id: string
  /** The address of the API process that waits for the outcome; null: no process waits. */
  reply_to: string | null
  /** The fencing token. */
  attempt: number
  /** Attempts that have failed so far, without crashes. */
  failures: number
  /** Workers that died while they held the row. */
  crashes: number
  /** The W3C trace context of the request. */
  traceparent?: string | null
  /** Whether the row had a holder whose lease expired. */
  taken_over: boolean
  /** Milliseconds until the deadline; negative if it has passed. */
  deadline_ms: number
  /** Milliseconds from when a worker could have taken the row until this claim. */
  wait_ms: number
  /**
   * Set while the row gets its next `attempt`: until the statement ends, it is unknown whether the
   * row has the old or the new number.
   */
  isMoving?: boolean
  /**
   * Set if other jobs may run in its slot, too. `size`: how many they are, itself included; `onRead`
   * is called when all that is left of them is to store them. All of them have the same object.
   */
  group?: { readonly size: number; readonly onRead: () => void }
  /**
   * Set once models were called. `models`: how many may answer; `passedOn`: how many calls failed
   * so that another model was called; `calledAt`: when the running call began, in milliseconds of
   * `performance.now()`.
   */
  asked?: { models: number; passedOn: number; calledAt?: number }
  /**
   * Set when the reply has ended: whether its thread has a next reply, or its organization has a
   * due reply.
   */
  moreDue?: boolean
  /** Set when the reply is completed: the reply as JSON, for the waiting client. */
  finished?: string
  /**
   * The inputs that the claim loaded by the lane's query. Absent if the lane has no such query, or
   * if the rows that it reads were just deleted.
   */
  inputs?: ClaimedInputs
}

/**
 * SQL for the columns of a `LeasedJob`, without `taken_over` and `wait_ms`.
 * @param job the SQL name of the row
 */
export const jobColumns = (
  job: string,
) => `${job}.id, ${job}.organization_id, ${job}.thread_id, ${job}.position,
  ${job}.streamed, ${job}.request_id, ${job}.traceparent, ${job}.reply_to, ${job}.attempt, ${job}.failures, ${job}.crashes,
  (extract(epoch from ${job}.deadline_at - now()) * 1000)::float8 as deadline_ms`

/**
 * SQL for whether all earlier jobs of the thread are finished. A job is claimed only then, so that
 * replies keep the order of their questions. `coalesce` keeps the planner's plan cheap: it expects
 * half of all rows to pass. It expects 0.5 % to pass `is null`, and would then sort all waiting
 * rows; it may turn `not exists` into a join that reads the whole table. Most jobs were the first
 * in their thread when they were accepted, which saves the look-up.
 * @param job the SQL name of the row
 */
export const isFirstInThread = (
  job: string,
) => `(${job}.position <= ${job}.first_position or coalesce((
  select false from open_jobs e
   where e.thread_id = ${job}.thread_id and e.position >= ${job}.first_position and e.position < ${job}.position limit 1), true))`

/**
 * SQL after an insertion of jobs. A job that is open already starts over, and its holder loses it.
 */
export const STARTS_OVER = `
  on conflict (id) do update
    set worker = null, claimed_at = null, lease_expires_at = null, failures = 0, crashes = 0, run_at = now(),
        attempt = open_jobs.attempt + (open_jobs.worker is not null)::integer,
        request_id = excluded.request_id, traceparent = excluded.traceparent, reply_to = excluded.reply_to,
        created_at = now(), sweep_at = excluded.sweep_at, deadline_at = excluded.deadline_at`

/** SQL for the milliseconds between two times; 0 if either is null or `to` is earlier. */
export const msBetween = (from: string, to: string) =>
  `coalesce(greatest(0, extract(epoch from ${to} - ${from}) * 1000), 0)::float8`

/**
 * SQL for the time from which a worker could take the row; for a held row, the expiry of its lease.
 */
export const availableSince = (job: string) =>
  `case when ${job}.worker is null then ${job}.run_at else ${job}.lease_expires_at end`

/** SQL for whether a worker holds the row under a lease that has not expired. */
export const isHeld = (job: string) =>
  `(${job}.worker is not null and ${job}.lease_expires_at > now())`

/**
 * An SQL aggregate over rows `j`: for how many seconds a worker could have taken the row that has
 * waited longest; null: no row can be taken now.
 */
export const OLDEST_WAIT = `
  extract(epoch from now() - min(least(${availableSince('j')}, now()))
    filter (where not ${isHeld('j')} and j.run_at <= now() and ${isFirstInThread('j')}))::float8`
