import { withTimeout } from '../shared/async/withTimeout.ts'
import type { Config } from '../shared/config/config.ts'
import { type Db, poolUse } from '../shared/db/db.ts'
import { notify, pingDatabase } from '../shared/db/health.ts'
import type { Lane } from '../shared/jobs.ts'
import type { Log } from '../shared/observability/log.ts'
import { readGauge, readPool } from '../shared/observability/metrics.ts'
import { makeBreakers } from '../shared/providers/circuitBreaker.ts'
import { makeEmbedder } from '../shared/providers/embedding.ts'
import { makeNotificationSender } from '../shared/queue/notifications.ts'
import { makeListener, makeWakeUps } from '../shared/queue/queue.ts'
import { makeFileStorage } from '../shared/store/knowledge/fileStorage.ts'
import { makeFindByMeaning } from '../shared/store/search/meaning.ts'
import { keepEmbedding } from './indexing/embedJob.ts'
import { makeIndexJob } from './indexing/indexJob.ts'
import { makeCallModel } from './models/model.ts'
import { makeReplyJob } from './reply/replyJob.ts'
import { keepBeating } from './runtime/heartbeat.ts'
import { keepHouse } from './runtime/housekeeping.ts'
import { makeModelAvailability, NO_MODELS } from './runtime/modelAvailability.ts'
import { observeModel, observeRun } from './runtime/observe.ts'
import { makeRunJob } from './runtime/runJob.ts'
import { makeSlots } from './runtime/slots.ts'

const late = () => new Error('PostgreSQL does not answer')

export interface WorkerProcess {
  /** Takes no more jobs, lets running ones go on for `graceMs`, hands back the rest, and closes its connections. */
  stop(graceMs: number): Promise<void>
}

/** Wires one lane: wake-ups and sweep to the slots, the slots to the lane's job. The caller owns `db`. */
export function startWorker(deps: {
  lane: Lane
  config: Config
  db: Db
  log: Log
  name: string
}): WorkerProcess {
  const { lane, config, db, log, name } = deps
  const { times } = config
  const wakeUps = makeWakeUps(config, [lane], log)
  const notifications = makeNotificationSender(
    config,
    (channel, payload) => notify(db, channel, payload),
    log,
  )
  const breakers = makeBreakers(log, times)
  const files = makeFileStorage(config, db, log)
  const { perform, slots, organizationConcurrency } =
    lane === 'reply'
      ? {
          perform: makeReplyJob({
            ...{ db, config, log, breakers, notifications },
            callModel: observeModel(makeCallModel(config), config.LLM_PRICES),
            findByMeaning: makeFindByMeaning({ db, config, log, breakers }),
          }),
          slots: config.WORKER_CONCURRENCY,
          organizationConcurrency: config.ORGANIZATION_CONCURRENCY,
        }
      : {
          perform: makeIndexJob({ db, config, files }),
          slots: config.INDEX_CONCURRENCY,
          organizationConcurrency: config.ORGANIZATION_INDEX_CONCURRENCY,
        }
  const runDeps = { db, wakeUps, notifications, log, worker: name, times }
  const run = observeRun(lane, makeRunJob(lane, perform, runDeps))
  const jobs = makeSlots(lane, run, {
    ...runDeps,
    slots,
    organizationConcurrency,
    models: lane === 'reply' ? makeModelAvailability(breakers, config.LLM_MODEL) : NO_MODELS,
  })
  const listener = makeListener(config, lane, slots, jobs.answer, log)

  readPool(() => poolUse(db), config.DATABASE_POOL)
  const slotsOpen = () => (stopped ? 0 : slots)
  readGauge('parley_worker_slots', () => [[{ lane }, slotsOpen()]])
  readGauge('parley_worker_slots_busy', () => [[{ lane }, jobs.busy()]])
  readGauge('parley_breaker_open', () =>
    (stopped ? [] : breakers.states()).map(({ model, open }) => [{ model }, Number(open)]),
  )

  let stopped = false
  let away = false
  let mayTakeOverAt = 0
  let timer: NodeJS.Timeout
  let sweeping = Promise.resolve()
  const sweepLater = () => {
    timer = setTimeout(() => {
      sweeping = sweep().then(() => {
        if (!stopped) sweepLater()
      })
    }, times.sweepMs)
  }
  const wasAway = () => {
    mayTakeOverAt = Date.now() + times.afterOutageMs
  }
  async function sweep(): Promise<void> {
    try {
      if (away) {
        await pingDatabase(db)
        away = false
        wasAway()
      }
      if (!(await jobs.sweep(Date.now() >= mayTakeOverAt))) wasAway()
    } catch (error) {
      away = true
      log.warn({ lane, err: error }, 'the sweep failed')
    }
  }
  sweepLater()
  const heart = keepBeating({ db, log, everyMs: times.heartbeatMs }, { name, lane }, () => ({
    ...{ slots: slotsOpen(), busy: jobs.busy() },
  }))
  const stopHouse = keepHouse(config, log)
  const embedder = lane === 'index' ? makeEmbedder(config) : undefined
  const stopEmbedding =
    embedder && keepEmbedding({ db, databaseUrl: config.DATABASE_URL, embedder, log, times })

  const inLastTime = (work: Promise<void>) => withTimeout(work, times.closeMs, late).catch(() => undefined)
  return {
    async stop(graceMs) {
      stopped = true
      clearTimeout(timer)
      listener.pause()
      const windDown = inLastTime(heart.windDown())
      await Promise.all([sweeping, windDown, jobs.drain(graceMs), stopHouse(), stopEmbedding?.()])
      await Promise.all([listener.close(), inLastTime(heart.stop())])
      files.close()
      await Promise.all([wakeUps.close(), notifications.close()])
    },
  }
}
