import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'
import type { MetricFigures } from '../../observability/metrics.ts'

/** How long the last figures of a stopped worker are reported: over a minute, the longest scrape interval of Prometheus. */
const TOLD_SECONDS = 90

/** What a worker says of itself. */
export interface Heartbeat {
  name: string
  lane: string
  /** Parley's version. */
  version: string
  /** Jobs that it may work on at a time; 0: it stops, and takes no more. */
  slots: number
  /** Jobs that it works on. */
  busy: number
  /** Its metrics, if metrics are on. */
  figures?: MetricFigures | undefined
}

export async function recordHeartbeat(
  db: Db,
  { name, lane, version, slots, busy, figures }: Heartbeat,
): Promise<void> {
  await sql(db)`
    insert into workers (name, lane, version, slots, busy, figures)
    values (${name}, ${lane}, ${version}, ${slots}, ${busy}, ${figures ?? null})
    on conflict (name, lane) do update
      set version = excluded.version, slots = excluded.slots, busy = excluded.busy, figures = excluded.figures,
          seen_at = now()`
}

/** What each worker that is alive, or stopped a moment ago, counted as of its last heartbeat, and whether it takes jobs. */
export interface WorkerFigures {
  lane: string
  working: boolean
  /** Null: nobody asks for them. */
  figures: MetricFigures | null
}

export async function readWorkerFigures(db: Db, aliveMs: number): Promise<WorkerFigures[]> {
  return sql<WorkerFigures>(db)`
    select lane, slots > 0 as working, figures from workers
     where seen_at > now() - make_interval(secs => ${aliveMs / 1000})
        or (slots = 0 and seen_at > now() - make_interval(secs => ${TOLD_SECONDS}))
     order by lane, name`
}

/** Forgets those that ended, an hour later. */
export async function deleteDeadWorkers(db: Db): Promise<void> {
  await sql(db)`delete from workers where seen_at < now() - interval '1 hour'`
}

/** A lane's workers that are alive and take jobs, of the whole service. */
export interface WorkersAlive {
  lane: string
  alive: number
  slots: number
  /** Each once. */
  versions: string[]
  /** When a worker was last seen. */
  seen_at: Date
}

/** Lanes without such a worker are left out. */
export async function countWorkers(db: Db, aliveMs: number): Promise<WorkersAlive[]> {
  return sql<WorkersAlive>(db)`
    select lane, count(*)::int as alive, sum(slots)::int as slots, max(seen_at) as seen_at,
           array_agg(distinct version order by version) as versions
      from workers where seen_at > now() - make_interval(secs => ${aliveMs / 1000}) and slots > 0
     group by lane`
}

/**
 * Whether a worker of this lane on the host was seen in the last `aliveMs`, also one that stops. Its name begins with the host's. Locks what it finds: a
 * database that cannot be written to must not be asked who has written to it.
 */
export async function isWorkerAlive(db: Db, host: string, lane: string, aliveMs: number): Promise<boolean> {
  const found = await sql(db)`
    select from workers
     where lane = ${lane} and starts_with(name, ${`${host}:`})
       and seen_at > now() - make_interval(secs => ${aliveMs / 1000})
     limit 1 for key share`
  return found.length > 0
}
