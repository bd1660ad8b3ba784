import pLimit from 'p-limit'
import { NIL } from 'uuid'
import { type Claimant, claimDue, claimWoken, type Due } from '../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { BoundsTracker } from '../../shared/jobs/scanBounds.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Job } from '../../shared/lib/jobs.ts'
import type { ModelAvailability } from './modelAvailability.ts'

export interface ClaimsDeps extends Omit<Claimant, 'down' | 'bounds'> {
  db: Db
  models: ModelAvailability
  bounds: BoundsTracker
}

/** What is claimed of the rows that are due. */
export interface WantedJobs extends Pick<Due, 'limit' | 'suspects' | 'ended'> {
  /** Only replies that can try this model, which is down. */
  trial?: string
}

/** The claims of a worker for one lane. */
export interface Claims {
  /** The worker, as its claims name it now. */
  claimant(): Claimant
  /**
   * Whether an expired lease is its holder's fault and not the database's, as far as the last sweep
   * saw: then claims take its row, too.
   */
  mayTakeOver: boolean
  /** Claims rows that are due, as `claimDue` does. */
  due(wanted: WantedJobs): Promise<LeasedJob[]>
  /** Claims rows that wake-ups name, as `claimWoken` does. */
  woken(jobs: readonly Job[]): Promise<LeasedJob[]>
}

export function makeClaims(
  lane: string,
  { db, leaseMs, models, bounds, ...worker }: ClaimsDeps,
): Claims {
  // Each claim counts the jobs of the claims before it, so that an endpoint gets no more from this
  // worker than it may. Replies need not wait for each other: their limit only makes them fair.
  const inTurn: <Result>(claim: () => Promise<Result>) => Promise<Result> =
    worker.share === 'endpoint_id' ? pLimit(1) : (claim) => claim()
  // Trials of models do not move it: looks in turn with them would see every other part of the
  // shares.
  const cursor = { after: NIL }
  const claimant = () => ({ ...worker, leaseMs, down: models.down(), bounds: bounds.bounds })
  const claims: Claims = {
    claimant,
    mayTakeOver: false,
    due: ({ trial, ...wanted }) =>
      inTurn(async () => {
        const { down, ...how } = claimant()
        if (trial !== undefined && !down) return []
        return claimDue(db, lane, {
          ...how,
          ...wanted,
          down: down && { ...down, ...(trial !== undefined && { trial }) },
          takeOver: claims.mayTakeOver && bounds.bounds.areLost,
          ...(wanted.suspects === false && { cursor }),
        })
      }),
    woken: (jobs) => inTurn(() => claimWoken(db, lane, jobs, claimant())),
  }
  return claims
}
