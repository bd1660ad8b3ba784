import about from '../package.json' with { type: 'json' }
import type { Db } from '../shared/db.ts'
import type { Log } from '../shared/log.ts'
import { readFigures } from '../shared/metrics.ts'
import { beat, forgetWorker, type Heartbeat } from '../shared/store/workers.ts'

const EVERY_MS = 5_000

/**
 * Says that the worker is alive and what it counts, at once and every 5 s, however many jobs it does meanwhile.
 * @param busy how many it works on now
 * @returns takes it back. Neither rejects: whoever is not heard of counts as dead after a while
 */
export function keepBeating(
  { db, log }: { db: Db; log: Log },
  worker: Omit<Heartbeat, 'version' | 'busy' | 'figures'>,
  busy: () => number,
): () => Promise<void> {
  let beating: Promise<void> | undefined
  const say = () => {
    beating ??= readFigures()
      .then((figures) => beat(db, { ...worker, version: about.version, busy: busy(), figures }))
      .catch((error) =>
        log.warn({ lane: worker.lane, err: error }, 'could not say that this worker is alive'),
      )
      .finally(() => {
        beating = undefined
      })
  }
  say()
  const timer = setInterval(say, EVERY_MS)
  return async () => {
    clearInterval(timer)
    // One on its way would bring the worker back.
    await beating
    await forgetWorker(db, worker).catch((error) =>
      log.warn({ lane: worker.lane, err: error }, 'could not say that this worker stops'),
    )
  }
}
