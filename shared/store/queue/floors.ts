import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/prepared.ts'
import type { Lane } from '../../jobs.ts'

/**
 * Lower bounds for the times of a lane's open jobs, as PostgreSQL timestamps. While a transaction keeps an old snapshot open, as a
 * dump does, the rows of jobs that ended since stay in the indexes, and a scan from the beginning reads all of them (34 ms an accept
 * after 6,700 messages). A scan that begins at the floor does not.
 */
export interface Floors {
  /** No `sweep_at` of a job that waits is earlier. */
  waiting: string
  /** No `claimed_at` of a job that is held is earlier. */
  held: string
}

/** Every row. */
export const NO_FLOORS: Floors = { waiting: '-infinity', held: '-infinity' }

/** Subtracted from what was read: a row carries the time at which its transaction began, and is committed later. */
const SLACK_SECONDS = 1
/** Every tenth read begins at the floors of one or two minutes ago, to find rows that were committed later than the slack allows. */
const READS = 10
const MINUTE_MS = 60_000
/** Every ten minutes one read begins at the first row, because a clock may have been set back. */
const ALL_MS = 600_000

/** Keeps a lane's floors in this process. */
export interface FloorKeeper {
  readonly floors: Floors
  /** Reads the current floors. */
  learn(db: Db): Promise<void>
}

export function keepFloors(lane: Lane): FloorKeeper {
  let floors = NO_FLOORS
  let thisMinute = NO_FLOORS
  let lastMinute = NO_FLOORS
  let minuteAt = 0
  let allAt = 0
  let reads = 0

  function whereToBegin(): Floors {
    const now = performance.now()
    if (now >= minuteAt) {
      minuteAt = now + MINUTE_MS
      lastMinute = thisMinute
      thisMinute = floors
    }
    if (now >= allAt) {
      allAt = now + ALL_MS
      return NO_FLOORS
    }
    return ++reads % READS === 0 ? lastMinute : floors
  }

  return {
    get floors() {
      return floors
    },
    async learn(db) {
      const [seen] = await preparedText<Floors>(db, LEAST, { lane, ...whereToBegin(), slack: SLACK_SECONDS })
      floors = seen!
    },
  }
}

const LEAST = `
  select least((select min(sweep_at) from open_jobs
                 where lane = :lane and worker is null and sweep_at >= :waiting::timestamptz),
               now() - make_interval(secs => :slack))::text as waiting,
         least((select min(claimed_at) from open_jobs
                 where lane = :lane and worker is not null and claimed_at >= :held::timestamptz),
               now() - make_interval(secs => :slack))::text as held`
