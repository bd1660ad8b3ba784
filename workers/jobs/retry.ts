import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import {
  type AppError,
  type ErrorCode,
  ModelTimedOut,
  RetryLater,
} from '../../shared/lib/errors.ts'

/** A job that is tried again: after how many seconds, and how many failures are counted for it. */
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
 * How many attempts a job gets, by the error of the last one; an error that is not listed is final.
 * Each retry waits twice as long as the one before, or as long as the provider asks. A provider
 * that limits us is up and names a time, so it gets one more attempt.
 */
const ATTEMPTS: Partial<Record<ErrorCode, number>> = {
  model_unavailable: 3,
  model_rate_limited: 4,
  model_bad_output: 2,
  internal: 3,
  // The machine is too busy to read a file. Each attempt waits seven minutes or more: over an hour
  // in all.
  unavailable: 10,
}
/**
 * How many calls of models may fail before the reply does. Each call counts, so several models do
 * not multiply the attempts: all of them are asked twice, unless they are down. As the last attempt
 * is not broken off, four models get at most eleven calls.
 */
const callsOf = (code: ErrorCode, models: number) => {
  const attempts = ATTEMPTS[code] ?? 0
  return attempts && Math.max(attempts, models > 1 ? 2 * models : 0)
}

/** The schedule of jobs that call a model or read a file. */
export const makeModelRetry =
  ({ firstBackoffMs }: Pick<Times, 'firstBackoffMs'>): Retry =>
  (claim, error, leftMs) => {
    const { models = 1, passedOn = 0 } = claim.asked ?? {}
    const seconds = error.retryAfter ?? (firstBackoffMs / 1000) * 2 ** (claim.failures + passedOn)
    const charge = error instanceof RetryLater ? 0 : 1 + passedOn
    // A model that was too slow for a call would hardly answer in less than half the time, and a
    // call costs money.
    const isHopeless = error instanceof ModelTimedOut && leftMs / 1000 - seconds < error.seconds / 2
    if (isHopeless) return undefined
    const again = charge === 0 || claim.failures + charge < callsOf(error.code, models)
    return again ? { seconds, charge } : undefined
  }
