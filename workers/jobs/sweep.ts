import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { pingDatabase } from '../../shared/lib/db/health.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

interface SweepDeps {
  db: Db
  log: Log
  times: Times
}

/**
 * Sweeps every `times.sweepMs` milliseconds while the worker runs. For `times.afterOutageMs` after
 * PostgreSQL was away or slow, it takes over no leases: they may have expired only because of
 * that.
 * @param sweep as `Slots.sweep`
 * @returns a function that stops it and waits for a running sweep
 */
export function startSweep(
  sweep: (takeOver: boolean) => Promise<boolean>,
  { db, log, times }: SweepDeps,
): () => Promise<void> {
  let stopped = false
  let away = false
  let mayTakeOverAt = 0
  let timer: NodeJS.Timeout
  let sweeping = Promise.resolve()
  const wasAway = () => {
    mayTakeOverAt = Date.now() + times.afterOutageMs
  }

  async function sweepOnce(): Promise<void> {
    try {
      if (away) {
        await pingDatabase(db)
        away = false
        wasAway()
      }
      if (!(await sweep(Date.now() >= mayTakeOverAt))) wasAway()
    } catch (error) {
      away = true
      log.warn({ err: error }, 'the sweep failed')
    }
  }

  function sweepLater(): void {
    timer = setTimeout(() => {
      sweeping = sweepOnce().then(() => {
        if (!stopped) sweepLater()
      })
    }, times.sweepMs)
  }

  sweepLater()
  return () => {
    stopped = true
    clearTimeout(timer)
    return sweeping
  }
}
