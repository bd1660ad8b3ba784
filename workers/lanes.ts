import { type EndReply, makeEndReply } from '../shared/chat/endReplies.ts'
import { REPLY_INPUTS } from '../shared/chat/replyInputs.ts'
import { notifyOfDisabled } from '../shared/events/disabledEndpoint.ts'
import { makeHandoffs } from '../shared/handoffs/handoffs.ts'
import type { Together } from '../shared/jobs/claims.ts'
import type { BoundsTracker } from '../shared/jobs/scanBounds.ts'
import type { FileStorage } from '../shared/knowledge/fileStorage.ts'
import { failEntry, PAIR_INPUTS, PAIRS_TOGETHER } from '../shared/knowledge/indexJobs.ts'
import type { FairLoop } from '../shared/lib/async/fairLoop.ts'
import type { Config } from '../shared/lib/config/config.ts'
import type { Db } from '../shared/lib/db/db.ts'
import { DELIVER, INDEX, type Lane, REPLY } from '../shared/lib/jobs.ts'
import type { Log } from '../shared/lib/observability/log.ts'
import type { NotificationSender } from '../shared/lib/queue/notifications.ts'
import type { WakeUps } from '../shared/lib/queue/queue.ts'
import { makeSealer } from '../shared/lib/sealing.ts'
import { makeMailer } from '../shared/mail/mailer.ts'
import type { Breakers } from '../shared/models/circuitBreaker.ts'
import { makeConnections } from '../shared/models/connections.ts'
import { makeEmbedder } from '../shared/models/embedding.ts'
import { makeFindByMeaning } from '../shared/search/meaning.ts'
import { makeReranking } from '../shared/search/rerank.ts'
import { endTrial } from '../shared/trials/trials.ts'
import { makeDeliveryWork } from './events/deliveryJob.ts'
import { startRelay } from './events/relayLoop.ts'
import {
  type ModelAvailability,
  makeModelAvailability,
  NO_MODELS,
} from './jobs/modelAvailability.ts'
import { observeModel } from './jobs/observe.ts'
import type { Retry } from './jobs/retry.ts'
import type { Fail, Perform, Release } from './jobs/runJob.ts'
import { startSharingBreakers } from './jobs/shareBreakers.ts'
import { startEmbedding } from './knowledge/embedJob.ts'
import { makeIndexJob } from './knowledge/indexJob.ts'
import { startMailing } from './mail/mailLoop.ts'
import { makeCallModel } from './models/model.ts'
import { makeReplyJob } from './reply/replyJob.ts'

export interface LaneDeps {
  db: Db
  config: Config
  log: Log
  breakers: Breakers
  notifications: NotificationSender
  wakeUps: WakeUps
  files: FileStorage
  bounds: BoundsTracker
  /** Shares the process's event loop between organizations. */
  loop: FairLoop
}

/** The job of a lane, and how many of these jobs run at a time. */
interface LaneWork {
  perform: Perform
  fail: Fail
  /** Like `fail`, but does not wait for a locked row. @throws RowLocked */
  failIfFree?: Fail
  /** See `RunDeps`. */
  failureWarning?: string
  /** See `RunDeps`. */
  retry?: Retry
  /** See `RunDeps`. */
  release?: Release
  /** Jobs at a time, in one worker. */
  slots: number
  /** Jobs of one share at a time, in all workers. */
  shareConcurrency: number
  /** See `Claimant`. */
  failingSlots?: number
  /** A query for the inputs that a claim also reads, see `Claimant`. */
  inputs?: string
  models: ModelAvailability
  /** Which jobs are done together. Default: none. */
  together?: Together
  /** Starts work that runs beside the jobs. @returns a function that stops it */
  startBackground?: () => (() => Promise<void>) | undefined
}

/** A lane, and the work of its workers. */
export interface WorkerLane extends Lane {
  work(deps: LaneDeps): LaneWork
}

export const REPLY_LANE: WorkerLane = { ...REPLY, work: replyWork }
export const INDEX_LANE: WorkerLane = { ...INDEX, work: indexWork }
export const DELIVER_LANE: WorkerLane = { ...DELIVER, work: deliverWork }
export const WORKER_LANES = [REPLY_LANE, INDEX_LANE, DELIVER_LANE]

function replyWork({
  db,
  config,
  log,
  breakers,
  notifications,
  files,
  bounds,
  loop,
}: LaneDeps): LaneWork {
  const since = () => bounds.bounds.waiting
  const endReply = makeEndReply(db, config.times.rowLockedMs, since)
  const endIfFree = makeEndReply(db, 0, since)
  const connections = makeConnections(db, config)
  return {
    perform: makeReplyJob({
      db,
      config,
      log,
      breakers,
      connections,
      notifications,
      files,
      endReply,
      loop,
      handoffs: makeHandoffs(config.times.rowLockedMs),
      callModel: observeModel(makeCallModel(config, connections)),
      findByMeaning: makeFindByMeaning({ db, config, log, breakers, connections }),
      makeRerank: makeReranking({ config, log, breakers, connections }),
    }),
    fail: failBy(db, endReply),
    failIfFree: failBy(db, endIfFree),
    failureWarning: 'a reply failed',
    slots: config.REPLY_CONCURRENCY,
    shareConcurrency: config.ORGANIZATION_REPLY_CONCURRENCY,
    inputs: REPLY_INPUTS,
    models: makeModelAvailability(breakers, config.LLM_MODEL),
    startBackground: () =>
      startSharingBreakers({ db, breakers, log, everyMs: config.times.breakerShareMs }),
  }
}

const failBy =
  (db: Db, endReply: EndReply): Fail =>
  (claim, error, jobs) =>
    claim.thread_id
      ? endReply({ claim, status: 'failed', error, jobs })
      : endTrial(db, claim, { status: 'failed', error })

function indexWork({ db, config, log, files, loop }: LaneDeps): LaneWork {
  return {
    perform: makeIndexJob({ db, config, files, loop }),
    fail: (claim, error, jobs) => failEntry(db, claim, error, jobs),
    slots: config.INDEX_CONCURRENCY,
    shareConcurrency: config.ORGANIZATION_INDEX_CONCURRENCY,
    together: PAIRS_TOGETHER,
    inputs: PAIR_INPUTS,
    models: NO_MODELS,
    startBackground() {
      const embedder = makeEmbedder(config, makeConnections(db, config))
      const { times, DATABASE_URL: databaseUrl } = config
      return embedder && startEmbedding({ db, databaseUrl, embedder, log, times })
    },
  }
}

function deliverWork({ db, config, log, wakeUps, notifications }: LaneDeps): LaneWork {
  const mailer = makeMailer(config, log)
  return {
    ...makeDeliveryWork({
      db,
      config,
      log,
      notifyOfDisabled: (endpoint) => notifyOfDisabled({ db, log, mailer, config }, endpoint),
    }),
    slots: config.DELIVER_CONCURRENCY,
    shareConcurrency: config.ENDPOINT_DELIVER_CONCURRENCY,
    failingSlots: Math.ceil(config.DELIVER_CONCURRENCY / 2),
    models: NO_MODELS,
    startBackground() {
      const stopRelay = startRelay({ db, log, wakeUps, notifications, config })
      const sealer = makeSealer(config.SECRET_KEYS)
      const stopMailing = mailer.isConfigured
        ? startMailing({ db, log, mailer, sealer, config })
        : undefined
      return async () => {
        await Promise.all([stopRelay(), stopMailing?.()])
        await mailer.close()
      }
    },
  }
}
