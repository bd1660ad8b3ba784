import { readdirSync } from 'node:fs'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { TIMES } from '../config/times.ts'
import { limitSession } from './connection.ts'
import { type Db, withDb } from './db.ts'
import { sql } from './statements.ts'

/** Makes a second release at the same time wait for the first. */
const RELEASE = 7_025_103

/** A database that knows of migrations which this code has not is a newer one's: after a step back, it is left as it is. */
const AS_IT_IS = { disableMigrationsListValidation: true }

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Migrations are named without their extension, so that those that ran as TypeScript are known as done when the
 * built JavaScript runs, and the other way round.
 */
const nameOf = (file: string) => file.replace(/\.[jt]s$/, '')

const files = () =>
  readdirSync(FOLDER)
    .filter((file) => /^\d+_\w+\.[jt]s$/.test(file))
    .sort()

/** The settings of knex, which runs the migrations and nothing else. */
export function knexConfig(databaseUrl: string): Knex.Config {
  return {
    client: 'pg',
    connection: connectionTo(databaseUrl),
    pool: { min: 0, max: 2 },
    acquireConnectionTimeout: TIMES.connectMs,
    // knex would print past our log; it throws the same errors.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    migrations: {
      migrationSource: {
        getMigrations: async () => files(),
        getMigrationName: nameOf,
        getMigration: (file: string) => import(new URL(file, FOLDER).href),
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

/**
 * Runs the migrations that have not run, each in a transaction of its own, so that none holds what it locked while the
 * next one works.
 * @param lockMs milliseconds that a statement waits for a table that others use; 0: for ever
 * @returns the names of those that ran
 * @throws what a migration throws; those before it stay done
 */
export async function migrate(databaseUrl: string, lockMs = 0): Promise<string[]> {
  const limit = limitSession({ statement_timeout: 0, lock_timeout: lockMs })
  const { pool, ...config } = knexConfig(databaseUrl)
  const afterCreate = (client: pg.Client, done: (error?: Error) => void) =>
    limit(client).then(() => done(), done)
  const migrator = knex({ ...config, pool: { ...pool, afterCreate } })
  const holder = new pg.Client(connectionTo(databaseUrl))
  // Without a listener, a connection that breaks would end the process. Its next statement fails.
  holder.on('error', silent)
  try {
    await holder.connect()
    await limit(holder)
    await holder.query(`select pg_advisory_lock(${RELEASE})`)
    // knex marks in a table that it works, and a release that was killed may leave the mark. Nobody else works now.
    const { applied } = await withDb(databaseUrl, readState)
    if (applied.length > 0) await migrator.migrate.forceFreeMigrationsLock()
    const done: string[] = []
    for (;;) {
      const [, names] = await migrator.migrate.up(AS_IT_IS)
      if (names.length === 0) return done
      done.push(...names)
    }
  } finally {
    await holder.query(`select pg_advisory_unlock(${RELEASE})`).catch(silent)
    await Promise.all([holder.end(), migrator.destroy()])
  }
}

export interface MigrationState {
  applied: string[]
  /** Migrations that this code has and the database lacks. */
  pending: string[]
  /** Migrations that the database has and this code lacks: a newer version has run. */
  unknown: string[]
}

export async function readState(db: Db): Promise<MigrationState> {
  const known = files().map(nameOf)
  const [found] = await sql<{ there: boolean }>(
    db,
  )`select to_regclass('knex_migrations') is not null as there`
  const rows = found!.there
    ? await sql<{ name: string }>(db)`select name from knex_migrations order by id`
    : []
  const applied = rows.map(({ name }) => name)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
