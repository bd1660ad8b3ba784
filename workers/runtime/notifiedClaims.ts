import { together } from '../../shared/db/batch.ts'
import type { Db } from '../../shared/db/db.ts'
import type { Job, Lane } from '../../shared/jobs.ts'
import { type Claim, type Claimant, claimRung, findWaiting } from '../../shared/store/queue/claims.ts'

/** Rings that are answered with one statement. */
const MOST_AT_ONCE = 20

/** Claims what is rung for; rings that come together go with one statement. */
export interface RungClaims {
  /** Undefined: somebody else has the row, or it may not run yet. */
  claim(job: Job): Promise<Claim | undefined>
  /** Whether the row waits, though it was rung for. */
  stillWaits(job: Job): Promise<boolean>
}

export function makeRungClaims(db: Db, lane: Lane, claimant: () => Claimant): RungClaims {
  return {
    claim: together(async (jobs: Job[]) => {
      const claims = new Map((await claimRung(db, lane, jobs, claimant())).map((claim) => [claim.id, claim]))
      return jobs.map(({ id }) => {
        const claim = claims.get(id)
        // Two rings may be for the same row.
        claims.delete(id)
        return claim
      })
    }, MOST_AT_ONCE),
    stillWaits: together(async (jobs: Job[]) => {
      const waiting = new Set(await findWaiting(db, lane, jobs))
      return jobs.map(({ id }) => waiting.has(id))
    }, MOST_AT_ONCE),
  }
}
