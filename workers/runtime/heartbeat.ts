import about from '../../package.json' with { type: 'json' }
import type { Db } from '../../shared/db/db.ts'
import type { Log } from '../../shared/observability/log.ts'
import { readFigures } from '../../shared/observability/metrics.ts'
import { beat, type Heartbeat } from '../../shared/store/queue/workers.ts'

/** Its functions never reject: a worker that cannot report counts as dead after a while. */
export interface Heart {
  /** Says that the worker takes no more jobs, and goes on while it ends those that it has. */
  windDown(): Promise<void>
  /** Says its last figures. */
  stop(): Promise<void>
}

/** Says that the worker is alive and what it counts, at once and every `everyMs`, however many jobs it does meanwhile. */
export function keepBeating(
  { db, log, everyMs }: { db: Db; log: Log; everyMs: number },
  { name, lane }: Pick<Heartbeat, 'name' | 'lane'>,
  state: () => Pick<Heartbeat, 'slots' | 'busy'>,
): Heart {
  let beating: Promise<void> | undefined
  const say = () => {
    beating ??= readFigures()
      .then((figures) => beat(db, { name, lane, version: about.version, ...state(), figures }))
      .catch((error) => log.warn({ lane, err: error }, 'could not say how this worker is'))
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
