import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Claims } from './claims.ts'
import type { JobSource } from './pool.ts'

/**
 * Makes the source of slots that have ended these jobs: all that is due, and their threads' next
 * jobs.
 */
export const fromEnds = (ended: readonly LeasedJob[], claims: Claims): JobSource => ({
  async *offer(most) {
    yield await claims.due({ limit: most, suspects: false, ended })
  },
})
