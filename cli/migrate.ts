import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../shared/lib/config/config.ts'
import { withDb } from '../shared/lib/db/db.ts'
import { isLockTimeout } from '../shared/lib/db/failures.ts'
import { turnOffJit } from '../shared/lib/db/jit.ts'
import { readState } from '../shared/lib/db/migrationState.ts'
import { migrate } from '../shared/lib/db/migrations.ts'
import { makeLog } from '../shared/lib/observability/log.ts'
import { migrateQueue } from '../shared/lib/queue/queue.ts'

/**
 * Milliseconds that a migration waits for a table that others use. Later statements queue behind
 * the migration, so behind one long query it would block everything. It gives up, lets them pass
 * and tries again. Shorter than `deadlock_timeout` (1 s), so PostgreSQL never cancels a customer's
 * statement for a migration.
 */
const LOCK_MS = 800
const PAUSE_MS = 2_000
const TRIES = 45

/**
 * Brings the database up to date: the release step of a deployment. Safe to run again, and from two
 * places at once.
 */
const config = readConfig()
const log = makeLog('release', config)

async function whenFree<Done>(work: () => Promise<Done>): Promise<Done> {
  for (let left = TRIES - 1; ; left--)
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || left === 0) throw error
      log.warn({ err: error, left }, 'a table is in use, or another release runs: trying again')
      await sleep(PAUSE_MS)
    }
}

try {
  const done = await whenFree(() => migrate(config.DATABASE_URL, LOCK_MS))
  await whenFree(() => migrateQueue(config, log, LOCK_MS))
  // Only sessions behind a pooler need this.
  await turnOffJit(config.DATABASE_URL).catch((error) =>
    log.warn(
      { err: error },
      'jit could not be turned off for the role: npm run doctor says whether it matters',
    ),
  )
  const { unknown } = await withDb(config.DATABASE_URL, readState)
  if (unknown.length > 0)
    log.warn({ unknown }, 'a newer version has migrated this database; it stays as it is')
  log.info({ done }, 'the database is up to date')
} catch (error) {
  log.debug({ err: error }, 'the migration failed')
  const hint = isLockTimeout(error) ? '. Somebody holds a table for long: see pg_stat_activity' : ''
  console.error(`The database could not be brought up to date: ${(error as Error).message}${hint}`)
  process.exitCode = 1
}
