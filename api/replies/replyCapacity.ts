import { LRUCache } from 'lru-cache'
import { type QueueCapacity, queueCapacityOf } from '../../shared/jobs/backlog.ts'
import {
  type FleetCapacity,
  readFleetCapacity,
  readReplyTime,
} from '../../shared/jobs/queueTotals.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

/**
 * Returns how many replies of an organization may wait, from figures that are a few seconds old.
 */
export type ReplyCapacity = (organizationId: string) => QueueCapacity

/**
 * Milliseconds that a reply is assumed to take until a reply was measured. Models are seldom
 * faster.
 */
const UNKNOWN_MS = 1_000
const MAX_ORGANIZATIONS = 10_000

/**
 * Limits an organization's queue to the replies that can be finished by their deadline. Estimates
 * their number from the durations of the organization's last replies and its share of the workers'
 * slots. Without workers, which may be starting, the limits of the settings apply.
 */
export function makeReplyCapacity(db: Db, config: Config, log: Log): ReplyCapacity {
  const { fleetTtlMs, aliveMs } = config.times
  const most = queueCapacityOf(config)
  const deadlineMs = config.REPLY_DEADLINE_SECONDS * 1000
  const kept = {
    max: MAX_ORGANIZATIONS,
    ttl: fleetTtlMs,
    allowStale: true,
    noDeleteOnStaleGet: true,
  }
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'could not read how much the workers can answer')
  const capacities = new LRUCache<'all', FleetCapacity>({
    ...kept,
    max: 1,
    fetchMethod: () => readFleetCapacity(db, aliveMs),
  })
  const times = new LRUCache<string, { ms: number | null }>({
    ...kept,
    fetchMethod: async (organizationId) => ({ ms: await readReplyTime(db, organizationId) }),
  })

  return (organizationId) => {
    // Refreshes each figure in the background once it is some seconds old, one read at a time.
    Promise.all([capacities.fetch('all'), times.fetch(organizationId)]).catch(onFailure)
    const capacity = capacities.get('all')
    if (!capacity?.slots) return most
    const share = Math.min(
      config.ORGANIZATION_REPLY_CONCURRENCY,
      capacity.slots / Math.max(1, capacity.waiting),
    )
    const answerable = Math.floor(
      (deadlineMs * Math.max(1, share)) / (times.get(organizationId)?.ms || UNKNOWN_MS),
    )
    return { ...most, organization: Math.min(most.organization, Math.max(most.floor, answerable)) }
  }
}
