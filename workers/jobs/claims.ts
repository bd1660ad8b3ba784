import pLimit from 'p-limit'
import { NIL } from 'uuid'
import {
  type Claimant,
  claimDue,
  claimTogether,
  claimWoken,
  type Due,
  type Together,
} from '../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { BoundsTracker } from '../../shared/jobs/scanBounds.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Job } from '../../shared/lib/jobs.ts'
import type { ModelAvailability } from './modelAvailability.ts'

export interface ClaimsDeps extends Omit<Claimant, 'down' | 'bounds'> {
  db: Db
  models: ModelAvailability
  bounds: BoundsTracker
  /** Which jobs are done together. Default: none. */
  together?: Together | undefined
}

/** Which of the due rows to claim, and how many. */
export interface WantedJobs extends Pick<Due, 'limit' | 'suspects' | 'ended'> {
  /** A model that is down: claims only replies that can try it. */
  trial?: string
}

/** The claims of a worker for one lane. */
export interface Claims {
  /** Returns the worker, its limits, and the models that are down now. */
  claimant(): Claimant
  /**
   * Whether claims also take rows whose leases have expired. False if, at the last sweep, the
   * database was too slow for leases to be renewed.
   */
  mayTakeOver: boolean
  /** Claims rows that are due, as `claimDue` does. */
  due(wanted: WantedJobs): Promise<LeasedJob[]>
  /** Claims rows that wake-ups name, as `claimWoken` does. */
  woken(jobs: readonly Job[]): Promise<LeasedJob[]>
  /**
   * Claims further jobs that are done together with a claimed job, as `claimTogether` does;
   * undefined: each job of the lane is done alone.
   */
  with: ((claimed: LeasedJob) => Promise<LeasedJob[]>) | undefined
}

export function makeClaims(
  lane: string,
  { db, leaseMs, models, bounds, together, ...worker }: ClaimsDeps,
): Claims {
  // Claims of deliveries run in turn: each must count the jobs of earlier claims, or an endpoint
  // would get more than its limit. Replies have their limit only for fairness: claims run at once.
  const inTurn: <Result>(claim: () => Promise<Result>) => Promise<Result> =
    worker.share === 'endpoint_id' ? pLimit(1) : (claim) => claim()
  // Trials do not move the cursor. If they did, ordinary claims between them would skip shares.
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
    with:
      together &&
      (async (claimed) =>
        claimed.crashes === 0 ? claimTogether(db, lane, claimed, together, claimant()) : []),
  }
  return claims
}
