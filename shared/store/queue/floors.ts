import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/prepared.ts'
import type { Lane } from '../../jobs.ts'

/**
 * The least times that a lane's rows may have, as timestamps of PostgreSQL. While any transaction keeps an old snapshot open, as
 * a dump does, rows that ended since stay in the indexes: a look from the beginning would read all of them (34 ms an accept after 6,700
 * messages). A look from the floor on does not.
 */
export interface Floors {
  /** No `sweep_at` of a job that waits is earlier. */
  waiting: string
  /** No `claimed_at` of a job that is held is earlier. */
  held: string
}

/** Every row. */
export const NO_FLOORS: Floors = { waiting: '-infinity', held: '-infinity' }

/** A floor is so much lower than what was seen, because a row is committed some time after the moment that it has. */
const SLACK_SECONDS = 1
/** For rows that take longer: one of so many looks begins where the floors were a minute or two ago, */
const LOOKS = 10
const MINUTE_MS = 60_000
/** and each ten minutes one is at everything: clocks may be set back. */
const ALL_MS = 600_000

/** Keeps a lane's floors in this process. */
export interface FloorKeeper {
  readonly floors: Floors
  /** Looks how high the floors are now. */
  learn(db: Db): Promise<void>
}

export function keepFloors(lane: Lane): FloorKeeper {
  let floors = NO_FLOORS
  let thisMinute = NO_FLOORS
  let lastMinute = NO_FLOORS
  let minuteAt = 0
  let allAt = 0
  let looks = 0

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
    return ++looks % LOOKS === 0 ? lastMinute : floors
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
