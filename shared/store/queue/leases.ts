import type { Times } from '../../config/times.ts'
import { batched } from '../../db/batch.ts'
import type { Db } from '../../db/db.ts'
import { untilFree, writeWhenFree } from '../../db/lockRetry.ts'
import { preparedText, sql } from '../../db/statements.ts'
import { type AttemptRecord, attemptJson, recordAttempt } from './attempts.ts'
import type { Claimant } from './claims.ts'
import { crashedAttempt, LEASE } from './crashes.ts'
import { byModel, type ModelsDown, modelValues } from './modelsDown.ts'
import { availableSince, isFirstInThread, jobColumns, type LeasedJob, msBetween } from './openJobs.ts'
import { UNBOUNDED } from './scanBounds.ts'

/** Renews and releases leases, and finds what is past its deadline. The claim's `attempt` fences what a holder writes. */

/** Most rows of one look; the next sweep takes the rest. */
const MAX_OVERDUE = 100

/** A job past its deadline. */
export interface OverdueJob extends LeasedJob {
  /** The attempt whose worker ended with it; null: nobody held it. */
  crash: AttemptRecord | null
}

/**
 * Finds what is past its deadline and not being worked on, of all, or of those whose models are down. What it waited for others
 * of its thread, it did not wait for a worker.
 */
export async function findOverdue(
  db: Db,
  lane: string,
  { leaseMs, bounds = UNBOUNDED }: Pick<Claimant, 'leaseMs' | 'bounds'>,
  down?: ModelsDown,
): Promise<OverdueJob[]> {
  const models = down ? `and ${byModel('in')}` : ''
  return preparedText<OverdueJob>(
    db,
    `select ${jobColumns('j')}, j.worker is not null as taken_over,
            case when ${isFirstInThread('j')} then ${msBetween(availableSince('j'), 'now()')} else 0 end as wait_ms,
            case when j.worker is not null
                 then (select to_json(crash) from (select ${crashedAttempt('j')}) crash) end as crash
       from (select * from open_jobs j
              where lane = :lane and worker is null and sweep_at >= :waiting::timestamptz and sweep_at <= now()
                and deadline_at <= now() ${models}
             union all
             select * from open_jobs j
              where lane = :lane and worker is not null and claimed_at >= :held::timestamptz and lease_expires_at <= now()
                and deadline_at <= now() ${models}
              limit ${MAX_OVERDUE}) j`,
    { lane, leaseMs, waiting: bounds.waiting, held: bounds.held, ...modelValues(down) },
  )
}

/** @returns false when the lease is lost @throws RowLocked */
export type RenewLease = (claim: Pick<LeasedJob, 'id' | 'attempt'>) => Promise<boolean>

/** Leases that are renewed with one statement: a worker with 2,000 slots renews 700 a second. */
const MAX_RENEWED = 200

/** Those that are due at the same time are renewed together. */
export function makeRenewLease(db: Db, lane: string, { leaseMs, rowLockedMs }: Times): RenewLease {
  const renewTogether = batched(async (claims: Parameters<RenewLease>[0][]) => {
    const given = JSON.stringify(claims.map(({ id, attempt }) => ({ id, attempt })))
    const rows = await preparedText<{ id: string; is_renewed: boolean }>(db, RENEW, { lane, leaseMs, given })
    const held = new Map(rows.map(({ id, is_renewed }) => [id, is_renewed || undefined]))
    return claims.map(({ id }) => (held.has(id) ? held.get(id) : false))
  }, MAX_RENEWED)
  return (claim) => untilFree(() => renewTogether(claim), rowLockedMs)
}

/** A row that somebody has locked is held, but not renewed. */
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
 * Hands the row back, to be tried again in `delaySeconds`: after a delay by the sweeper, without one by whoever hears
 * the wake-up.
 * @param charge whether this attempt counts towards giving up
 * @returns false when the lease was lost
 */
export function releaseLease(
  db: Db,
  lane: string,
  claim: LeasedJob,
  { delaySeconds, charge }: { delaySeconds: number; charge: boolean },
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
    { delay: delaySeconds, wake, charge: charge ? 1 : 0 },
    job,
  )
}

/**
 * Ends a job in the transaction that stores its outcome, with the records of its last attempts.
 * @returns false when the lease was lost: then nothing is to be stored
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
 * Writes the row, and with it the attempt's job, if the claim still holds it. Asks again while somebody has locked it: the job itself,
 * which stores its outcome, or who deletes its thread.
 * @throws RowLocked
 */
function fenced(
  db: Db,
  lane: string,
  { id, attempt }: LeasedJob,
  { rowLockedMs }: Times,
  set: string,
  values: Record<string, string | number>,
  job?: AttemptRecord,
): Promise<boolean> {
  const write = {
    table: 'open_jobs',
    // Not `worker is not null`, which would do for an index of all that is held.
    own: 'id = :id and lane = :lane and attempt = :attempt and lease_expires_at is not null',
    set,
    ...(job && {
      also: 'recorded as (insert into jobs select job.* from written, job_row(:job::jsonb) job)',
    }),
  }
  return writeWhenFree(
    db,
    write,
    { ...values, lane, id, attempt, ...(job && { job: attemptJson(job) }) },
    rowLockedMs,
  )
}
