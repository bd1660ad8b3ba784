import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'

/**
 * How an attempt ended: its outcome stored; given up; to be tried again; handed back at a shutdown; or overtaken:
 * its lease went to another worker, or its row was cancelled, changed or deleted. For a worker that is killed, the next
 * claim writes the row, with the outcome `crashed`.
 */
export type AttemptOutcome = 'completed' | 'failed' | 'retried' | 'released' | 'superseded' | 'crashed'

export interface AttemptRecord {
  organization_id: string
  lane: string
  target_id: string
  request_id: string
  worker: string
  attempt: number
  outcome: AttemptOutcome
  error_code: string | null
  /** What the model's provider called its error: the code and the type in its answer. */
  provider_code?: string | null
  provider_type?: string | null
  wait_ms: number
  run_ms: number
}

/**
 * Records an attempt that stores nothing else. What stores an outcome records its job in the same statement, so that the one is never there without the other.
 */
export async function recordAttempt(db: Db, job: AttemptRecord): Promise<void> {
  await sql(db)`insert into jobs select * from job_row(${attemptJson(job)}::jsonb)`
}

/** A job as the function `job_row` of the database takes it. */
export const attemptRow = (job: AttemptRecord) => ({ id: uuid(), ...job })
export const attemptJson = (job: AttemptRecord) => JSON.stringify(attemptRow(job))
