import { readConfig } from '../shared/config.ts'
import { makeDb } from '../shared/db.ts'
import { makeLog } from '../shared/log.ts'
import { migrateQueue } from '../shared/queue.ts'

/** Brings the database up to date: the release step of a deployment. Safe to run again, and from two places at once. */
const config = readConfig()
const log = makeLog('release', config)
const db = makeDb(config.DATABASE_URL, 2)
try {
  const [, done] = await db.migrate.latest()
  await migrateQueue(config, log)
  log.info({ done }, 'the database is up to date')
} catch (error) {
  log.debug({ err: error }, 'the migration failed')
  console.error(`The database could not be brought up to date: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await db.destroy()
}
