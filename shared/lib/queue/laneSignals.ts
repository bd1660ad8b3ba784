import { validate as isUuid } from 'uuid'
import type { Job } from '../jobs.ts'

/**
 * Returns the address at which all workers of a lane receive the names of ready jobs, if the queue
 * is in PostgreSQL.
 */
export const laneAddress = (lane: string) => `lane_${lane}`

/** Returns the jobs of a signal. Never throws, because others may send to the channel, too. */
export function jobsOf(signal: string): Job[] {
  try {
    const jobs = JSON.parse(signal)
    return Array.isArray(jobs) ? jobs.filter(isJob) : []
  } catch {
    return []
  }
}

/**
 * Whether this is a job with a valid id. Ids become values of a statement, and a malformed id would
 * fail the statement for all jobs of its batch.
 */
const isJob = (job: Partial<Job> | null) =>
  isUuid(job?.id) && isUuid(job?.organization_id) && typeof job?.request_id === 'string'
