import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Claims } from './claims.ts'
import type { JobSource } from './pool.ts'
import { isSuspect, makeSuspects } from './suspects.ts'

/** Offers suspects, as many as the worker may hold. */
export interface FromSuspects extends JobSource {
  /** Whether the next free slot looks for them: a suspect has ended, or a sweep had no slot. */
  isDue: boolean
  /** Counts a job that starts, if it is a suspect. */
  onStart(job: LeasedJob): void
  /** The same for a job that has ended. */
  onEnd(job: LeasedJob): void
}

/** @param slots how many the worker has */
export function makeFromSuspects(slots: number, claims: Claims): FromSuspects {
  const held = makeSuspects(slots)
  let isLooking = false
  const source: FromSuspects = {
    isDue: false,
    onStart(job) {
      if (isSuspect(job)) held.add(job)
    },
    onEnd(job) {
      if (!isSuspect(job)) return
      held.ended()
      source.isDue = true
    },
    async *offer(most) {
      source.isDue = false
      if (isLooking) return
      isLooking = true
      let left = most
      try {
        // The first suspect decides how many crashes the others must have.
        for (let next = held.next(); next && left > 0; next = held.next()) {
          const limit = Math.min(next.limit, left)
          const found = await claims.due({ limit, suspects: next.crashes })
          left -= found.length
          yield found
          if (found.length < limit) return
        }
      } finally {
        isLooking = false
      }
    },
  }
  return source
}
