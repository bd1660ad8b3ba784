import { type Db, sql } from '../db.ts'
import { LANES, type Lane } from '../jobs.ts'
import type { Figures } from '../metrics.ts'
import { TABLES } from './claims.ts'
import { ALIVE_SECONDS } from './workers.ts'

/** How a lane's queue stands, of all organizations. */
export interface QueueState {
  lane: Lane
  /** Rows that no worker holds; also those to be tried again later. */
  waiting: number
  running: number
  /** Since the longest waiting of them was due; 0: none is due. */
  oldest_wait_seconds: number
}

/** Reads what is unfinished, of which there is as much as MAX_QUEUED lets in and the workers hold. */
export async function readQueues(db: Db): Promise<QueueState[]> {
  const { rows } = await db.raw(LANES.map(stateOf).join(' union all '))
  return rows
}

/** A lease that ran out is held by nobody. */
const stateOf = (lane: Lane) => `
  select '${lane}' as lane, count(*) filter (where not held)::int as waiting, count(*) filter (where held)::int as running,
         coalesce(greatest(0, extract(epoch from now() - min(queued_at) filter (where not held))), 0)::float8
           as oldest_wait_seconds
    from (select queued_at, status = 'processing' and wake_at > now() as held from ${TABLES[lane].table}
           where wake_at is not null) r`

/** What each worker that is alive counted, as of its last heartbeat; and how many there are. */
export async function readWorkerFigures(db: Db): Promise<{ lane: Lane; figures: Figures | null }[]> {
  return sql<{ lane: Lane; figures: Figures | null }>(db)`
    select lane, figures from workers where seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
     order by lane, name`
}
