import type { Together } from '../../shared/jobs/claims.ts'
import type { BoundsTracker } from '../../shared/jobs/scanBounds.ts'
import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Lane } from '../../shared/lib/jobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { WakeUps } from '../../shared/lib/queue/queue.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import type { ModelAvailability } from '../jobs/modelAvailability.ts'
import type { Retry } from '../jobs/retry.ts'
import type { Fail, Perform, Release } from '../jobs/runJob.ts'

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
export interface LaneWork {
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
