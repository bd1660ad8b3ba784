import type { Db } from '../db.ts'
import { LANES, type Lane } from '../jobs.ts'
import { oldestWait, unfinished } from './due.ts'

/** How a lane's queue stands, of all organizations. */
export interface QueueState {
  lane: Lane
  /** Rows that no worker holds; also those to be tried again later. */
  waiting: number
  running: number
  /** Since a worker could have taken the longest waiting; 0: none could. */
  oldest_wait_seconds: number
}

/** Reads what is unfinished, of which there is as much as MAX_QUEUED lets in and the workers hold. */
export async function readQueues(db: Db): Promise<QueueState[]> {
  const { rows } = await db.raw(LANES.map(stateOf).join(' union all '))
  return rows
}

const stateOf = (lane: Lane) => `
  select '${lane}' as lane, count(*) filter (where not held)::int as waiting, count(*) filter (where held)::int as running,
         coalesce(${oldestWait(lane)}, 0) as oldest_wait_seconds
    from ${unfinished(lane)}`
