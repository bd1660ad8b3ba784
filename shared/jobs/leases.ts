import type { Times } from '../lib/config/times.ts'
import { batched } from '../lib/db/batch.ts'
import type { Db } from '../lib/db/db.ts'
import { untilFree, writeWhenFree } from '../lib/db/lockRetry.ts'
import { preparedText, sql } from '../lib/db/statements.ts'
import { TEST } from '../lib/db/testThreads.ts'
import { type AttemptRecord, attemptJson, recordAttempt } from './attempts.ts'
import type { Claimant } from './claims.ts'
import { crashedAttempt, LEASE } from './crashes.ts'
import { allDown, type ModelsDown, modelValues } from './modelsDown.ts'
import {
  availableSince,
  isFirstInThread,
  jobColumns,
  type LeasedJob,
  msBetween,
} from './openJobs.ts'
import { UNBOUNDED } from './scanBounds.ts'

/**
 * Renews and releases leases, and finds jobs past their deadline. Each write of a holder must match
 * the fencing token, `attempt`.
 */

/** The most rows that one call finds. The next sweep finds the rest. */
const MAX_OVERDUE = 100

/** A job past its deadline. */
export interface OverdueJob extends LeasedJob {
  /** The attempt whose worker died while it held the job; null: no worker held it. */
  crash: AttemptRecord | null
}

/**
 * Finds jobs that are past their deadline and that no worker is running. `wait_ms` is 0 for a job
 * that waited for earlier jobs of its thread, because it did not wait for a worker.
 * @param down restricts the result to jobs whose models are all down
 */
export async function findOverdue(
  db: Db,
  lane: string,
  { leaseMs, bounds = UNBOUNDED }: Pick<Claimant, 'leaseMs' | 'bounds'>,
  down?: ModelsDown,
): Promise<OverdueJob[]> {
  const models = down ? `and ${allDown()}` : ''
  return preparedText<OverdueJob>(
    db,
    `select ${jobColumns('j')}, j.worker is not null as taken_over,
            case when ${isFirstInThread('j')} then ${msBetween(availableSince('j'), 'now()')} else 0 end as wait_ms,
            case when j.worker is not null
                 then (select to_json(crash) from (select ${crashedAttempt('j')}) crash) end as crash
       from ((select * from open_jobs j
               where lane = :lane and worker is null and deadline_at > '-infinity' and deadline_at >= (select :overdue::timestamptz)
                 and deadline_at <= (select now()) and sweep_at <= now() ${models}
               order by deadline_at limit ${MAX_OVERDUE})
             union all
             select * from open_jobs j
              where lane = :lane and worker is not null and claimed_at >= :held::timestamptz and lease_expires_at <= now()
                and deadline_at <= now() ${models}
              limit ${MAX_OVERDUE}) j`,
    { lane, leaseMs, overdue: bounds.overdue, held: bounds.held, ...modelValues(down) },
  )
}

/**
 * Renews the lease of a claim.
 * @returns false if the lease is lost
 * @throws RowLocked if the row stays locked for `rowLockedMs` milliseconds
 */
export type RenewLease = (claim: Pick<LeasedJob, 'id' | 'attempt'>) => Promise<boolean>

/**
 * The most leases that one statement renews. A worker with 2,000 slots renews about 700 a second.
 */
const MAX_RENEWED = 200

/**
 * Makes a function that renews leases, with one statement for all leases that are due at the same
 * time.
 */
export function makeRenewLease(db: Db, lane: string, { leaseMs, rowLockedMs }: Times): RenewLease {
  const renewTogether = batched(async (claims: Parameters<RenewLease>[0][]) => {
    const given = JSON.stringify(claims.map(({ id, attempt }) => ({ id, attempt })))
    const rows = await preparedText<{ id: string; is_renewed: boolean }>(db, RENEW, {
      lane,
      leaseMs,
      given,
    })
    const held = new Map(rows.map(({ id, is_renewed }) => [id, is_renewed || undefined]))
    return claims.map(({ id }) => (held.has(id) ? held.get(id) : false))
  }, MAX_RENEWED)
  return (claim) => untilFree(() => renewTogether(claim), rowLockedMs)
}

/**
 * SQL that renews the rows that the claims still hold, and returns them. A row that another
 * transaction has locked is returned, but not renewed.
 */
