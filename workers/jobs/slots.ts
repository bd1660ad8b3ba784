import type { Job, WakeUp } from '../../shared/lib/jobs.ts'
import { type ClaimsDeps, makeClaims } from './claims.ts'
import { fromEnds } from './fromEnds.ts'
import { makeFromSuspects } from './fromSuspects.ts'
import { fromSweep, fromTrials } from './fromSweep.ts'
import { makeFromWakeUps } from './fromWakeUps.ts'
import { endOverdue } from './overdue.ts'
import { makePool } from './pool.ts'
import type { RunDeps, RunJob } from './runJob.ts'
import { isSuspect } from './suspects.ts'

/** The slots of a worker. Each runs one job at a time. */
export interface Slots {
  /**
   * Handles a wake-up. Resolves at once while slots are free. A full worker passes the jobs that it
   * has no slot for to another worker, once, and holds the wake-up until a slot is free or
   * `times.wakeUpGraceMs` have passed, so that it gets no further ones. Then it drops the rest: any
   * free slot may claim those rows by then, and wake-ups would pile up while all workers are full.
   */
  answer(wakeUp: WakeUp): Promise<void>
  /**
   * Fails jobs past their deadline, and fills the free slots with jobs that nobody took in time.
   * @param takeOver whether to claim rows whose lease ran out, too
   * @returns false if the database was so slow that leases may have run out for that reason alone
   */
  sweep(takeOver: boolean): Promise<boolean>
  /** The number of running jobs. */
  busy(): number
  /**
   * Lets running jobs go on for `graceMs` milliseconds, hands back the others, and resolves when
   * all have ended.
   */
  drain(graceMs: number): Promise<void>
}

export interface SlotsDeps extends RunDeps, Omit<ClaimsDeps, 'leaseMs'> {
  /** The most jobs at a time. */
  slots: number
}

/**
 * Makes the slots: a pool, and where its jobs come from. A slot that has finished a job claims the
 * next one that is due, chosen fairly, until none is.
 */
export function makeSlots(lane: string, run: RunJob, deps: SlotsDeps): Slots {
  const { db, log, wakeUps, slots, models, bounds, times } = deps
  const { worker, share, shareConcurrency, failingSlots, inputs } = deps
  const claims = makeClaims(lane, {
    db,
    worker,
    share,
    shareConcurrency,
    failingSlots,
    leaseMs: times.leaseMs,
    inputs,
    models,
    bounds,
  })
  let contendedUntil = 0
  /**
   * Makes slots look for more jobs until a sweep has run: a wake-up that was refused, or found no
   * slot, may name a row that still waits.
   */
  const noteContention = () => {
    contendedUntil = performance.now() + 2 * times.wakeUpGraceMs
  }
  const suspects = makeFromSuspects(slots, claims)
  const named = makeFromWakeUps(db, lane, claims, noteContention)
  const due = fromSweep(claims, noteContention)
  const trials = fromTrials(claims, models)

  const pool = makePool({
    slots,
    run,
    onStart: suspects.onStart,
    onEnd: suspects.onEnd,
    /** Most replies end while nothing waits for their slot, and skip the query. */
    goesOn: (ended) =>
      ended.moreDue !== false ||
      isSuspect(ended) ||
      pool.free() === 0 ||
      performance.now() < contendedUntil,
    sourcesAfter: (ended) => [...(suspects.isDue ? [suspects] : []), fromEnds(ended, claims)],
    onFailure: (error) =>
      log.warn(
        { lane, err: error },
        'could not look for the next jobs; the sweeper will find them',
      ),
  })
  /** The sweep's running claim. */
  let filling = Promise.resolve()

  /** Starts as many jobs as there are free slots. @returns the jobs that did not fit */
  function workOn(jobs: readonly Job[]): readonly Job[] {
    const fitting = jobs.slice(0, pool.free())
    for (const job of fitting)
      pool
        .fill(1, [named(job)])
        .catch((error) =>
          log.warn(
            { lane, err: error },
            'could not claim what a wake-up names; the sweep will find it',
          ),
        )
    return jobs.slice(fitting.length)
  }

  return {
    async answer({ jobs, sentOn }) {
      // A sweep seldom fills all the slots that it takes, and its claim takes only one statement.
      if (pool.free() === 0) await filling.catch(() => undefined)
      if (pool.isDraining) return
      const left = workOn(jobs)
      if (left.length) {
        noteContention()
        if (!sentOn) wakeUps.sendOn(lane, left)
      }
      await pool.whenFree(times.wakeUpGraceMs)
      if (sentOn) workOn(left)
    },
    async sweep(takeOver) {
      claims.mayTakeOver = false
      const asked = performance.now()
      await bounds.learn(db)
      await endOverdue(lane, claims.claimant(), models, deps)
      const isLate = performance.now() - asked > times.lateMs
      claims.mayTakeOver = takeOver && !isLate
      const free = pool.free()
      if (free === 0) suspects.isDue ||= claims.mayTakeOver
      else {
        filling = pool.fill(free, [due, ...(claims.mayTakeOver ? [suspects] : []), trials])
        await filling.catch((error) => {
          // The database may be away, and leases run out because nobody can renew them.
          claims.mayTakeOver = false
          throw error
        })
      }
      return !isLate
    },
    busy: pool.busy,
    drain: pool.drain,
  }
}
