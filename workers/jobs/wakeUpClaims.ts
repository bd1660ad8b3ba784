import { type Claimant, claimWoken, findWaiting } from '../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { batched } from '../../shared/lib/db/batch.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Job } from '../../shared/lib/jobs.ts'

/** The most wake-ups that one statement answers. */
const MAX_AT_ONCE = 20

/** Claims the rows that wake-ups name, with one statement for those that come at the same time. */
export interface WakeUpClaims {
  /** undefined: another worker has the row, or it may not run yet. */
  claim(job: Job): Promise<LeasedJob | undefined>
  /** Whether the row still waits for a slot. */
  stillWaits(job: Job): Promise<boolean>
}

/** @param inTurn runs a claim at once, or after the worker's other claims */
export function makeWakeUpClaims(
  db: Db,
  lane: string,
  claimant: () => Claimant,
  inTurn: (claim: () => Promise<LeasedJob[]>) => Promise<LeasedJob[]>,
): WakeUpClaims {
  return {
    claim: batched(async (jobs: Job[]) => {
      const claimed = await inTurn(() => claimWoken(db, lane, jobs, claimant()))
      const claims = new Map(claimed.map((claim) => [claim.id, claim]))
      return jobs.map(({ id }) => {
        const claim = claims.get(id)
        // Two wake-ups may name the same row.
        claims.delete(id)
        return claim
      })
    }, MAX_AT_ONCE),
    stillWaits: batched(async (jobs: Job[]) => {
      const waiting = new Set(await findWaiting(db, lane, jobs))
      return jobs.map(({ id }) => waiting.has(id))
    }, MAX_AT_ONCE),
  }
}
