import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { MetricsText } from '../lib/observability/metrics.ts'

/**
 * Seconds for which the last figures of a stopped worker are reported: longer than Prometheus's
 * default scrape interval, a minute.
 */
const REPORTED_SECONDS = 90

/** A worker's report on itself. */
export interface Heartbeat {
  name: string
  lane: string
  /** Parley's version. */
  version: string
  /** The most jobs that the worker runs at a time; 0: it is stopping and takes no more jobs. */
  slots: number
  /** The number of jobs that the worker is running. */
  busy: number
  /** The worker's metrics; undefined: metrics are off. */
  figures?: MetricsText | undefined
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

/** The metrics of a worker at its last heartbeat. */
export interface WorkerMetrics {
  lane: string
  /** Whether the worker takes jobs. */
  working: boolean
  /** null: the worker's metrics are off. */
  figures: MetricsText | null
}

/**
 * Reads the metrics of living workers, and of workers that stopped in the last 90 seconds.
 * @param aliveMs milliseconds for which a worker counts as alive after its last heartbeat
 */
export async function readWorkerMetrics(db: Db, aliveMs: number): Promise<WorkerMetrics[]> {
  return sql<WorkerMetrics>(db)`
    select lane, slots > 0 as working, figures from workers
     where seen_at > now() - make_interval(secs => ${aliveMs / 1000})
        or (slots = 0 and seen_at > now() - make_interval(secs => ${REPORTED_SECONDS}))
     order by lane, name`
}

/** Deletes workers whose last heartbeat is more than an hour old. */
export async function deleteDeadWorkers(db: Db): Promise<void> {
  await sql(db)`delete from workers where seen_at < now() - interval '1 hour'`
}

/** The living workers of a lane that take jobs. */
export interface WorkersAlive {
  lane: string
  /** The number of workers. */
  alive: number
  /** The slots of all these workers together. */
  slots: number
  /** The distinct versions of Parley that these workers run. */
  versions: string[]
  /** The latest heartbeat of any of them. */
  seen_at: Date
}

/**
 * Counts the workers of each lane. Lanes without a worker are left out.
 * @param aliveMs milliseconds for which a worker counts as alive after its last heartbeat
 */
export async function countWorkers(db: Db, aliveMs: number): Promise<WorkersAlive[]> {
  return sql<WorkersAlive>(db)`
    select lane, count(*)::int as alive, sum(slots)::int as slots, max(seen_at) as seen_at,
           array_agg(distinct version order by version) as versions
      from workers where seen_at > now() - make_interval(secs => ${aliveMs / 1000}) and slots > 0
     group by lane`
}

/**
 * Whether a worker of the lane on this host has sent a heartbeat in the last `aliveMs`
 * milliseconds, even if it is stopping. A worker's name begins with the name of its host. `for key
 * share` makes the query fail on a read-only database, which gets no heartbeats and would report
 * every worker as dead.
 */
export async function isWorkerAlive(
  db: Db,
  host: string,
  lane: string,
  aliveMs: number,
): Promise<boolean> {
  const found = await sql(db)`
    select from workers
     where lane = ${lane} and starts_with(name, ${`${host}:`})
       and seen_at > now() - make_interval(secs => ${aliveMs / 1000})
     limit 1 for key share`
  return found.length > 0
}
