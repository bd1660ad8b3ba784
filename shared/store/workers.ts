import { type Db, sql } from '../db.ts'
import type { Lane } from '../jobs.ts'

/** A worker counts as alive for this many seconds after it was last seen: four times as long as it takes to say so. */
export const ALIVE_SECONDS = 20

/** What a worker says of itself. */
export interface Heartbeat {
  name: string
  lane: Lane
  /** Of Parley. */
  version: string
  /** Jobs that it may work on at a time. */
  slots: number
  /** Jobs that it works on. */
  busy: number
}

export async function beat(db: Db, { name, lane, version, slots, busy }: Heartbeat): Promise<void> {
  await sql(db)`
    insert into workers (name, lane, version, slots, busy)
    values (${name}, ${lane}, ${version}, ${slots}, ${busy})
    on conflict (name, lane) do update
      set version = excluded.version, slots = excluded.slots, busy = excluded.busy, seen_at = now()`
}

/** For one that stops: it is not alive from now on. */
export async function forgetWorker(db: Db, { name, lane }: Pick<Heartbeat, 'name' | 'lane'>): Promise<void> {
  await sql(db)`delete from workers where name = ${name} and lane = ${lane}`
}

/** Forgets those that ended without a word, an hour later. */
export async function deleteDeadWorkers(db: Db): Promise<void> {
  await sql(db)`delete from workers where seen_at < now() - interval '1 hour'`
}

/** A lane's workers that are alive, of the whole service. */
export interface WorkersAlive {
  lane: Lane
  alive: number
  slots: number
  /** Each once. */
  versions: string[]
  /** When one of them was seen last. */
  seen_at: Date
}

/** Lanes without a worker that is alive are left out. */
export async function countWorkers(db: Db): Promise<WorkersAlive[]> {
  return sql<WorkersAlive>(db)`
    select lane, count(*)::int as alive, sum(slots)::int as slots, max(seen_at) as seen_at,
           array_agg(distinct version order by version) as versions
      from workers where seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})
     group by lane`
}
