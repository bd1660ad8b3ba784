import {
  type AttemptOutcome,
  type AttemptRecord,
  recordAttempt,
} from '../../shared/jobs/attempts.ts'
import { releaseLease } from '../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { isTransient } from '../../shared/lib/db/failures.ts'
import { AppError, type JobError } from '../../shared/lib/errors.ts'
import { type Log, ownCode } from '../../shared/lib/observability/log.ts'
import { FINISHED, type NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { WakeUps } from '../../shared/lib/queue/queue.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import { LEASE_LOST, makeKeepLease } from './keepLease.ts'
import { jobEnded } from './observe.ts'
import { type Again, makeModelRetry, type Retry } from './retry.ts'
import { MAX_CRASHES } from './suspects.ts'

/** The abort reason of a job whose worker shuts down. */
export const SHUTTING_DOWN = new Error('this worker is shutting down')

/**
 * Does the job of one lane and stores its outcome with the record that `completed` returns, if the
 * claim's fencing token is still valid. Stops at the signal.
 * @returns false if nothing was stored, because the lease was lost or the row was deleted
 */
export type Perform = (
  claim: LeasedJob,
  signal: AbortSignal,
  completed: () => AttemptRecord,
) => Promise<boolean>

/**
 * Fails a job, with an error that the client may read and the records of its last attempts.
 * @returns false if the lease was lost
 */
export type Fail = (
  claim: LeasedJob,
  error: JobError,
  jobs: readonly AttemptRecord[],
) => Promise<boolean>

/** Returns a row to the queue, as `releaseLease` does. @returns false if the lease was lost */
export type Release = (claim: LeasedJob, again: Again, job: AttemptRecord) => Promise<boolean>

export interface RunDeps {
  db: Db
  fail: Fail
  /** Like `fail`, but throws `RowLocked` instead of waiting for a locked row. */
  failIfFree: Fail
  /** The beginning of the warning that logs a failed job; undefined: failed jobs are not logged. */
  failureWarning?: string | undefined
  /** Default: the schedule of jobs that call a model. */
  retry?: Retry | undefined
  /** Default: writes only the row and the record of the attempt. */
  release?: Release | undefined
  wakeUps: WakeUps
  notifications: NotificationSender
  log: Log
  /** The name of this process in job rows. */
  worker: string
  times: Times
}

/** Runs a claimed job once. Never rejects; `stop` ends it early, with its reason. */
export type RunJob = (claim: LeasedJob, stop: AbortController) => Promise<void>

/**
 * Wraps every job with its lease, its deadline, its retry or failure, and a row for each attempt
 * that ends.
 */
export function makeRunJob(lane: string, perform: Perform, deps: RunDeps): RunJob {
  const { db, fail, failureWarning, wakeUps, notifications, log, worker, times } = deps
  const retry = deps.retry ?? makeModelRetry(times)
  const release =
    deps.release ??
    ((claim, { seconds, charge }, record) =>
      releaseLease(db, lane, claim, { delaySeconds: seconds, charge }, record, times))
  const keepLease = makeKeepLease(lane, deps)

  const idsOf = ({ id, request_id }: LeasedJob) => ({ lane, id, request_id })

  /** Runs the job once, and stores the result, the failure or the retry, each with its record. */
  async function attempt(claim: LeasedJob, signal: AbortSignal): Promise<void> {
    const started = performance.now()
    const job = (outcome: AttemptOutcome, error?: AppError) => ({
      lane,
      worker,
      ...attemptOf(claim, started, outcome, error),
    })
    const superseded = async () => {
      await recordAttempt(db, job('superseded'))
      logEnd(job('superseded'))
    }
    const handBack = async (again: Again, error?: AppError) => {
      const record = job(again.charge ? 'retried' : 'released', error)
      if (!(await release(claim, again, record))) return superseded()
      logEnd(record, error)
      const { id, organization_id, request_id } = claim
      if (again.seconds === 0) await wakeUps.send(lane, { id, organization_id, request_id })
    }
    try {
      if (claim.crashes >= MAX_CRASHES) throw new AppError('worker_crashed', CRASHED)
      if (claim.deadline_ms <= 0) throw deadlineExceeded(claim)
      if (!(await perform(claim, signal, () => job('completed')))) return superseded()
      logEnd(job('completed'))
    } catch (thrown) {
      const cause = signal.aborted ? signal.reason : thrown
      if (cause === LEASE_LOST) return superseded()
      if (cause === SHUTTING_DOWN) return handBack({ seconds: 0, charge: 0 })
      if (isTransient(cause)) return handBack({ seconds: times.databaseAwayMs / 1000, charge: 0 })
      const error = toAppError(cause)
      if (error.code === 'internal')
        log.error({ ...idsOf(claim), err: cause }, 'a job failed unexpectedly')
      const left = claim.deadline_ms - (performance.now() - started)
      const again = retry(claim, error, left)
      if (again && again.seconds * 1000 < left) return handBack(again, error)
      const record = job('failed', error)
      if (!(await fail(claim, stored(error), [record]))) return superseded()
      logEnd(record, error)
    }
    await notifyWaiter(notifications, claim)
  }

  /**
   * Logs the kind of the cause and the provider's codes, but not the cause's message, which may
   * quote the prompt.
   */
  function logEnd(
    { target_id: id, organization_id: _, worker: __, ...figures }: AttemptRecord,
    error?: AppError,
  ): void {
    const { name, status, code } = (error?.cause ?? {}) as {
      name?: string
      status?: number
      code?: unknown
    }
    jobEnded(figures)
    const cause = { name, status, code: ownCode(code) }
    log.info({ id, ...figures, ...(name ? { cause } : {}) }, 'job ended')
    if (!error || figures.outcome !== 'failed' || !failureWarning) return
    const { request_id, provider_code, provider_type } = figures
    const provider = { status: statusOf(error), code: provider_code, type: provider_type }
    log.warn({ id, request_id, code: error.code, provider }, `${failureWarning}: ${error.message}`)
  }

  return async function run(claim, stop) {
    const deadline = setTimeout(
      () => stop.abort(deadlineExceeded(claim)),
      Math.max(0, claim.deadline_ms),
    )
    const lease = keepLease(claim, stop)
    try {
      await attempt(claim, stop.signal)
    } catch (error) {
      log.error(
        { ...idsOf(claim), err: error },
        'could not store how the job ended; its lease will run out',
      )
    } finally {
      clearTimeout(deadline)
      lease.end()
    }
  }
}

/** Returns the fields of an attempt's record that describe its job, without lane and worker. */
function attemptOf(
  { id: target_id, organization_id, request_id, attempt, wait_ms }: LeasedJob,
  started: number,
  outcome: AttemptOutcome,
  error?: AppError,
): Omit<AttemptRecord, 'lane' | 'worker'> {
  const refusal = error instanceof ProviderError ? error.refusal : undefined
  return {
    organization_id,
    target_id,
    request_id,
    attempt,
    outcome,
    error_code: error?.code ?? null,
    provider_code: refusal?.code ?? null,
    provider_type: refusal?.type ?? null,
    wait_ms: tenths(wait_ms),
    run_ms: tenths(performance.now() - started),
  }
}

/**
 * Notifies the API process that waits for a reply, and the processes that follow its stream. Sends
 * the reply along if it was stored. A notification may get lost.
 */
export async function notifyWaiter(
  notifications: NotificationSender,
  { organization_id, thread_id, reply_to, streamed, id, finished }: LeasedJob,
): Promise<void> {
  if (thread_id) notifications.threads.changed(organization_id, thread_id)
  if (reply_to) await notifications.send(reply_to, finished ?? id, id)
  if (streamed) await notifications.send(id, FINISHED)
}

const CRASHED = 'The workers that tried this job ended while working on it, too many times.'

const statusOf = (error: AppError) =>
  error instanceof ProviderError ? error.refusal.status : undefined

const tenths = (ms: number) => Math.round(ms * 10) / 10

/** @param job says whether a model call was running, and since when */
export function deadlineExceeded({ asked }: Pick<LeasedJob, 'asked'> = {}): AppError {
  const seconds = asked?.calledAt && Math.round((performance.now() - asked.calledAt) / 1000)
  const why = seconds
    ? ` The last call of a model had not answered for ${seconds} s: if that is what it takes, raise MODEL_TIMEOUT_SECONDS and REPLY_DEADLINE_SECONDS.`
    : ''
  return new AppError('deadline_exceeded', `The job was not finished by its deadline.${why}`)
}

/** Returns a failure in the form that rows store. */
export const stored = ({ code, message }: AppError): JobError => ({ code, detail: message })

export const toAppError = (error: unknown) =>
  error instanceof AppError
    ? error
    : new AppError('internal', 'Something went wrong in the service.', { cause: error })
