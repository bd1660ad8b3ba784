import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import type { Lane } from '../jobs.ts'

/**
 * How an attempt ended: its outcome stored; given up; to be tried again; handed back at a shutdown; or overtaken by
 * another worker after its lease was lost.
 */
export type JobOutcome = 'completed' | 'failed' | 'retried' | 'released' | 'superseded'

export interface JobRecord {
  organization_id: string
  lane: Lane
  target_id: string
  request_id: string
  worker: string
  attempt: number
  outcome: JobOutcome
  error_code: string | null
  wait_ms: number
  run_ms: number
}

export async function recordJob(db: Db, job: JobRecord): Promise<void> {
  await sql(db)`
    insert into jobs (id, organization_id, lane, target_id, request_id, worker, attempt, outcome, error_code, wait_ms, run_ms)
    values (${uuid()}, ${job.organization_id}, ${job.lane}, ${job.target_id}, ${job.request_id}, ${job.worker},
            ${job.attempt}, ${job.outcome}, ${job.error_code}, ${job.wait_ms}, ${job.run_ms})`
}
