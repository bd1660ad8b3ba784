import type { Times } from '../../config/times.ts'
import type { Db } from '../../db/db.ts'
import { writeWhenFree } from '../../db/lockRetry.ts'
import { preparedText } from '../../db/prepared.ts'
import type { JobError } from '../../errors.ts'
import type { Lane } from '../../jobs.ts'
import { waitingOf } from './backlog.ts'
import { type Claimant, claimColumns, type LeasedJob } from './claims.ts'
import { LEASE, recordCrashes } from './crashes.ts'
import { dueSince, isHeadOfThread, msBetween, TABLES } from './due.ts'
import { type JobRecord, jobJson } from './jobs.ts'
import { byModel, type ModelsDown, modelValues } from './modelsDown.ts'

/** Renews, releases and ends leases. The claim's `attempt` fences what a holder writes. */

/** Most rows that one statement fails; the next sweep takes the rest. */
const MAX_OVERDUE = 100

/** Columns that are also set when a row has ended. */
const FINISHED: Record<Lane, string> = { reply: ', completed_at = now(), draft = null', index: '' }

/**
 * What is past its deadline and not being worked on fails, of all, or of those whose models are down, whether or not there is a worker free for it. What it waited for others
 * of its thread, it did not wait for a worker.
 */
export async function failOverdue(
  db: Db,
  lane: Lane,
  { worker, leaseMs }: Pick<Claimant, 'worker' | 'leaseMs'>,
  error: JobError,
  down?: ModelsDown,
): Promise<LeasedJob[]> {
  const { table } = TABLES[lane]
  return preparedText<LeasedJob>(
    db,
    `with overdue as (
       select * from ${table} r
        where wake_at <= now() and deadline_at <= now()${down ? ` and ${byModel(lane, 'in')}` : ''}
        order by ${waitingOf('r')}, wake_at limit ${MAX_OVERDUE}
          for update skip locked
     ), crashed as (${recordCrashes(lane, 'overdue')}
     ), failed as (
       update ${table} r
          set status = 'failed', wake_at = null, error = :error::jsonb, updated_at = now()
              ${FINISHED[lane]}
         from overdue
        where r.id = overdue.id
       returning ${claimColumns(lane)}, overdue.status = 'processing' as taken_over,
                 case when ${isHeadOfThread(lane, 'overdue')} then ${msBetween(dueSince(lane, 'overdue'), 'now()')} else 0 end as wait_ms
     ), recorded as (
       insert into jobs (id, organization_id, lane, target_id, request_id, worker, attempt, outcome, error_code, wait_ms, run_ms)
       select gen_random_uuid(), organization_id, :lane, id, request_id, :worker, attempt, 'failed', :code, wait_ms, 0
         from failed
     )
     select * from failed`,
    { error: JSON.stringify(error), lane, worker, leaseMs, code: error.code, ...modelValues(down) },
    'once',
  )
}

/** @returns false when the lease is lost */
export function renewLease(db: Db, lane: Lane, claim: LeasedJob, times: Times): Promise<boolean> {
  return fenced(db, lane, claim, times, `wake_at = now() + ${LEASE}`, { leaseMs: times.leaseMs })
}

/**
 * Hands the row back, to be tried again in `delaySeconds`: after a delay by the sweeper, without one by whoever hears
 * the wake-up.
 * @param charge whether this attempt counts towards giving up
 * @returns false when the lease was lost
 */
export function releaseLease(
  db: Db,
  lane: Lane,
  claim: LeasedJob,
  { delaySeconds, charge }: { delaySeconds: number; charge: boolean },
  job: JobRecord,
  times: Times,
): Promise<boolean> {
  const wake = delaySeconds || times.wakeUpGraceMs / 1000
  return fenced(
    db,
    lane,
    claim,
    times,
    `status = '${TABLES[lane].waiting}', failures = failures + :charge,
     queued_at = now() + make_interval(secs => :delay),
     wake_at = least(now() + make_interval(secs => :wake), deadline_at)`,
    { delay: delaySeconds, wake, charge: charge ? 1 : 0 },
    job,
  )
}

/** Gives up, with a reason that the client may read. @returns false when the lease was lost */
export function failJob(
  db: Db,
  lane: Lane,
  claim: LeasedJob,
  error: JobError,
  job: JobRecord,
  times: Times,
): Promise<boolean> {
  return fenced(
    db,
    lane,
    claim,
    times,
    `status = 'failed', wake_at = null, error = :error::jsonb ${FINISHED[lane]}`,
    { error: JSON.stringify(error) },
    job,
  )
}

/**
 * Writes the row, and with it the attempt's job, if the claim still holds it. Asks again while somebody has locked it: the job itself,
 * which stores its outcome, or who deletes its agent.
 * @throws RowLocked
 */
function fenced(
  db: Db,
  lane: Lane,
  { organization_id, id, attempt }: LeasedJob,
  { rowLockedMs }: Times,
  set: string,
  bindings: Record<string, string | number>,
  job?: JobRecord,
): Promise<boolean> {
  const { table } = TABLES[lane]
  const own = `organization_id = :organization_id and id = :id and attempt = :attempt and status = 'processing'`
  const values = { ...bindings, organization_id, id, attempt }
  if (!job) return writeWhenFree(db, { table, own, set }, values, rowLockedMs)
  const also = 'recorded as (insert into jobs select job.* from written, job_row(:job::jsonb) job)'
  return writeWhenFree(db, { table, own, set, also }, { ...values, job: jobJson(job) }, rowLockedMs)
}
