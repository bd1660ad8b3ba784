import { isCalled, recordFailedUsage } from '../../shared/chat/replies.ts'
import { saveTrace } from '../../shared/chat/traces.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError, type JobError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { stored, toAppError } from '../jobs/runJob.ts'
import { attemptOf } from './reserve.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'
import { type StepResults, traceOf } from './trace.ts'

/** @param failed undefined: no trace is stored */
export type RecordFailure = (
  run: ReplyRun,
  failed?: { error: unknown; results: StepResults },
) => Promise<void>

/**
 * Records the usage of a run that called a model and stored no reply, and its trace if the message
 * asked for it. Never throws.
 */
export function makeRecordFailure(db: Db, log: Log, config: ReplyConfig): RecordFailure {
  /**
   * The attempt whose usage was recorded last. A run that loses its lease while it goes on to
   * another model fails with the same attempt, whose budgets would be settled twice.
   */
  const recorded = new WeakMap<ReplyRun, number>()
  return async function recordFailure(run, failed) {
    const { claim, inputs, signal } = run
    const warn = (failure: unknown) =>
      log.warn(
        { id: claim.id, request_id: claim.request_id, err: failure },
        'could not record a call of a model',
      )
    const { usage, spent } = attemptOf(run, 'failed')
    if (recorded.get(run) !== claim.attempt && (isCalled(usage) || spent.length)) {
      recorded.set(run, claim.attempt)
      await recordFailedUsage(db, claim, inputs.agent.id, usage, spent, inputs.is_test).catch(warn)
    }
    if (!failed || !inputs.traced) return
    const trace = traceOf(run, failed.results, config, failureOf(failed.error, signal))
    await saveTrace(db, claim, trace).catch(warn)
  }
}

/** Returns the run's failure; null: it was stopped for a reason outside of this reply. */
function failureOf(error: unknown, { aborted, reason }: AbortSignal): JobError | null {
  if (!aborted) return stored(toAppError(error))
  return reason instanceof AppError ? stored(reason) : null
}
