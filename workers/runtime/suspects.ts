import { SUSPECT_CRASHES } from '../../shared/store/queue/crashes.ts'
import type { LeasedJob } from '../../shared/store/queue/openJobs.ts'

/** How many workers may die with a job before it fails. */
export const MAX_CRASHES = 5

export const isSuspect = ({ crashes }: Pick<LeasedJob, 'crashes'>) => crashes >= SUSPECT_CRASHES

/** Which suspects a worker may take next: at most `limit`, with this number of crashes; `true`: any number. */
export interface NextSuspects {
  crashes: number | true
  limit: number
}

/** The suspects that one worker holds, all of as many crashes. */
export interface Suspects {
  /** Undefined: it holds as many as it may. */
  next(): NextSuspects | undefined
  add(claim: LeasedJob): void
  ended(): void
}

/**
 * Rows that were in dying workers are tried together again, of each round a quarter as many: one that kills its worker takes
 * ever fewer with it, and before its last try it is alone. The innocent ones finish in groups, not one after the other,
 * which would take them past their deadlines.
 * @param slots of the worker
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

/** Of 100 slots 25 after two crashes, 6 after three, 1 after four. */
const mostTogether = (slots: number, crashes: number) =>
  crashes >= MAX_CRASHES - 1 ? 1 : Math.max(1, Math.floor(slots / 4 ** (crashes - 1)))
