import { findWaiting } from '../../shared/jobs/claims.ts'
import { batched } from '../../shared/lib/db/batch.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Job } from '../../shared/lib/jobs.ts'
import type { Claims } from './claims.ts'
import type { JobSource } from './pool.ts'

/** The most wake-ups whose rows one statement claims. */
const MAX_AT_ONCE = 20

/**
 * Returns a function that makes the source of a job that a wake-up names. Wake-ups that come at the
 * same time share a statement.
 * @param onWaiting called when the job still waits, although it could not be claimed
 */
export function makeFromWakeUps(
  db: Db,
  lane: string,
  { woken }: Claims,
  onWaiting: () => void,
): (job: Job) => JobSource {
  const claim = batched(async (jobs: Job[]) => {
    const claims = new Map((await woken(jobs)).map((claim) => [claim.id, claim]))
    return jobs.map(({ id }) => {
      const claim = claims.get(id)
      // Two wake-ups may name the same row.
      claims.delete(id)
      return claim
    })
  }, MAX_AT_ONCE)
  const stillWaits = batched(async (jobs: Job[]) => {
    const waiting = new Set(await findWaiting(db, lane, jobs))
    return jobs.map(({ id }) => waiting.has(id))
  }, MAX_AT_ONCE)
  return (job) => ({
    async *offer() {
      const claimed = await claim(job)
      if (claimed) yield [claimed]
      // Most refused wake-ups come late: another slot has claimed their rows. This is no
      // contention: if it counted as such, every slot would keep looking for more jobs.
      else if (await stillWaits(job)) onWaiting()
    },
  })
}
