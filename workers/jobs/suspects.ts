import { SUSPECT_CRASHES } from '../../shared/jobs/crashes.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'

/** The number of workers that may die with a job before it fails. */
export const MAX_CRASHES = 5

export const isSuspect = ({ crashes }: Pick<LeasedJob, 'crashes'>) => crashes >= SUSPECT_CRASHES

/** The suspects that a worker may claim next: at most `limit`, with `crashes` (`true`: any). */
export interface NextSuspects {
  crashes: number | true
  limit: number
}

/** The suspects that a worker holds. All have the same number of crashes. */
export interface Suspects {
  /** Returns the suspects to claim next; undefined: the worker holds as many as it may. */
  next(): NextSuspects | undefined
  add(claim: LeasedJob): void
  ended(): void
}

/**
 * Limits how many suspects run together: a quarter as many after each crash. A job that kills its
 * worker takes ever fewer others with it, and is alone in its last attempt. The harmless suspects
 * must finish in groups, because alone, one after the other, they would miss their deadlines.
 * @param slots the number of the worker's slots
 */
export function makeSuspects(slots: number): Suspects {
  let crashes = 0
  let held = 0
  return {
    next() {
      if (held === 0) return { crashes: true, limit: 1 }
      const limit = mostTogether(slots, crashes) - held
      return limit > 0 ? { crashes, limit } : undefined
    },
    add(claim) {
      crashes = claim.crashes
      held++
    },
    ended() {
      held--
    },
  }
}

/**
 * Returns the most suspects that run together: with 100 slots, 25 after two crashes, 6 after three
 * and 1 after four.
 */
const mostTogether = (slots: number, crashes: number) =>
  crashes >= MAX_CRASHES - 1 ? 1 : Math.max(1, Math.floor(slots / 4 ** (crashes - 1)))
