import type { ReadRelayLag } from '../../shared/events/relayLag.ts'
import { readQueues } from '../../shared/jobs/queueTotals.ts'
import { readWorkerMetrics } from '../../shared/jobs/workers.ts'
import { withTimeout } from '../../shared/lib/async/withTimeout.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { LANE_NAMES } from '../../shared/lib/jobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { gaugesAsText, type MetricsText } from '../../shared/lib/observability/metrics.ts'

/** Milliseconds, well below the 10 s that Prometheus waits. */
const READ_MS = 3_000

/** Reads the metrics of the whole service: queue and workers; empty while PostgreSQL is down. */
export type ReadFleet = () => Promise<MetricsText[]>

export function makeReadFleet(
  db: Db,
  log: Log,
  { fleetTtlMs, aliveMs }: Times,
  readRelayLag: ReadRelayLag,
): ReadFleet {
  let latest: Promise<MetricsText[]> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<MetricsText[]> {
    const [queues, workers, oldestEvent] = await Promise.all([
      ...([readQueues(db), readWorkerMetrics(db, aliveMs), readRelayLag()] as const),
    ])
    const alive = LANE_NAMES.map((lane) => ({
      lane,
      workers: workers.filter((worker) => worker.lane === lane && worker.working).length,
    }))
    return [
      gaugesAsText({
        parley_queue_depth: queues.map(({ lane, waiting }) => [{ lane }, waiting]),
        parley_queue_running: queues.map(({ lane, running }) => [{ lane }, running]),
        parley_queue_oldest_wait_seconds: queues.map(({ lane, oldest_wait_seconds }) => [
          { lane },
          oldest_wait_seconds,
        ]),
        parley_events_oldest_wait_seconds: [[{}, oldestEvent]],
        parley_workers: alive.map(({ lane, workers }) => [{ lane }, workers]),
      }),
      ...workers.flatMap(({ figures }) => (figures ? [figures] : [])),
    ]
  }

  return () => {
    if (latest && performance.now() - readAt < fleetTtlMs) return latest
    readAt = performance.now()
    latest = withTimeout(read(), READ_MS, () => new Error(`no answer within ${READ_MS} ms`)).catch(
      (error) => {
        log.warn({ err: error }, 'could not read the figures of the queue and the workers')
        return []
      },
    )
    return latest
  }
}
