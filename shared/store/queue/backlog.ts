import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/statements.ts'
import { AppError } from '../../errors.ts'
import { UNBOUNDED } from './scanBounds.ts'

/** How many jobs of a lane may wait for a worker. */
export interface QueueCapacity {
  /** Jobs of one organization. */
  organization: number
  /** Jobs of all organizations that may wait. */
  total: number
  /** Jobs of an organization that may wait even while all together have too many. */
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

/** How many jobs wait. */
interface Waiting {
  organization: number
  total: number
}

/** Seconds after which trying again makes sense: at 100 replies a second, capacity for 500 more. */
const RETRY_AFTER = 5

function fullness(waiting: Waiting, capacity: QueueCapacity): AppError | undefined {
  if (
    waiting.organization < capacity.organization &&
    (waiting.total < capacity.total || waiting.organization < capacity.floor)
  )
    return undefined
  const whose = waiting.organization < capacity.organization ? 'The service has' : 'Your organization has'
  return new AppError(
    'queue_full',
    `${whose} too much waiting to be worked on. Nothing was stored; try again later.`,
    { retryAfter: RETRY_AFTER },
  )
}

interface Count {
  total: number
  /** By organization. */
  of: Record<string, number>
  /** Agents with `MANY` replies that could have begun a second ago. */
  late: string[]
  /** The next count may begin here: nothing that waits has an earlier `sweep_at`. */
  since: string
}

/** With this many late replies, slots that become free look for the next one anyway, and others come before the new one. */
const MANY = 20

/** A reply whose position is the first could have begun when it was accepted. */
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

/** `since` is at least a second ago: see `scanBounds.ts`. */
async function countWaiting(db: Db, lane: string, since: string): Promise<Count> {
  const [count] = await preparedText<Count>(db, COUNT, { lane, since })
  return count!
}

/**
 * Looks before a job is stored, each time. Those that look at the same instant do not see each other's, so a few more than there
 * is room for may be let in: at most as many as the API processes have database connections.
 * @returns the error queue_full, if there is no room
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

/** Counts are used for so long where there is ample room. */
const KEPT_MS = 1_000
/** With less room left than this, or than a hundredth, each message is counted for anew. */
const AMPLE = 20
/** How often a count begins at the first row: see `scanBounds.ts`. */
const ALL_MS = 600_000

/**
 * How much of a lane waits, as this process knows it: counted once a second, and what it has let in since. So accepting costs the same
 * however much waits. Other processes let in more in that second; near the bound each message is counted for anew.
 */
export interface Backlog {
  /**
   * Calls `accept` with the error `queue_full`, or with undefined if there is room, and counts the job that it stores.
   * @param isStored tells from the result of `accept` whether it stored a job
   */
  admit<T>(
    organizationId: string,
    capacity: QueueCapacity,
    accept: (full: AppError | undefined) => Promise<T>,
    isStored: (result: T) => boolean,
  ): Promise<T>
  /** Whether its agent has so many late replies that free slots take the next one without a wake-up. */
  isLate(job: { agent_id: string | null }): boolean
}

export function makeBacklog(db: Db, lane: string): Backlog {
  let counted: (Count & { at: number }) | undefined
  let counting: Promise<void> | undefined
  let allAt = 0
  /** Let in, and not yet known to be among the counted: on their way, and stored since the count began. */
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
      // What was stored before the count began is in it.
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
      if (!counted || isTight(waitingOf(organizationId), capacity)) await countOnce()
      // Failing, the next message counts again.
      else if (performance.now() - counted.at > KEPT_MS) countOnce().catch(() => undefined)
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
      performance.now() - counted.at < 2 * KEPT_MS &&
      counted.late.includes(agent_id),
  }
}

const isNear = (waiting: number, most: number) => waiting + Math.max(AMPLE, most / 100) >= most
