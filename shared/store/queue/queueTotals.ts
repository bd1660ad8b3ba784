import type { Db } from '../../db/db.ts'
import { sql, sqlText } from '../../db/statements.ts'
import { LANE_NAMES } from '../../jobs.ts'
import { isHeld, OLDEST_WAIT } from './openJobs.ts'

/** The state of a lane's queue, over all organizations. */
export interface QueueTotals {
  lane: string
  /** Rows that no worker holds; also those to be tried again later. */
  waiting: number
  running: number
  /** Since a worker could have taken the longest waiting; 0: none could. */
  oldest_wait_seconds: number
}

/** Reads what is unfinished, of which there is as much as MAX_QUEUED lets in and the workers hold. */
export async function readQueues(db: Db): Promise<QueueTotals[]> {
  return sqlText<QueueTotals>(db, LANE_NAMES.map(stateOf).join(' union all '))
}

const stateOf = (lane: string) => `
  select '${lane}' as lane, (count(*) filter (where not ${isHeld('j')}))::int as waiting,
         (count(*) filter (where ${isHeld('j')}))::int as running, coalesce(${OLDEST_WAIT}, 0) as oldest_wait_seconds
    from open_jobs j where j.lane = '${lane}'`

/** What the workers have for replies, and who shares it. */
export interface FleetCapacity {
  /** Slots of all workers that are alive. */
  slots: number
  /** Organizations that have replies waiting. */
  waiting: number
}

export async function readFleetCapacity(db: Db, aliveMs: number): Promise<FleetCapacity> {
  const [capacity] = await sql<FleetCapacity>(db)`
    select (select coalesce(sum(slots), 0)::int from workers
             where lane = 'reply' and seen_at > now() - make_interval(secs => ${aliveMs / 1000})) as slots,
           (select count(distinct organization_id)::int from open_jobs
             where lane = 'reply' and worker is null) as waiting`
  return capacity!
}

const LAST_REPLIES = 20

/** The average time that an organization's last replies took a worker, in milliseconds; null: it has none. */
export async function readReplyTime(db: Db, organizationId: string): Promise<number | null> {
  const [last] = await sql<{ run_ms: number | null }>(db)`
    select avg(run_ms) as run_ms from (
      select run_ms from jobs
       where organization_id = ${organizationId} and lane = 'reply' and outcome = 'completed'
       order by created_at desc limit ${LAST_REPLIES}) last`
  return last!.run_ms
}
