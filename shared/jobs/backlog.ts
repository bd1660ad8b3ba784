import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { UNBOUNDED } from './scanBounds.ts'

/** How many jobs of a lane may wait for a worker. */
export interface QueueCapacity {
  /** The most waiting jobs of one organization. */
  organization: number
  /** The most waiting jobs of all organizations together. */
  total: number
  /** The number of jobs that an organization may have waiting even if `total` is reached. */
  floor: number
}

export const queueCapacityOf = ({
  ORGANIZATION_MAX_QUEUED,
  MAX_QUEUED,
  ORGANIZATION_MIN_QUEUED,
}: Config): QueueCapacity => ({
  organization: ORGANIZATION_MAX_QUEUED,
  total: MAX_QUEUED,
  floor: ORGANIZATION_MIN_QUEUED,
})

/** Numbers of waiting jobs: of one organization, and of all together. */
interface Waiting {
  organization: number
  total: number
}

/**
 * Seconds after which a client should try again. At 100 replies a second, 500 places become free in
 * this time.
 */
const RETRY_AFTER = 5

function fullness(waiting: Waiting, capacity: QueueCapacity): AppError | undefined {
  if (
    waiting.organization < capacity.organization &&
    (waiting.total < capacity.total || waiting.organization < capacity.floor)
  )
    return undefined
  const whose =
    waiting.organization < capacity.organization ? 'The service has' : 'Your organization has'
  return new AppError(
    'queue_full',
    `${whose} too much waiting to be worked on. Nothing was stored; try again later.`,
    { retryAfter: RETRY_AFTER },
  )
}

interface Count {
  total: number
  /** Waiting jobs by organization id. */
  of: Record<string, number>
  /** Ids of agents with at least `MANY` replies that a worker could have taken a second ago. */
  late: string[]
  /**
   * A PostgreSQL timestamp. No waiting job has an earlier `sweep_at`, so the next count may begin
   * here.
   */
  since: string
}

/**
 * If an agent has this many late replies, a new reply needs no wake-up: slots that become free look
 * for due replies anyway, and take the oldest first.
 */
const MANY = 20

/**
 * If `position` is `first_position`, the thread had no unfinished reply when this reply was
 * accepted, so a worker could have taken it at once. Its `sweep_at` is half a second later.
 */
const COUNT = `
  with counts as materialized (
    select organization_id, agent_id, count(*)::int as waiting, min(sweep_at) as since,
           count(*) filter (where position = first_position and failures = 0
                              and sweep_at <= now() - interval '500 milliseconds') as late
      from open_jobs
     where lane = :lane and worker is null and sweep_at >= :since::timestamptz
     group by organization_id, agent_id)
  select coalesce(sum(waiting), 0)::int as total, coalesce(json_object_agg(organization_id, waiting), '{}') as of,
         least(min(since), now() - interval '1 second')::text as since,
         array(select agent_id::text from counts where late >= ${MANY}) as late
    from (select organization_id, sum(waiting)::int as waiting, min(since) as since from counts group by 1) counts`

/**
 * Counts the waiting jobs of a lane.
 * @param since a bound that is at least a second old: see `scanBounds.ts`
 */
async function countWaiting(db: Db, lane: string, since: string): Promise<Count> {
  const [count] = await preparedText<Count>(db, COUNT, { lane, since })
  return count!
}

/**
 * Counts the waiting jobs before a job is stored. Concurrent transactions do not see each other's
 * jobs, so they may exceed the capacity by a few: at most by the number of the API processes'
 * database connections.
 * @returns the error `queue_full` if the queue has no room, otherwise undefined
 */
export async function findFull(
  db: Db,
  lane: string,
  organizationId: string,
  capacity: QueueCapacity,
): Promise<AppError | undefined> {
  const { total, of } = await countWaiting(db, lane, UNBOUNDED.waiting)
  return fullness({ organization: of[organizationId] ?? 0, total }, capacity)
}

/** Milliseconds for which a count is used at least, if the queue has ample room. */
const KEPT_MS = 1_000
/**
 * Milliseconds per waiting job for which a count is used, if the queue has ample room. Counting
 * 100,000 jobs takes 20 ms, and the count is used for 5 s.
 */
const AMPLE_MS = 0.05
/**
 * If at most this many places are left, or at most 1 % of the capacity, each message waits for a
 * new count: see `TIGHT_MS`.
 */
