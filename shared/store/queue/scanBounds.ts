import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/statements.ts'

/**
 * What a worker reads of a lane's open jobs twice a second, so that claims need not. The bounds are lower bounds for their times, as
 * PostgreSQL timestamps. While a transaction keeps an old snapshot open, as a dump does, jobs that ended since stay in the indexes, and
 * a scan from the beginning reads all of them (34 ms an accept after 6,700 messages). A scan that begins at the floor does not.
 */
export interface ScanBounds {
  /** No `sweep_at` of a job that waits is earlier. */
  waiting: string
  /** No `claimed_at` of a job that is held is earlier. */
  held: string
  /** JSON: how many jobs each organization with `MANY_RUNNING` or more is running. Counting 5,000 takes 10 ms, too long for each claim. */
  runningCounts: string
  /** Whether the lease of some job has run out. Looking for those takes as long. */
  areLost: boolean
}

/** Every row. */
export const UNBOUNDED: ScanBounds = {
  waiting: '-infinity',
  held: '-infinity',
  runningCounts: '{}',
  areLost: true,
}

/** From this many on, a count that is half a second old will do. The organization may exceed its share by what others claim meanwhile. */
export const MANY_RUNNING = 200

/** Subtracted from what was read: a row carries the time at which its transaction began, and is committed later. */
const SLACK_SECONDS = 1
/** Every tenth read begins at the bounds of one or two minutes ago, to find rows that were committed later than the slack allows. */
const READS = 10
const MINUTE_MS = 60_000
/** Every ten minutes one read begins at the first row, because a clock may have been set back. */
const ALL_MS = 600_000

/** Keeps a lane's bounds in this process. */
export interface BoundsTracker {
  readonly bounds: ScanBounds
  /** Reads the current bounds. */
  learn(db: Db): Promise<void>
}

export function trackScanBounds(lane: string): BoundsTracker {
  let bounds = UNBOUNDED
  let thisMinute = UNBOUNDED
  let lastMinute = UNBOUNDED
  let minuteAt = 0
  let allAt = 0
  let reads = 0

  function whereToBegin(): ScanBounds {
    const now = performance.now()
    if (now >= minuteAt) {
      minuteAt = now + MINUTE_MS
      lastMinute = thisMinute
      thisMinute = bounds
    }
    if (now >= allAt) {
      allAt = now + ALL_MS
      return UNBOUNDED
    }
    return ++reads % READS === 0 ? lastMinute : bounds
  }

  return {
    get bounds() {
      return bounds
    },
    async learn(db) {
      const { waiting, held } = whereToBegin()
      const [seen] = await preparedText<ScanBounds>(db, LEAST, { lane, waiting, held, slack: SLACK_SECONDS })
      bounds = seen!
    },
  }
}

const LEAST = `
  with held as materialized (
    select organization_id, min(claimed_at) as since, count(*) filter (where lease_expires_at > now()) as running,
           bool_or(lease_expires_at <= now()) as are_lost
      from open_jobs
     where lane = :lane and worker is not null and claimed_at >= :held::timestamptz
     group by organization_id)
  select least((select min(sweep_at) from open_jobs
                 where lane = :lane and worker is null and sweep_at >= :waiting::timestamptz),
               now() - make_interval(secs => :slack))::text as waiting,
         least((select min(since) from held), now() - make_interval(secs => :slack))::text as held,
         (select coalesce(json_object_agg(organization_id, running), '{}')::text from held
           where running >= ${MANY_RUNNING}) as "runningCounts",
         coalesce((select bool_or(are_lost) from held), false) as "areLost"`
