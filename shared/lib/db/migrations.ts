import knex, { type Knex } from 'knex'
import pg from 'pg'
import * as repeatable from '../../../migrations/repeatable/index.ts'
import { TIMES } from '../config/times.ts'
import { limitSession } from './connection.ts'
import { withDb } from './db.ts'
import { FOLDER, files, nameOf, readState } from './migrationState.ts'

/** The key of the advisory lock by which a second release waits for the first. */
const RELEASE = 7_025_103

/** knex's settings for running migrations. */
export function knexConfig(databaseUrl: string): Knex.Config {
  return {
    client: 'pg',
    connection: connectionTo(databaseUrl),
    pool: { min: 0, max: 2 },
    acquireConnectionTimeout: TIMES.connectMs,
    // Without this, knex would print to the console and bypass our log. It also throws these
    // errors.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    migrations: {
      // A newer version, earlier functions and the migrations before the baseline have rows without
      // a file.
      disableMigrationsListValidation: true,
      migrationSource: {
        getMigrations: async () => files(),
        getMigrationName: nameOf,
        getMigration: async (file: string) =>
          file === repeatable.REPEATABLE_NAME ? repeatable : import(new URL(file, FOLDER).href),
      },
    },
  }
}

const silent = () => undefined

const connectionTo = (connectionString: string) => ({
  connectionString,
  application_name: 'parley',
  keepAlive: true,
  connectionTimeoutMillis: TIMES.connectMs,
})

/** @throws Error for a database that cannot store or compare the texts of most languages */
async function requireUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_encoding') as encoding")
  if (rows[0].encoding !== 'UTF8')
    throw new Error(
      `The database's encoding is ${rows[0].encoding}, and must be UTF8. Create another one (create database NAME encoding 'UTF8' template template0), and restore a dump of this one there if it is in use.`,
    )
}

/**
 * Runs the pending migrations one at a time, so that the locks of each migration end before the
 * next migration starts. The repeatable migration runs last, if a function or trigger has changed.
 * @param lockMs milliseconds that a statement waits for a lock; 0: without a limit
 * @returns the names of the migrations that ran
 * @throws what a migration throws; the migrations before it stay applied
 */
export async function migrate(databaseUrl: string, lockMs = 0): Promise<string[]> {
  const limit = limitSession({ statement_timeout: 0, lock_timeout: lockMs })
  const { pool, ...config } = knexConfig(databaseUrl)
  // Returns nothing: Node 24 warns of a function that takes a callback and returns a promise
  // (DEP0174).
  const afterCreate = (client: pg.Client, done: (error?: Error) => void) => {
    limit(client).then(() => done(), done)
  }
  const migrator = knex({ ...config, pool: { ...pool, afterCreate } })
  const holder = new pg.Client(connectionTo(databaseUrl))
  // Without a listener, a broken connection would end the process. With it, only the connection's
  // next statement fails.
  holder.on('error', silent)
  try {
    await holder.connect()
    await limit(holder)
    await requireUtf8(holder)
    await holder.query(`select pg_advisory_lock(${RELEASE})`)
    // knex's own lock is a row, which a killed release leaves behind. Our lock proves that no other
    // release runs.
    const { applied, isReplaced, unknown } = await withDb(databaseUrl, readState)
    if (applied.length > 0) await migrator.migrate.forceFreeMigrationsLock()
    // The code went back to an earlier text of the functions. If a newer version has migrated, its
    // functions stay.
    if (isReplaced && unknown.length === 0)
      await migrator('knex_migrations').where({ name: repeatable.REPEATABLE_NAME }).delete()
    const done: string[] = []
    for (;;) {
      const [, names] = await migrator.migrate.up()
      if (names.length === 0) return done
      done.push(...names)
    }
  } finally {
    await holder.query(`select pg_advisory_unlock(${RELEASE})`).catch(silent)
    await Promise.all([holder.end(), migrator.destroy()])
  }
}
