import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import {
  type AppError,
  type ErrorCode,
  ModelTimedOut,
  RetryLater,
} from '../../shared/lib/errors.ts'

/** The seconds until a job is tried again, and the failures that are charged to it. */
export interface Again {
  seconds: number
  charge: number
}

/**
 * Decides when a job is tried again after an error; undefined: it has failed.
 * @param leftMs milliseconds until its deadline
 */
export type Retry = (claim: LeasedJob, error: AppError, leftMs: number) => Again | undefined

/**
 * The attempts that a job gets, by its last error. An error that is not listed is final. Each wait
 * is twice as long as the previous one, or as long as the provider asks. A provider that limits us
 * is up and names a time, so its jobs get one more attempt.
 */
const ATTEMPTS: Partial<Record<ErrorCode, number>> = {
  model_unavailable: 3,
  model_rate_limited: 4,
  model_bad_output: 2,
  internal: 3,
  // The machine is too busy to read a file. An attempt takes seven minutes or more, so ten take
  // over an hour.
  unavailable: 10,
}
/**
 * Returns how many calls may fail before the reply fails. Calls of all models count together, so
 * several models do not multiply the attempts: each model is asked twice unless it is down. An
 * attempt that has begun asks all its models, so four models get at most eleven calls.
 */
const callsOf = (code: ErrorCode, models: number) => {
  const attempts = ATTEMPTS[code] ?? 0
  return attempts && Math.max(attempts, models > 1 ? 2 * models : 0)
}

/** Makes the schedule of jobs that call a model or read a file. */
export const makeModelRetry =
  ({ firstBackoffMs }: Pick<Times, 'firstBackoffMs'>): Retry =>
  (claim, error, leftMs) => {
    const { models = 1, passedOn = 0 } = claim.asked ?? {}
    const seconds = error.retryAfter ?? (firstBackoffMs / 1000) * 2 ** (claim.failures + passedOn)
    const charge = error instanceof RetryLater ? 0 : 1 + passedOn
    // A model that was too slow would hardly answer in half that time, and each call costs money.
    const isHopeless = error instanceof ModelTimedOut && leftMs / 1000 - seconds < error.seconds / 2
    if (isHopeless) return undefined
    const again = charge === 0 || claim.failures + charge < callsOf(error.code, models)
    return again ? { seconds, charge } : undefined
  }
