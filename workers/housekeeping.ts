import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import type { Log } from '../shared/log.ts'
import { deleteOldKeys } from '../shared/store/idempotency.ts'
import { deleteOldAnalytics } from '../shared/store/recording.ts'

/** How often each worker looks for what is past its time. Several that look at once do no harm. */
const EVERY_MS = 15 * 60_000

interface Chore {
  name: string
  do: (db: Db, config: Config) => Promise<void>
}

const CHORES: Chore[] = [
  { name: 'delete old idempotency keys', do: deleteOldKeys },
  { name: 'delete old analytics', do: deleteOldAnalytics },
]

/** Starts the chores. @returns stops them */
export function keepHouse(db: Db, config: Config, log: Log): () => Promise<void> {
  let working = Promise.resolve()
  const round = async () => {
    for (const chore of CHORES)
      await chore
        .do(db, config)
        .catch((error) => log.warn({ chore: chore.name, err: error }, 'a chore could not be done'))
  }
  const timer = setInterval(() => {
    working = working.then(round)
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return working
  }
}
