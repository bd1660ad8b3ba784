import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { changeBreakers, takeTrials } from '../../shared/models/breakers.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'

interface SharingDeps {
  db: Db
  breakers: Breakers
  log: Log
  /** The longest time between two reads, in milliseconds. */
  everyMs: number
}

/**
 * Shares this worker's breakers with all other workers through a table. Writes each change at once,
 * and reads the changes of others every `everyMs` milliseconds. It needs no notifications, which
 * could be lost.
 * @returns a function that stops it and waits for a running statement
 */
export function startSharingBreakers({
  db,
  breakers,
  log,
  everyMs,
}: SharingDeps): () => Promise<void> {
  let stopped = false
  let isDue = false
  let timer: NodeJS.Timeout
  let syncing = Promise.resolve()

  async function sync(): Promise<void> {
    isDue = false
    let changes = breakers.takeChanges()
    try {
      if (changes.length > 0) await changeBreakers(db, changes)
      changes = []
      breakers.learn(await takeTrials(db))
    } catch (error) {
      breakers.returnChanges(changes)
      log.warn(
        { err: error },
        'could not share which models are down; this worker goes by its own calls',
      )
    }
    if (!isDue && !stopped) timer = setTimeout(syncSoon, everyMs)
  }

  function syncSoon(): void {
    if (isDue || stopped) return
    isDue = true
    clearTimeout(timer)
    syncing = syncing.then(sync)
  }

  breakers.share(syncSoon)
  syncSoon()
  return () => {
    stopped = true
    clearTimeout(timer)
    return syncing
  }
}
