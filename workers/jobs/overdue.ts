import type { AttemptRecord } from '../../shared/jobs/attempts.ts'
import type { Claimant } from '../../shared/jobs/claims.ts'
import { findOverdue, type OverdueJob } from '../../shared/jobs/leases.ts'
import { RowLocked } from '../../shared/lib/db/lockRetry.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { ModelAvailability } from './modelAvailability.ts'
import { jobOverdue } from './observe.ts'
import { deadlineExceeded, notifyWaiter, type RunDeps, stored } from './runJob.ts'

const modelWasDown = () => new AppError('model_unavailable', 'The model was down at the deadline.')

/** Fails jobs that are past their deadline and not running, and notifies their waiting clients. */
export async function endOverdue(
  lane: string,
  claimant: Pick<Claimant, 'worker' | 'leaseMs' | 'bounds'>,
  models: ModelAvailability,
  {
    db,
    failIfFree,
    notifications,
    log,
  }: Pick<RunDeps, 'db' | 'failIfFree' | 'notifications' | 'log'>,
): Promise<void> {
  const down = models.down()
  const groups = [
    ...(down ? [{ down, error: modelWasDown() }] : []),
    { down: undefined, error: deadlineExceeded() },
  ]
  for (const { down, error } of groups)
    await Promise.all(
      (await findOverdue(db, lane, claimant, down)).map(async (job) => {
        const records = recordsOf(job, lane, claimant.worker, error.code)
        if (!(await failIfFree(job, stored(error), records).catch(leaveLocked))) return
        jobOverdue(lane, job, error.code)
        log.info({ lane, id: job.id, request_id: job.request_id }, 'job past its deadline')
        // Not awaited: if Redis hangs, only the sweep still finds work, so it must go on.
        notifyWaiter(notifications, job)
      }),
    )
}

/** Leaves a locked row to the next sweep. */
function leaveLocked(error: unknown): false {
  if (error instanceof RowLocked) return false
  throw error
}

/** Returns the record of the attempt that crashed, if any, and the record of the failed job. */
function recordsOf(
  { id: target_id, organization_id, request_id, attempt, wait_ms, crash }: OverdueJob,
  lane: string,
  worker: string,
  error_code: string,
): AttemptRecord[] {
  const job = { organization_id, lane, target_id, request_id, worker, attempt, wait_ms, run_ms: 0 }
  return [...(crash ? [crash] : []), { ...job, outcome: 'failed', error_code }]
}
