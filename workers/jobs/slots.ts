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

/** The slots of a worker. Each runs one job at a time, with the jobs that are done together with it. */
export interface Slots {
  /**
   * Handles a wake-up. Resolves at once while slots are free. A full worker sends jobs without a
   * slot on to another worker, once. It keeps the wake-up until a slot is free or
   * `times.wakeUpGraceMs` have passed, so that it gets no further wake-ups. Then it drops jobs that
   * still have no slot: any free slot may claim their rows, and wake-ups would pile up while all
   * workers are full.
   */
  answer(wakeUp: WakeUp): Promise<void>
  /**
   * Fails jobs past their deadline, and fills free slots with jobs that no worker took in time.
   * @param takeOver whether to claim also rows whose lease has expired
   * @returns false if the database was so slow that leases may have expired only because of it
   */
  sweep(takeOver: boolean): Promise<boolean>
  /** The number of slots that run jobs. */
  busy(): number
  /**
   * Lets running jobs go on for `graceMs` milliseconds, returns the others to the queue, and
   * resolves when all have ended.
   */
  drain(graceMs: number): Promise<void>
}

export interface SlotsDeps extends RunDeps, Omit<ClaimsDeps, 'leaseMs'> {
  /** The most jobs at a time. */
  slots: number
}

/**
 * Makes a worker's slots: a pool and the sources of its jobs. A slot that has ended a job claims
 * the next due job, chosen fairly, until no job is due.
 */
export function makeSlots(lane: string, run: RunJob, deps: SlotsDeps): Slots {
  const { db, log, wakeUps, slots, models, bounds, times } = deps
  const { worker, share, shareConcurrency, failingSlots, inputs, together } = deps
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
    together,
  })
  let contendedUntil = 0
  /**
   * Makes slots look for more jobs until a sweep has run. The row of a wake-up that was refused, or
   * found no slot, may still be waiting.
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
    claimWith: claims.with,
    /** Skips the query for the next job if nothing waits, as is so for most replies. */
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
      // Waits for a sweep's claim: it takes one statement and seldom fills all slots.
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
          // The database may be away, and then leases expire because no worker can renew them.
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
