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

/** Waiting jobs of one organization, and of all together. */
interface Waiting {
  organization: number
  total: number
}

/**
 * Seconds after which a client should try again: at 100 replies a second, 500 places become free.
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
 * If an agent has this many late replies, a new one needs no wake-up: slots that become free look
 * for due replies anyway, and take the older ones first.
 */
const MANY = 20

/**
 * If `position` is `first_position`, the thread had no unfinished reply when this one was accepted,
 * so a worker could have taken it at once. Its `sweep_at` is half a second after that.
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

/** @param since a bound that is at least a second old: see `scanBounds.ts` */
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

/** How long a count is used at least if the queue has ample room. */
const KEPT_MS = 1_000
/**
 * Milliseconds by waiting job for which it is used: a count of 100,000 takes 20 ms, and is used for
 * 5 s.
 */
const AMPLE_MS = 0.05
/**
 * If no more places than this are left, or than 1 % of the capacity, each message waits for a new
 * count: see `TIGHT_MS`.
 */
const AMPLE = 20
/**
 * Milliseconds by waiting job for which such a count is used: 20 for 10,000, whose count takes 4.
 * So counts take at most a fifth of the time, and a few more are let in than there is room for.
 */
const TIGHT_MS = 0.002
/** How often a count reads from the first row on: see `scanBounds.ts`. */
const ALL_MS = 600_000

/**
 * Tracks how many jobs of a lane wait: a count that is about a second old (of more than 20,000,
 * some seconds), plus the jobs that this process has admitted since. Accepting a message thus costs
 * the same however many wait. The count misses what other processes admit in that time, so near the
 * capacity each message waits for a new count.
 */
export interface Backlog {
  /**
   * Calls `accept` with the error `queue_full`, or with undefined if there is room, and counts its
   * job.
   * @param isStored tells from the result of `accept` whether a job was stored
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
   * Admitted jobs that the last count may have missed, by organization: stored since it began, or
   * not yet.
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
      // The count includes the jobs that were stored before it began.
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
