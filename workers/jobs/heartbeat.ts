import about from '../../package.json' with { type: 'json' }
import { type Heartbeat, recordHeartbeat } from '../../shared/jobs/workers.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { collectMetrics } from '../../shared/lib/observability/metrics.ts'

/** A worker's heartbeat. Its functions never reject. A worker that cannot report counts as dead. */
export interface Heart {
  /** Reports that the worker takes no more jobs, and keeps reporting until the last job ends. */
  windDown(): Promise<void>
  /** Reports the last figures, and stops. */
  stop(): Promise<void>
}

/**
 * Reports that the worker is alive, at once and every `everyMs` milliseconds.
 * @param beat.reports whether it also reports the metrics of the process
 */
export function startHeartbeat(
  { db, log, everyMs, reports }: { db: Db; log: Log; everyMs: number; reports: boolean },
  { name, lane }: Pick<Heartbeat, 'name' | 'lane'>,
  state: () => Pick<Heartbeat, 'slots' | 'busy'>,
): Heart {
  let beating: Promise<void> | undefined
  const say = () => {
    beating ??= Promise.resolve(reports ? collectMetrics() : undefined)
      .then((figures) =>
        recordHeartbeat(db, { name, lane, version: about.version, ...state(), figures }),
      )
      .catch((error) =>
        log.warn({ lane, err: error }, 'could not report the heartbeat of this worker'),
      )
      .finally(() => {
        beating = undefined
      })
    return beating
  }
  const sayAnew = async () => {
    await beating
    await say()
  }
  say()
  const timer = setInterval(say, everyMs)
  return {
    windDown: sayAnew,
    async stop() {
      clearInterval(timer)
      await sayAnew()
    },
  }
}
