import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import type { Share } from '../lib/jobs.ts'

/**
 * Facts about a lane's open jobs that a worker reads twice a second, so that its claims need not
 * read them. Three of the facts are lower bounds of times, as PostgreSQL timestamps. While a
 * transaction keeps an old snapshot, as a dump does, the indexes keep the entries of jobs that have
 * ended since. A scan from the beginning reads all these entries (34 ms per accepted message after
 * 6,700 messages); a scan from the lower bound skips them.
 */
export interface ScanBounds {
  /** No waiting job has an earlier `sweep_at`. */
  waiting: string
  /** No waiting job has an earlier `deadline_at`. */
  overdue: string
  /** No held job has an earlier `claimed_at`. */
  held: string
  /**
   * A JSON object: the number of running jobs by the id of their share, for shares with at least
   * `MANY_RUNNING`. Counting 5,000 jobs takes 10 ms, which is too long for each claim.
   */
  runningCounts: string
  /** Whether any lease has expired. Looking for an expired lease takes as long as counting. */
  areLost: boolean
}

/** Scans begin at the first row. */
export const UNBOUNDED: ScanBounds = {
  waiting: '-infinity',
  overdue: '-infinity',
  held: '-infinity',
  runningCounts: '{}',
  areLost: true,
}

/**
 * From this many running jobs on, claims use a count that is up to half a second old. The share may
 * exceed its limit by what other workers claim in that time.
 */
export const MANY_RUNNING = 200

/**
 * Seconds by which a bound lies in the past at least: a row has the time at which its transaction
 * began, and becomes visible later.
 */
const SLACK_SECONDS = 1
/**
 * Every tenth read begins at the bounds of one or two minutes ago, to find rows that became visible
 * even later.
 */
const READS = 10
const MINUTE_MS = 60_000
/**
 * Milliseconds after which a read begins at the first row again, because a clock may have been set
 * back.
 */
const ALL_MS = 600_000

/** The bounds of a lane in this process. */
export interface BoundsTracker {
  readonly bounds: ScanBounds
  /** Reads new bounds. */
  learn(db: Db): Promise<void>
}

/** Tracks a lane's bounds, which are `UNBOUNDED` until they are first read. */
export function trackScanBounds(lane: string, share: Share = 'organization_id'): BoundsTracker {
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
      const { waiting, overdue, held } = whereToBegin()
      const [seen] = await preparedText<ScanBounds>(db, readBounds(share), {
        lane,
        waiting,
        overdue,
        held,
        slack: SLACK_SECONDS,
      })
      bounds = seen!
    },
  }
}

const readBounds = (share: Share) => `
  with held as materialized (
    select ${share} as share, min(claimed_at) as since, count(*) filter (where lease_expires_at > now()) as running,
           bool_or(lease_expires_at <= now()) as are_lost
      from open_jobs
     where lane = :lane and worker is not null and claimed_at >= :held::timestamptz
     group by ${share})
  select ${earliest('sweep_at', ':waiting')} as waiting,
         ${earliest('deadline_at', ':overdue')} as overdue,
         least((select min(since) from held), now() - make_interval(secs => :slack))::text as held,
         (select coalesce(json_object_agg(share, running), '{}')::text from held
           where running >= ${MANY_RUNNING}) as "runningCounts",
         coalesce((select bool_or(are_lost) from held), false) as "areLost"`

/**
 * SQL for the bound of a time of the waiting jobs. It reads only the first entry of an index,
 * however many jobs wait.
 */
const earliest = (time: string, from: string) => `least((
    select ${time} from open_jobs where lane = :lane and worker is null and ${time} > '-infinity' and ${time} >= ${from}::timestamptz order by ${time} limit 1),
    now() - make_interval(secs => :slack))::text`
