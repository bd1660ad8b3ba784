import { withTimeout } from '../shared/async/withTimeout.ts'
import type { Config } from '../shared/config/config.ts'
import type { Pool } from '../shared/db/db.ts'
import { notify } from '../shared/db/health.ts'
import type { Log } from '../shared/observability/log.ts'
import { readGauge, readPool } from '../shared/observability/metrics.ts'
import { makeBreakers } from '../shared/providers/circuitBreaker.ts'
import { makeNotificationSender } from '../shared/queue/notifications.ts'
import { makeListener, makeWakeUps } from '../shared/queue/queue.ts'
import { makeFileStorage } from '../shared/store/knowledge/fileStorage.ts'
import { trackScanBounds } from '../shared/store/queue/scanBounds.ts'
import type { WorkerLane } from './lanes.ts'
import { startHeartbeat } from './runtime/heartbeat.ts'
import { startHousekeeping } from './runtime/housekeeping.ts'
import { observeRun } from './runtime/observe.ts'
import { makeRunJob } from './runtime/runJob.ts'
import { makeSlots } from './runtime/slots.ts'
import { startSweep } from './runtime/sweep.ts'

const late = () => new Error('PostgreSQL does not answer')

export interface WorkerProcess {
  /**
   * Takes no more jobs, lets running ones go on for `graceMs` milliseconds, hands back the rest and closes
   * its connections.
   */
  stop(graceMs: number): Promise<void>
}

/** Wires one lane: wake-ups and sweep to the slots, the slots to the lane's job. The caller owns `db`. */
export function startWorker(deps: {
  lane: WorkerLane
  config: Config
  db: Pool
  log: Log
  name: string
}): WorkerProcess {
  const { config, db, log, name } = deps
  const lane = deps.lane.name
  const { times } = config
  const wakeUps = makeWakeUps(config, [lane], log)
  const notifications = makeNotificationSender(
    config,
    (channel, payload) => notify(db, channel, payload),
    log,
  )
  const breakers = makeBreakers(log, times)
  const files = makeFileStorage(config, db, log)
  const bounds = trackScanBounds(lane)
  const work = deps.lane.work({ db, config, log, breakers, notifications, files, bounds })
  const { slots, shareConcurrency, inputs, models, fail, failIfFree = fail, failureWarning } = work
  const runDeps = {
    ...{ db, fail, failIfFree, failureWarning, wakeUps, notifications, log, worker: name, times },
  }
  const run = observeRun(lane, makeRunJob(lane, work.perform, runDeps))
  const jobs = makeSlots(lane, run, { ...runDeps, slots, shareConcurrency, inputs, models, bounds })
  const listener = makeListener(config, lane, slots, jobs.answer, log)

  readPool(db.use, config.DATABASE_POOL)
  const slotsOpen = () => (stopped ? 0 : slots)
  readGauge('parley_worker_slots', () => [[{ lane }, slotsOpen()]])
  readGauge('parley_worker_slots_busy', () => [[{ lane }, jobs.busy()]])
  readGauge('parley_breaker_open', () =>
    (stopped ? [] : breakers.states()).map(({ model, open }) => [{ model }, Number(open)]),
  )

  let stopped = false
  const stopSweeping = startSweep(jobs.sweep, { db, times, log: log.child({ lane }) })
  const heart = startHeartbeat({ db, log, everyMs: times.heartbeatMs }, { name, lane }, () => ({
    ...{ slots: slotsOpen(), busy: jobs.busy() },
  }))
  const stopHouse = startHousekeeping(config, log)
  const stopBackground = work.startBackground?.()

  const inLastTime = (work: Promise<void>) => withTimeout(work, times.closeMs, late).catch(() => undefined)
  return {
    async stop(graceMs) {
      stopped = true
      const sweeping = stopSweeping()
      listener.pause()
      const windDown = inLastTime(heart.windDown())
      await Promise.all([sweeping, windDown, jobs.drain(graceMs), stopHouse(), stopBackground?.()])
      await Promise.all([listener.close(), inLastTime(heart.stop())])
      files.close()
      await Promise.all([wakeUps.close(), notifications.close()])
    },
  }
}
