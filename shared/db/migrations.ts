import { type Db, knexConfig, sql } from './db.ts'

/** Makes a second release at the same time wait for the first. */
const RELEASE = 7_025_103

/** A database that knows of migrations which this code has not is a newer one's: after a step back, it is left as it is. */
const AS_IT_IS = { disableMigrationsListValidation: true }

/** Whether a statement waited for longer than it may, or for one that waited for it, which passes. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01')

/**
 * Runs the migrations that have not run, each in a transaction of its own, so that none holds what it locked while the
 * next one works.
 * @returns the names of those that ran
 * @throws what a migration throws; those before it stay done
 */
export async function migrate(db: Db): Promise<string[]> {
  const holder = await db.client.acquireConnection()
  try {
    await holder.query(`select pg_advisory_lock(${RELEASE})`)
    // knex marks in a table that it works, and a release that was killed may leave the mark. Nobody else works now.
    if ((await readState(db)).applied.length > 0) await db.migrate.forceFreeMigrationsLock()
    const done: string[] = []
    for (;;) {
      const [, names] = await db.migrate.up(AS_IT_IS)
      if (names.length === 0) return done
      done.push(...names)
    }
  } finally {
    await holder.query(`select pg_advisory_unlock(${RELEASE})`).catch(() => undefined)
    await db.client.releaseConnection(holder)
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
  const source = knexConfig('').migrations!.migrationSource!
  const known = ((await source.getMigrations([])) as string[]).map((file) => source.getMigrationName(file))
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
