import pLimit from 'p-limit'
import { NIL } from 'uuid'
import { claimDue, type Due } from '../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { BoundsTracker } from '../../shared/jobs/scanBounds.ts'
import { makePacer } from '../../shared/lib/async/pace.ts'
import type { Job, Share, WakeUp } from '../../shared/lib/jobs.ts'
import type { ModelAvailability } from './modelAvailability.ts'
import { endOverdue } from './overdue.ts'
import { type RunDeps, type RunJob, SHUTTING_DOWN } from './runJob.ts'
import { isSuspect, makeSuspects } from './suspects.ts'
import { makeWakeUpClaims } from './wakeUpClaims.ts'

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

export interface SlotsDeps extends RunDeps {
  /** The most jobs at a time. */
  slots: number
  /** See `Claimant`. */
  share?: Share | undefined
  /** Jobs of one share at a time, in all workers. */
  shareConcurrency: number
  /** See `Claimant`. */
  failingSlots?: number | undefined
  /** See `Claimant`. */
  inputs?: string | undefined
  models: ModelAvailability
  bounds: BoundsTracker
}

/**
 * Makes the slots. A slot that has finished a job claims the next one that is due, chosen fairly,
 * until none is.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share one state
export function makeSlots(lane: string, run: RunJob, deps: SlotsDeps): Slots {
  const {
    db,
    log,
    worker,
    wakeUps,
    slots,
    share,
    shareConcurrency,
    inputs,
    models,
    bounds,
    times,
  } = deps
  const { failingSlots } = deps
  const claimant = () => ({
    worker,
    share,
    shareConcurrency,
    failingSlots,
    leaseMs: times.leaseMs,
    down: models.down(),
    bounds: bounds.bounds,
    inputs,
  })
  /**
   * The work of each slot in use, from its first claim until nothing is due, so that a drain also
   * waits for claims.
   */
  const taken = new Set<Promise<void>>()
  const running = new Set<AbortController>()
  /** Called when a slot becomes free, each to release a wake-up that is held. */
  const holding: (() => void)[] = []
  const free: { ended: LeasedJob; resolve: (next: LeasedJob | undefined) => void }[] = []
  const pace = makePacer()
  // Each claim counts the jobs of those before it, so that an endpoint gets no more from this
  // worker than it may. Replies need not wait for each other: their limit only makes them fair.
  const inTurn: <Result>(claim: () => Promise<Result>) => Promise<Result> =
    share === 'endpoint_id' ? pLimit(1) : (claim) => claim()
  // Trials of models do not move it: looks in turn with them would see every other part of the
  // shares.
  const cursor = { after: NIL }
  const takeRows = (due: Due) =>
    inTurn(() => claimDue(db, lane, { ...due, ...(due.suspects === false && { cursor }) }))
  const woken = makeWakeUpClaims(db, lane, claimant, inTurn)
  let claiming = false
  /** The slots that the sweep's running claim may fill. */
  let reserved = 0
  let taking = Promise.resolve()
  const suspects = makeSuspects(slots)
  let claimingSuspects = false
  /**
   * Whether an expired lease is its holder's fault and not the database's, as far as the last sweep
   * saw.
   */
  let mayTakeOver = false
  /**
   * Whether the last sweep had no free slot for suspects: then the next slot that becomes free
   * looks for one.
   */
  let suspectIsDue = false
  const takesOver = () => mayTakeOver && bounds.bounds.areLost
  let draining = false
  let graceOver = false
  let contendedUntil = 0

  /** Occupies a slot until nothing more is due. */
  function work(claimed: Promise<LeasedJob | undefined>): void {
    const whole = claimed
      .then((claim) => claim && start(claim))
      .then(goOn)
      .catch((error) =>
        log.warn(
          { lane, err: error },
          'could not claim what a wake-up names; the sweep will find it',
        ),
      )
    taken.add(whole)
    whole.then(() => {
      taken.delete(whole)
      for (const goOnWith of holding.splice(0)) goOnWith()
    })
  }

  async function goOn(first: LeasedJob | undefined): Promise<void> {
    for (let ended = first; ended && mayMoreBeDue(ended) && !draining; ) {
      const next = await claimNext(ended)
      ended = next && (await start(next))
    }
  }

  /**
   * Whether more jobs may be due. Most replies end while nothing waits for their slot, and skip the
   * query.
   */
  function mayMoreBeDue(claim: LeasedJob): boolean {
    const { moreDue = true } = claim
    return moreDue || isSuspect(claim) || taken.size >= slots || performance.now() < contendedUntil
  }

  /**
   * Makes slots look for more jobs until a sweep has run: a wake-up that was refused, or found no
   * slot, may name a row that still waits.
   */
  function noteContention(): void {
    contendedUntil = performance.now() + 2 * times.wakeUpGraceMs
  }

  /**
   * Most refused wake-ups come late: another slot has claimed their rows. That is no contention. If
   * it were treated as such, every slot would look for more, without end.
   */
  async function claimOne(job: Job): Promise<LeasedJob | undefined> {
    const claim = await woken.claim(job)
    if (!claim && (await woken.stillWaits(job))) noteContention()
    return claim
  }

  async function start(claim: LeasedJob): Promise<LeasedJob> {
    const stop = new AbortController()
    running.add(stop)
    if (graceOver) stop.abort(SHUTTING_DOWN)
    await pace()
    await run(claim, stop)
    running.delete(stop)
    if (isSuspect(claim)) suspects.ended()
    return claim
  }

  /** Slots that become free during a claim share the next one. */
  function claimNext(ended: LeasedJob): Promise<LeasedJob | undefined> {
    return new Promise((resolve) => {
      free.push({ ended, resolve })
      if (free.length === 1 && !claiming) claimForFree()
    })
  }

  async function claimForFree(): Promise<void> {
    claiming = true
    while (free.length) {
      const some = free.splice(0)
      const claims = await claimFor(some.map(({ ended }) => ended))
      for (const [index, { resolve }] of some.entries()) resolve(claims[index])
    }
    claiming = false
  }

  async function claimFor(ended: LeasedJob[]): Promise<LeasedJob[]> {
    try {
      const started = suspectIsDue || ended.some(isSuspect) ? await startSuspects(ended.length) : 0
      const limit = ended.length - started
      if (limit === 0) return []
      return await takeRows({
        ...claimant(),
        limit,
        takeOver: takesOver(),
        suspects: false,
        ended,
      })
    } catch (error) {
      log.warn({ lane, err: error }, 'could not look for the next jobs; the sweeper will find them')
      return []
    }
  }

  /** Starts at most `most` suspects, each in a slot of its own. @returns how many it started */
  async function startSuspects(most: number): Promise<number> {
    suspectIsDue = false
    if (claimingSuspects) return 0
    claimingSuspects = true
    let started = 0
    try {
      // The first one decides how many crashes the others must have.
      for (let next = suspects.next(); next && started < most; next = suspects.next()) {
        const limit = Math.min(next.limit, most - started)
        const claims = await takeRows({
          ...claimant(),
          limit,
          takeOver: takesOver(),
          suspects: next.crashes,
        })
        for (const claim of claims) {
          suspects.add(claim)
          work(Promise.resolve(claim))
        }
        started += claims.length
        if (claims.length < limit) break
      }
    } finally {
      claimingSuspects = false
    }
    return started
  }

  /** Starts one reply for each model whose breaker allows a trial. */
  async function tryModels(): Promise<void> {
    for (const model of models.toTry()) {
      const { down, ...how } = claimant()
      if (!down || taken.size >= slots) return
      const trial = { ...how, down: { ...down, trial: model }, suspects: 'too' } as const
      for (const claim of await takeRows({ ...trial, limit: 1, takeOver: takesOver() })) {
        if (isSuspect(claim)) suspects.add(claim)
        work(Promise.resolve(claim))
      }
    }
  }

  async function takeDue(limit: number): Promise<void> {
    reserved = limit
    try {
      const due = await takeRows({ ...claimant(), limit, takeOver: takesOver(), suspects: false })
      if (due.length === limit) noteContention()
      for (const claim of due) work(Promise.resolve(claim))
      if (mayTakeOver && taken.size < slots) await startSuspects(slots - taken.size)
      await tryModels()
    } catch (error) {
      // The database may be away, and leases run out because nobody can renew them.
      mayTakeOver = false
      throw error
    } finally {
      reserved = 0
    }
  }

  /** Starts as many jobs as there are free slots. @returns the jobs that did not fit */
  function workOn(jobs: readonly Job[]): readonly Job[] {
    if (draining) return []
    const fitting = Math.max(0, slots - taken.size)
    for (const job of jobs.slice(0, fitting)) work(claimOne(job))
    return jobs.slice(fitting)
  }

  /**
   * Waits for a free slot, at most `times.wakeUpGraceMs`: after that, any slot may claim the rows
   * without a wake-up.
   */
  async function slotIsFree(): Promise<void> {
    if (taken.size < slots) return
    let grace: NodeJS.Timeout
    await new Promise<void>((resolve) => {
      holding.push(resolve)
      grace = setTimeout(resolve, times.wakeUpGraceMs)
    }).finally(() => clearTimeout(grace))
  }

  return {
    async answer({ jobs, sentOn }) {
      // A sweep seldom fills all the slots that it reserves, and its claim takes only one
      // statement.
      if (taken.size + reserved >= slots) await taking.catch(() => undefined)
      const left = workOn(jobs)
      if (left.length) {
        noteContention()
        if (!sentOn) wakeUps.sendOn(lane, left)
      }
      await slotIsFree()
      if (sentOn) workOn(left)
    },
    async sweep(takeOver) {
      mayTakeOver = false
      const asked = performance.now()
      await bounds.learn(db)
      await endOverdue(lane, claimant(), models, deps)
      const isLate = performance.now() - asked > times.lateMs
      mayTakeOver = takeOver && !isLate
      const limit = slots - taken.size
      if (limit > 0 && !draining) {
        taking = takeDue(limit)
        await taking
      } else suspectIsDue = mayTakeOver
      return !isLate
    },
    busy: () => running.size,
    async drain(graceMs) {
      draining = true
      const abort = setTimeout(() => {
        graceOver = true
        for (const stop of running) stop.abort(SHUTTING_DOWN)
      }, graceMs)
      await taking.catch(() => undefined)
      while (taken.size) await Promise.all(taken)
      clearTimeout(abort)
    },
  }
}
