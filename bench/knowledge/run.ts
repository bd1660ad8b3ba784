import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import knex from 'knex'
import { findPlace } from '../../cli/local/paths.ts'
import { startPostgres } from '../../cli/local/postgres.ts'
import { knexConfig } from '../../shared/lib/db/migrations.ts'
import { makeTestDb, type TestDb } from '../../test/support/product/testDb.ts'
import { makeDatabase, stopServers } from '../../test/support/servers/servers.ts'

/** Runs a bench on a database of its own, which is dropped afterwards. */
export async function onDatabase(
  bench: (db: TestDb, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const database = await makeDatabase()
  const db = makeTestDb(database.url, 2)
  try {
    await bench(db, database.url)
  } finally {
    await db.destroy()
    await database.drop()
    await stopServers()
  }
}

/**
 * Runs a bench on a PostgreSQL of its own, which waits for the disk at each commit.
 * @param bench takes the URL of a database with all tables, and the process id of the server
 */
export async function onOwnServer(
  bench: (url: string, postmaster: number) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(folder, 0o755)
  const place = await findPlace(folder)
  const postgres = await startPostgres(place)
  try {
    const migrator = knex(knexConfig(postgres.url))
    await migrator.migrate.latest()
    await migrator.destroy()
    const pidFile = readFileSync(join(place.home, 'data', 'postmaster.pid'), 'utf8')
    await bench(postgres.url, Number(pidFile.split('\n')[0]))
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores the results of a run as `bench/results/<name>.json`. */
export function storeResults(name: string, results: object): void {
  mkdirSync('bench/results', { recursive: true })
  const report = { measured_at: new Date().toISOString(), ...results }
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
}

/** Returns the results that the last run stored. */
export const storedResults = (name: string): object =>
  JSON.parse(readFileSync(`bench/results/${name}.json`, 'utf8'))
