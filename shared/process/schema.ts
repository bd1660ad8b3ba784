import { setTimeout as sleep } from 'node:timers/promises'
import { shareRunning } from '../lib/async/shareRunning.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { isForbidden } from '../lib/db/failures.ts'
import { readState, UPGRADE_FIRST } from '../lib/db/migrationState.ts'
import type { Log } from '../lib/observability/log.ts'
import { hasQueueTables } from '../lib/queue/queue.ts'

/**
 * Watches whether the release step of this version has run. A database that a newer version has
 * migrated counts, too.
 */
export interface SchemaWatch {
  /**
   * Whether the last look found the database complete. After that, the database is not looked at
   * again.
   */
  isComplete(): boolean
  /**
   * Looks at the database, at most once every `times.schemaMs`.
   * @returns a sentence that says what the database lacks, and what to do; undefined: it is
   *   complete
   * @throws pg's error, if the database cannot be read
   */
  problem(): Promise<string | undefined>
}

export function watchSchema(
  db: Db,
  config: Pick<Config, 'REDIS_URL' | 'times'>,
  log: Log,
): SchemaWatch {
  let complete = false
  let found: string | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  const look = shareRunning(async () => {
    found = await findProblem(db, config).catch((error) => {
      if (!isForbidden(error)) throw error
      // The database's owner has granted this user Parley's tables only. Such a set-up must go on
      // working.
      log.warn({ err: error }, 'this user may not read which migrations have run')
      return undefined
    })
    lookedAt = performance.now()
    complete = found === undefined
    return found
  })

  return {
    isComplete: () => complete,
    async problem() {
      const isFresh = complete || performance.now() - lookedAt < config.times.schemaMs
      return isFresh ? found : look('')
    },
  }
}

async function findProblem(db: Db, config: Pick<Config, 'REDIS_URL'>): Promise<string | undefined> {
  const { applied, isTooOld, pending } = await readState(db)
  if (applied.length === 0) return 'The database has no tables: run the release step.'
  if (isTooOld) return UPGRADE_FIRST
  const run = 'run the release step, node dist/cli/migrate.js.'
  if (pending.length === 1) return `The database lacks migration ${pending[0]}: ${run}`
  if (pending.length > 1)
    return `The database lacks ${pending.length} migrations, from ${pending[0]} on: ${run}`
  if (!(await hasQueueTables(db, config))) return `The database lacks tables of the queue: ${run}`
  return undefined
}

/**
 * Waits until the database can be read and is complete. Logs each problem once.
 * @returns false if `signal` was aborted before
 */
export async function untilMigrated(
  schema: SchemaWatch,
  { log, everyMs, signal }: { log: Log; everyMs: number; signal: AbortSignal },
): Promise<boolean> {
  let said: string | undefined
  const say = (details: object, words: string) => {
    if (said !== words) log.warn(details, words)
    said = words
  }
  while (!signal.aborted) {
    try {
      const problem = await schema.problem()
      if (!problem) return !signal.aborted
      say({}, `${problem} This worker takes no jobs until then.`)
    } catch (error) {
      say(
        { err: error },
        'the database cannot be asked whether it is migrated; no job is taken until then',
      )
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
  return false
}
