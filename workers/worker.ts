import { trackScanBounds } from '../shared/jobs/scanBounds.ts'
import { makeFileStorage } from '../shared/knowledge/fileStorage.ts'
import { makeFairLoop } from '../shared/lib/async/fairLoop.ts'
import { withTimeout } from '../shared/lib/async/withTimeout.ts'
import type { Config } from '../shared/lib/config/config.ts'
import type { Pool } from '../shared/lib/db/db.ts'
import { notify } from '../shared/lib/db/health.ts'
import type { Log } from '../shared/lib/observability/log.ts'
import { readGauge, readPool } from '../shared/lib/observability/metrics.ts'
import {
  makeNotificationReceiver,
  makeNotificationSender,
  type NotificationReceiver,
  type Notify,
} from '../shared/lib/queue/notifications.ts'
import { makeListener, makeWakeUps } from '../shared/lib/queue/queue.ts'
import { makeBreakers } from '../shared/models/circuitBreaker.ts'
import { startHeartbeat } from './jobs/heartbeat.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import { observeRun } from './jobs/observe.ts'
import { makeRunJob } from './jobs/runJob.ts'
import { makeSlots } from './jobs/slots.ts'
import { startSweep } from './jobs/sweep.ts'
import type { LaneDeps, WorkerLane } from './lanes/lane.ts'

const late = () => new Error('PostgreSQL does not answer')

export interface WorkerProcess {
  /**
   * Takes no more jobs, lets running jobs go on for `graceMs` milliseconds, returns the others to
   * the queue, and closes its connections.
   */
  stop(graceMs: number): Promise<void>
}

/** Starts a process's lanes, which share its connections, and its chores. The caller owns `db`. */
export function startWorker(deps: {
  lanes: readonly WorkerLane[]
  config: Config
  db: Pool
  log: Log
  name: string
}): WorkerProcess {
  const { config, db, log, name } = deps
  const { times } = config
  const send: Notify = (...signal) => notify(db, ...signal)
  const names = deps.lanes.map((lane) => lane.name)
  const wakeUps = makeWakeUps(config, names, send, log)
  const notifications = makeNotificationSender(config, send, log)
  const receiver = config.REDIS_URL
    ? undefined
    : Promise.resolve(makeNotificationReceiver(config, log))
  const breakers = makeBreakers(log, times)
  const files = makeFileStorage(config, db, log)
  const loop = makeFairLoop()
  const shared = { db, config, log, breakers, notifications, wakeUps, files, loop }
  const lanes = deps.lanes.map((lane, nth) =>
    startLane(lane, { ...shared, receiver, worker: name, reports: nth === 0 }),
  )

  let stopped = false
  readPool(db.use, config.DATABASE_POOL)
  readGauge('parley_worker_slots', () => lanes.map(({ lane, slots }) => [{ lane }, slots()]))
  readGauge('parley_worker_slots_busy', () => lanes.map(({ lane, busy }) => [{ lane }, busy()]))
  readGauge('parley_breaker_open', () =>
    (stopped ? [] : breakers.states()).map(({ model, open }) => [{ model }, Number(open)]),
  )
  const stopHouse = startHousekeeping(config, log, notifications)

  return {
    async stop(graceMs) {
      stopped = true
      const stops = lanes.map(({ stop }) => stop(graceMs))
      await Promise.all([stopHouse(), ...stops.map(({ drained }) => drained)])
      await Promise.all(stops.map(({ close }) => close()))
      files.close()
      await Promise.all([wakeUps.close(), notifications.close(), (await receiver)?.close()])
    },
  }
}

interface StartLaneDeps extends Omit<LaneDeps, 'bounds'> {
  /** Receives the signals of the lanes, if the queue is in PostgreSQL. */
  receiver: Promise<NotificationReceiver> | undefined
  /** The name of the process. */
  worker: string
  /** Whether this lane's heartbeat reports the metrics of the whole process. */
  reports: boolean
}

/** Wires one lane: wake-ups and sweep to the slots, the slots to the lane's job. */
function startLane(workerLane: WorkerLane, { receiver, worker, reports, ...deps }: StartLaneDeps) {
  const { config, db, log, wakeUps, notifications } = deps
  const { times } = config
  const { name: lane, share } = workerLane
  const bounds = trackScanBounds(lane, share)
  const work = workerLane.work({ ...deps, bounds })
  const { slots, shareConcurrency, inputs, models, together, fail, failIfFree = fail } = work
  const { failureWarning, retry, release, failingSlots } = work
  const runDeps = {
    db,
    fail,
    failIfFree,
    failureWarning,
    retry,
    release,
    wakeUps,
    notifications,
    log,
    worker,
    times,
  }
  const run = observeRun(lane, makeRunJob(lane, work.perform, runDeps))
  const jobs = makeSlots(lane, run, {
    ...runDeps,
    slots,
    share,
    shareConcurrency,
    failingSlots,
    inputs,
    models,
    together,
    bounds,
  })
  const listener = makeListener(config, lane, slots, jobs.answer, receiver, log)

  let stopped = false
  const slotsOpen = () => (stopped ? 0 : slots)
  const stopSweeping = startSweep(jobs.sweep, { db, times, log: log.child({ lane }) })
  const beat = { db, log, everyMs: times.heartbeatMs, reports }
  const heart = startHeartbeat(beat, { name: worker, lane }, () => ({
    slots: slotsOpen(),
    busy: jobs.busy(),
  }))
  const stopBackground = work.startBackground?.()
  const inLastTime = (work: Promise<void>) =>
    withTimeout(work, times.closeMs, late).catch(() => undefined)

  return {
    lane,
    slots: slotsOpen,
    busy: jobs.busy,
    stop(graceMs: number) {
      stopped = true
      const sweeping = stopSweeping()
      listener.pause()
      const windDown = inLastTime(heart.windDown())
      return {
        drained: Promise.all([sweeping, windDown, jobs.drain(graceMs), stopBackground?.()]),
        close: () => Promise.all([listener.close(), inLastTime(heart.stop())]),
      }
    },
  }
}
