import type { Db } from '../lib/db/db.ts'
import { preparedText, sqlText } from '../lib/db/statements.ts'
import { LANE_NAMES, type Lane } from '../lib/jobs.ts'
import { isHeld, OLDEST_WAIT } from './openJobs.ts'

/** Minutes over which waiting times are reported. */
export const WAIT_MINUTES = 15

/** The state of an organization's jobs in a lane. */
export interface LaneState {
  lane: string
  /** Jobs that no worker holds, including those that are to be tried again later. */
  waiting: number
  running: number
  /**
   * Seconds for which a worker could have taken the job that has waited longest; null: no job can
   * be taken.
   */
  oldest_wait_seconds: number | null
  /**
   * The 95th percentile of the milliseconds from when a worker could have taken a job until a
   * worker took it, over the last `WAIT_MINUTES`; null: no attempt ended in that time.
   */
  wait_p95_ms: number | null
}

/** Reads the state of each lane. */
export async function readLanes(db: Db, organizationId: string): Promise<LaneState[]> {
  return sqlText<LaneState>(db, LANE_NAMES.map(stateOf).join(' union all '), { organizationId })
}

const stateOf = (lane: string) => `
  select '${lane}' as lane, (count(*) filter (where not ${isHeld('j')}))::int as waiting,
         (count(*) filter (where ${isHeld('j')}))::int as running, ${OLDEST_WAIT} as oldest_wait_seconds,
         (select percentile_cont(0.95) within group (order by wait_ms) from jobs
           where organization_id = :organizationId and lane = '${lane}'
             and created_at > now() - interval '${WAIT_MINUTES} minutes') as wait_p95_ms
    from open_jobs j where j.lane = '${lane}' and j.organization_id = :organizationId`

/**
 * Finds ids that have neither an open job nor a row in the lane's table, because they were deleted
 * or a failover lost them. The ids come from requests that wait in this process. Their access was
 * checked already, so the organization is not checked again.
 */
export async function findGone(
  db: Db,
  { name, table }: Lane,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await preparedText<{ id: string }>(
    db,
    `select waiting.id from unnest(:ids::uuid[]) as waiting (id)
      where (select j.id from open_jobs j where j.lane = :lane and j.id = waiting.id) is null
        and (select r.id from ${table} r where r.id = waiting.id) is null`,
    { ids, lane: name },
  )
  return rows.map(({ id }) => id)
}
