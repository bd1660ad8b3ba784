import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Stores the results of a run as `bench/results/<name>.json`. */
export function storeResults(name: string, results: object): void {
  mkdirSync('bench/results', { recursive: true })
  const report = { measured_at: new Date().toISOString(), ...results }
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
}

/** Returns the results that the last run stored. */
export const storedResults = (name: string): object =>
  JSON.parse(readFileSync(`bench/results/${name}.json`, 'utf8'))
