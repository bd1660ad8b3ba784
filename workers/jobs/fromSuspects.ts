import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Claims } from './claims.ts'
import type { JobSource } from './pool.ts'
import { isSuspect, makeSuspects } from './suspects.ts'

/** A source that offers as many suspects as the worker may hold. */
export interface FromSuspects extends JobSource {
  /** Whether the next free slot looks for suspects: after the end of a suspect, or a full sweep. */
  isDue: boolean
  /** Counts a job that starts, if it is a suspect. */
  onStart(job: LeasedJob): void
  /** Stops counting a job that has ended. */
  onEnd(job: LeasedJob): void
}

/** @param slots the number of the worker's slots */
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
        // The suspects of a worker must all have as many crashes as the first of them.
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