const AMPLE = 20
/**
 * Milliseconds per waiting job for which a count is used near the capacity. A count of 10,000 jobs
 * takes 4 ms and is used for 20 ms. So counting takes at most a fifth of the time, and only a few
 * jobs too many are admitted.
 */
const TIGHT_MS = 0.002
/** Milliseconds after which a count begins at the first row again: see `scanBounds.ts`. */
const ALL_MS = 600_000

/**
 * Tracks how many jobs of a lane wait: the last count, plus the jobs that this process has admitted
 * since. A count is about a second old, or some seconds if more than 20,000 jobs wait. So accepting
 * a message costs the same however many jobs wait. The count misses jobs that other processes have
 * admitted since, so near the capacity each message waits for a new count.
 */
export interface Backlog {
  /**
   * Calls `accept` with the error `queue_full`, or with undefined if the queue has room, and counts
   * its job.
   * @param isStored whether `accept` stored a job, by its result
   * @returns the result of `accept`
   * @throws what `accept` throws, and errors of the database
   */
  admit<T>(
    organizationId: string,
    capacity: QueueCapacity,
    accept: (full: AppError | undefined) => Promise<T>,
    isStored: (result: T) => boolean,
  ): Promise<T>
  /**
   * Whether the agent of the job has so many late replies that the job needs no wake-up: see
   * `MANY`.
   */
  isLate(job: { agent_id: string | null }): boolean
}

export function makeBacklog(db: Db, lane: string): Backlog {
  let counted: (Count & { at: number }) | undefined
  let counting: Promise<void> | undefined
  let allAt = 0
  /**
   * Numbers of admitted jobs that the last count may have missed, by organization id: jobs that
   * were stored after the count began, or that are not stored yet.
   */
  const letIn = new Map<string, number>()
  let letInTotal = 0
  let storedSince: string[] = []

  const change = (organizationId: string, by: number) => {
    const next = (letIn.get(organizationId) ?? 0) + by
    if (next > 0) letIn.set(organizationId, next)
    else letIn.delete(organizationId)
    letInTotal += by
  }

  async function count(): Promise<void> {
    const at = performance.now()
    const seen = storedSince
    storedSince = []
    const countsAll = at >= allAt
    if (countsAll) allAt = at + ALL_MS
    try {
      const since = countsAll || !counted ? UNBOUNDED.waiting : counted.since
      counted = { ...(await countWaiting(db, lane, since)), at }
      // The new count includes the jobs that were stored before it began.
      for (const organizationId of seen) change(organizationId, -1)
    } catch (error) {
      storedSince.push(...seen)
      throw error
    }
  }

  const countOnce = () => {
    counting ??= count().finally(() => {
      counting = undefined
    })
    return counting
  }

  const waitingOf = (organizationId: string): Waiting => ({
    organization: (counted!.of[organizationId] ?? 0) + (letIn.get(organizationId) ?? 0),
    total: counted!.total + letInTotal,
  })

  const isTight = ({ organization, total }: Waiting, capacity: QueueCapacity) =>
    isNear(organization, capacity.organization) || isNear(total, capacity.total)

  return {
    async admit(organizationId, capacity, accept, isStored) {
      const age = counted ? performance.now() - counted.at : Number.POSITIVE_INFINITY
      if (
        !counted ||
        (age > counted.total * TIGHT_MS && isTight(waitingOf(organizationId), capacity))
      )
        await countOnce()
      // If this count fails, the next message starts another.
      else if (age > keptMs(counted)) countOnce().catch(() => undefined)
      const full = fullness(waitingOf(organizationId), capacity)
      if (!full) change(organizationId, 1)
      let isKept = false
      try {
        const result = await accept(full)
        isKept = isStored(result)
        return result
      } finally {
        if (!full)
          if (isKept) storedSince.push(organizationId)
          else change(organizationId, -1)
      }
    },
    isLate: ({ agent_id }) =>
      agent_id !== null &&
      counted !== undefined &&
      performance.now() - counted.at < 2 * keptMs(counted) &&
      counted.late.includes(agent_id),
  }
}

const keptMs = ({ total }: Count) => Math.max(KEPT_MS, total * AMPLE_MS)

const isNear = (waiting: number, most: number) => waiting + Math.max(AMPLE, most / 100) >= most