const RENEW = `
  with held as materialized (
    select j.id, given.attempt
      from json_to_recordset(:given::json) as given (id uuid, attempt integer)
     cross join lateral (select * from open_jobs where id = given.id and lane = :lane limit 1) j
     where j.attempt = given.attempt and j.lease_expires_at is not null
  ), free as (
    select j.id
      from held cross join lateral (
        select * from open_jobs where id = held.id and lane = :lane limit 1 for no key update skip locked) j
     where j.attempt = held.attempt and j.lease_expires_at is not null
  ), renewed as (
    update open_jobs j set lease_expires_at = now() + ${LEASE}
      from (select set_config('synchronous_commit', 'off', true)) not_waiting
     where j.lane = :lane and j.id = any(array(select id from free))
    returning j.id
  )
  select id, exists (select from renewed where renewed.id = held.id) as is_renewed from held`

/**
 * Hands the row back, to be tried again after `delaySeconds`, and records the attempt. The sweep
 * finds the row after the delay; with a delay of 0, the caller sends a wake-up.
 * @param charge how many failures are counted; true: one. After too many failures, the job fails
 *   for good
 * @returns false if the lease was lost; then nothing is written
 * @throws RowLocked if the row stays locked for `rowLockedMs` milliseconds
 */
export function releaseLease(
  db: Db,
  lane: string,
  claim: LeasedJob,
  { delaySeconds, charge }: { delaySeconds: number; charge: boolean | number },
  job: AttemptRecord,
  times: Times,
): Promise<boolean> {
  const wake = delaySeconds || times.wakeUpGraceMs / 1000
  return fenced(
    db,
    lane,
    claim,
    times,
    `worker = null, claimed_at = null, lease_expires_at = null, failures = failures + :charge,
     run_at = now() + make_interval(secs => :delay),
     sweep_at = least(now() + make_interval(secs => :wake), deadline_at)`,
    { delay: delaySeconds, wake, charge: Number(charge) },
    job,
  )
}

/**
 * Raises the `attempt` of a held job, in the row and in the claim, because another model starts the
 * answer anew. The number is the fencing token, and it identifies the draft and the usage row of
 * the call.
 * @returns false if the lease was lost
 * @throws RowLocked if the row stays locked for `rowLockedMs` milliseconds
 */
export async function beginNextAttempt(
  db: Db,
  lane: string,
  claim: LeasedJob,
  times: Times,
): Promise<boolean> {
  claim.isMoving = true
  try {
    const isHeld = await fenced(db, lane, claim, times, 'attempt = attempt + 1, draft = null', {})
    if (isHeld) claim.attempt++
    return isHeld
  } finally {
    claim.isMoving = false
  }
}

/**
 * Deletes a job in the transaction that stores its outcome, and records its last attempts.
 * @returns false if the lease was lost; then the caller must store nothing
 */
export async function endJob(
  transaction: Db,
  lane: string,
  { id, organization_id, attempt }: LeasedJob,
  jobs: readonly AttemptRecord[],
): Promise<boolean> {
  const ended = await sql(transaction)`
    delete from open_jobs
     where lane = ${lane} and id = ${id} and organization_id = ${organization_id} and attempt = ${attempt}
    returning id`
  if (ended.length === 0) return false
  for (const job of jobs) await recordAttempt(transaction, job)
  return true
}

/**
 * Updates the row if the claim still holds it, and records the attempt in the same statement.
 * Retries while another transaction has locked the row, because it stores the job's outcome or
 * deletes its thread.
 * @returns false if the claim no longer holds the row
 * @throws RowLocked if the row stays locked for `rowLockedMs` milliseconds
 */
function fenced(
  db: Db,
  lane: string,
  { id, attempt, inputs }: LeasedJob,
  { rowLockedMs }: Times,
  set: string,
  values: Record<string, string | number>,
  job?: AttemptRecord,
): Promise<boolean> {
  const write = {
    table: 'open_jobs',
    // With `worker is not null` instead, the planner could choose the index of all held jobs.
    own: 'id = :id and lane = :lane and attempt = :attempt and lease_expires_at is not null',
    set,
    ...(job && {
      also: 'recorded as (insert into jobs select job.* from written, job_row(:job::jsonb) job)',
    }),
  }
  return writeWhenFree(
    db,
    write,
    {
      ...values,
      lane,
      id,
      attempt,
      ...(job && { job: attemptJson(inputs?.is_test ? { ...job, lane: TEST } : job) }),
    },
    rowLockedMs,
  )
}
