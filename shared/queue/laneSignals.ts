import type { Job } from '../jobs.ts'

/** The address at which all workers of a lane hear which jobs are ready, where the queue is in PostgreSQL. */
export const laneAddress = (lane: string) => `lane_${lane}`

/** The jobs of a signal. Never throws, because others may send to the channel, too. */
export function jobsOf(signal: string): Job[] {
  try {
    const jobs = JSON.parse(signal)
    return Array.isArray(jobs) ? jobs.filter(isJob) : []
  } catch {
    return []
  }
}

const isJob = (job: Partial<Job> | null) =>
  UUID.test(String(job?.id)) && UUID.test(String(job?.organization_id)) && typeof job?.request_id === 'string'

/** The ids become values of a statement, which a wrong one would fail for all jobs of its batch. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
