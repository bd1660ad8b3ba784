import type { Db } from '../../db/db.ts'
import { preparedText, sqlText } from '../../db/statements.ts'
import { LANE_NAMES, type Lane } from '../../jobs.ts'
import { isHeld, OLDEST_WAIT } from './openJobs.ts'

/** The period, in minutes, over which waiting times are reported. */
export const WAIT_MINUTES = 15

/** The state of an organization's own work in a lane. */
export interface LaneState {
  lane: string
  /** Rows that no worker holds; also those to be tried again later. */
  waiting: number
  running: number
  /** Since the longest waiting could have been taken by a worker; null: none could. */
  oldest_wait_seconds: number | null
  /** The time from when a worker could have taken rows until one did; null: no job ended in the period. */
  wait_p95_ms: number | null
}

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
 * Those of the ids that are neither unfinished nor there: they were deleted, or a failover lost them. The ids come from who waits in this
 * process.
 */
export async function findGone(db: Db, { name, table }: Lane, ids: readonly string[]): Promise<string[]> {
  const rows = await preparedText<{ id: string }>(
    db,
    `select waiting.id from unnest(:ids::uuid[]) as waiting (id)
      where (select j.id from open_jobs j where j.lane = :lane and j.id = waiting.id) is null
        and (select r.id from ${table} r where r.id = waiting.id) is null`,
    { ids, lane: name },
  )
  return rows.map(({ id }) => id)
}
