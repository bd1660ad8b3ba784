import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Claims } from './claims.ts'
import type { JobSource } from './pool.ts'

/** Makes the source for slots that have ended jobs: due jobs and the next jobs of their threads. */
export const fromEnds = (ended: readonly LeasedJob[], claims: Claims): JobSource => ({
  async *offer(most) {
    yield await claims.due({ limit: most, suspects: false, ended })
  },
})
