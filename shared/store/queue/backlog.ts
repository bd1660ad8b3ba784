import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/prepared.ts'
import { AppError } from '../../errors.ts'

/**
 * The organization of an unfinished row, as the index of what waits has it: no other index can serve a look by it, whatever the
 * planner knows of the table (migration 0033). Beside it a query says `wake_at is not null`, or more of `wake_at`.
 * @param row how SQL names the row
 */
export const waitingOf = (row: string) =>
  `(case when ${row}.wake_at is not null then ${row}.organization_id end)`

/**
 * The thread of an unfinished message, in the same way (migration 0035). Beside it a query says `completed_at is null`.
 * @param row how SQL names the message
 */
export const unfinishedOf = (row: string) =>
  `(case when ${row}.completed_at is null then ${row}.thread_id end)`

/** How many rows of a lane may wait for a worker. */
export interface QueueCapacity {
  /** Rows of one organization. */
  organization: number
  /** Rows of all organizations that may wait. */
  total: number
  /** Rows of an organization that may wait even while all together have too many. */
  floor: number
}

export const queueCapacityOf = ({
  ORGANIZATION_MAX_QUEUED,
  MAX_QUEUED,
  ORGANIZATION_QUEUE_FLOOR,
}: Config): QueueCapacity => ({
  organization: ORGANIZATION_MAX_QUEUED,
  total: MAX_QUEUED,
  floor: ORGANIZATION_QUEUE_FLOOR,
})

/** How many rows wait, counted up to the capacity. */
export interface Backlog {
  organization: number
  total: number
}

const ENTRIES_WAITING = `
  select (select count(*)::int from (
           select from knowledge_entries e
            where ${waitingOf('e')} = :organizationId and wake_at is not null and status = 'pending'
            limit :organizationCapacity) own) as organization,
         (select count(*)::int from (
           select from knowledge_entries where wake_at is not null and status = 'pending'
            limit :totalCapacity) everybodys) as total`

/**
 * Looks before an entry is stored. Those that look at the same instant do not see each other's, so a few more than there
 * is room for may be let in: at most as many as the API processes have database connections.
 * @throws AppError queue_full
 */
export async function assertCapacityToIndex(
  db: Db,
  organizationId: string,
  capacity: QueueCapacity,
): Promise<void> {
  const [backlog] = await preparedText<Backlog>(db, ENTRIES_WAITING, {
    ...{ organizationId, organizationCapacity: capacity.organization, totalCapacity: capacity.total },
  })
  const full = fullness(backlog!, capacity)
  if (full) throw full
}

/** Seconds after which trying again makes sense: at 100 replies a second, capacity for 500 more. */
const RETRY_AFTER = 5

export function fullness(backlog: Backlog, capacity: QueueCapacity): AppError | undefined {
  if (
    backlog.organization < capacity.organization &&
    (backlog.total < capacity.total || backlog.organization < capacity.floor)
  )
    return undefined
  const whose = backlog.organization < capacity.organization ? 'The service has' : 'Your organization has'
  return new AppError(
    'queue_full',
    `${whose} too much waiting to be worked on. Nothing was stored; try again later.`,
    {
      retryAfter: RETRY_AFTER,
    },
  )
}
