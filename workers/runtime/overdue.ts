import { AppError } from '../../shared/errors.ts'
import type { Lane } from '../../shared/jobs.ts'
import type { Claimant } from '../../shared/store/queue/claims.ts'
import { failOverdue } from '../../shared/store/queue/leases.ts'
import type { ModelAvailability } from './modelAvailability.ts'
import { jobOverdue } from './observe.ts'
import { deadlineExceeded, notifyWaiter, type RunDeps, stored } from './runJob.ts'

const modelWasDown = () => new AppError('model_unavailable', 'The model was down at the deadline.')

/** Fails what is past its deadline and not being worked on, with the reason, and tells who waits. */
export async function endOverdue(
  lane: Lane,
  claimant: Pick<Claimant, 'worker' | 'leaseMs'>,
  models: ModelAvailability,
  { db, notifications, log }: Pick<RunDeps, 'db' | 'notifications' | 'log'>,
): Promise<void> {
  const down = models.down()
  const groups = [
    ...(down ? [{ down, error: modelWasDown() }] : []),
    { down: undefined, error: deadlineExceeded() },
  ]
  for (const { down, error } of groups)
    for (const claim of await failOverdue(db, lane, claimant, stored(error), down)) {
      jobOverdue(lane, claim, error.code)
      log.info({ lane, id: claim.id, request_id: claim.request_id }, 'job past its deadline')
      // Not awaited: while Redis hangs, only the sweep finds work.
      notifyWaiter(notifications, claim)
    }
}
