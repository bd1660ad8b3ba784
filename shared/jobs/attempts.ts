import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/**
 * How an attempt ended.
 * - `completed`: the outcome was stored.
 * - `failed`: the job has failed for good.
 * - `retried`: the attempt failed, and the job is tried again.
 * - `released`: the job was handed back without counting a failure, for example at a shutdown.
 * - `superseded`: another worker has the lease, or the row was cancelled, changed or deleted.
 * - `crashed`: the worker died. The worker that finds the expired lease records this.
 */
export type AttemptOutcome =
  | 'completed'
  | 'failed'
  | 'retried'
  | 'released'
  | 'superseded'
  | 'crashed'

/** A row of `jobs`. */
export interface AttemptRecord {
  organization_id: string
  lane: string
  /** The id of the reply or the knowledge entry. */
  target_id: string
  request_id: string
  /** The name of the worker's process. */
  worker: string
  attempt: number
  outcome: AttemptOutcome
  error_code: string | null
  /** The error's code and type in the answer of the model's provider. */
  provider_code?: string | null
  provider_type?: string | null
  /** Milliseconds from when a worker could have taken the row until a worker took it. */
  wait_ms: number
  /** Milliseconds that the attempt ran. */
  run_ms: number
}

/**
 * Records an attempt that stores nothing else. An attempt that stores an outcome is recorded in the
 * same transaction as the outcome, so that neither exists without the other.
 */
export async function recordAttempt(db: Db, job: AttemptRecord): Promise<void> {
  await sql(db)`insert into jobs select * from job_row(${attemptJson(job)}::jsonb)`
}

/** Records attempts in one statement, as `recordAttempt` does. */
export async function recordAttempts(db: Db, jobs: readonly AttemptRecord[]): Promise<void> {
  if (!jobs.length) return
  await sql(db)`
    insert into jobs select made.*
      from json_array_elements(${JSON.stringify(jobs.map(attemptRow))}::json) as job,
           job_row(job::jsonb) as made`
}

/** Returns the attempt in the form that the database function `job_row` takes, with a new id. */
export const attemptRow = (job: AttemptRecord) => ({ id: uuid(), ...job })
export const attemptJson = (job: AttemptRecord) => JSON.stringify(attemptRow(job))
