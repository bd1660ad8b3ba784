import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { LANE_NAMES } from '../lib/jobs.ts'
import { isHeld, OLDEST_WAIT } from './openJobs.ts'

/** The state of a lane's queue, over all organizations. */
export interface QueueTotals {
  lane: string
  /** Jobs that no worker holds, including those that are to be tried again later. */
  waiting: number
  running: number
  /**
   * Seconds for which a worker could have taken the job that has waited longest; 0: no job can be
   * taken.
   */
  oldest_wait_seconds: number
}

/**
 * Reads the state of each lane from its unfinished jobs. `MAX_QUEUED` and the slots bound their
 * number.
 */
export async function readQueues(db: Db): Promise<QueueTotals[]> {
  return sqlText<QueueTotals>(db, LANE_NAMES.map(stateOf).join(' union all '))
}

const stateOf = (lane: string) => `
  select '${lane}' as lane, (count(*) filter (where not ${isHeld('j')}))::int as waiting,
         (count(*) filter (where ${isHeld('j')}))::int as running, coalesce(${OLDEST_WAIT}, 0) as oldest_wait_seconds
    from open_jobs j where j.lane = '${lane}'`

/** The workers' capacity for replies, and how many organizations share it. */
export interface FleetCapacity {
  /** Slots of all living workers. */
  slots: number
  /** Organizations with waiting replies. */
  waiting: number
}

/**
 * Reads the slots of living workers, and counts organizations with waiting replies.
 * @param aliveMs milliseconds for which a worker counts as alive after its last heartbeat
 */
export async function readFleetCapacity(db: Db, aliveMs: number): Promise<FleetCapacity> {
  const [capacity] = await sql<FleetCapacity>(db)`
    select (select coalesce(sum(slots), 0)::int from workers
             where lane = 'reply' and seen_at > now() - make_interval(secs => ${aliveMs / 1000})) as slots,
           (select count(distinct organization_id)::int from open_jobs
             where lane = 'reply' and worker is null) as waiting`
  return capacity!
}

const LAST_REPLIES = 20

/**
 * @returns the average milliseconds that a worker took for the organization's last 20 completed
 *   replies; null: no reply was completed
 */
export async function readReplyTime(db: Db, organizationId: string): Promise<number | null> {
  const [last] = await sql<{ run_ms: number | null }>(db)`
    select avg(run_ms) as run_ms from (
      select run_ms from jobs
       where organization_id = ${organizationId} and lane = 'reply' and outcome = 'completed'
       order by created_at desc limit ${LAST_REPLIES}) last`
  return last!.run_ms
}
