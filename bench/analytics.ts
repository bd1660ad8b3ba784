import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import knex from 'knex'
import { startServer } from '../api/server.ts'
import { findPlace } from '../cli/local/paths.ts'
import { startPostgres } from '../cli/local/postgres.ts'
import { rollUpActivity } from '../shared/analytics/activityRollups.ts'
import { createApplication } from '../shared/applications/applications.ts'
import { loadConfig } from '../shared/lib/config/config.ts'
import { type Db, makeDb } from '../shared/lib/db/db.ts'
import { knexConfig } from '../shared/lib/db/migrations.ts'
import { makeLog } from '../shared/lib/observability/log.ts'
import { migrateQueue } from '../shared/lib/queue/queue.ts'
import { ensureOrganization } from '../shared/people/organizations.ts'
import { seedRequests } from './seed.ts'

/**
 * Measures how long the default view of each analytics route takes with many logged requests of one
 * organization: through HTTP, on an embedded PostgreSQL of its own.
 */
const ROWS = Number(process.argv[2] ?? 5_000_000)
const ROUTES = ['logs', 'endpoints', 'usage', 'keys', 'rate-limits', 'overview']
const WARM_UP = 2
const HOUR_MS = 3_600_000
const SAMPLES = 20

interface Result {
  scenario: string
  window: string
  route: string
  median_ms: number
  worst_ms: number
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(await findPlace(folder))
  const results: Result[] = []
  try {
    for (const hours of [24, 30 * 24]) {
      const measured = await measure(postgres.url, hours)
      console.table(measured)
      results.push(...measured)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  mkdirSync('bench/results', { recursive: true })
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  const report = {
    measured_at: new Date().toISOString(),
    machine,
    rows: ROWS,
    samples: SAMPLES,
    results,
  }
  writeFileSync('bench/results/analytics.json', `${JSON.stringify(report, null, 2)}\n`)
}

/**
 * Fills an empty database with requests of the last `hours`, and measures each route's default view
 * and slowest period.
 */
async function measure(url: string, hours: number): Promise<Result[]> {
  const config = loadConfig({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    API_HOURLY_LIMIT: '1000000',
  })
  const log = makeLog('bench', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' })
  const db = makeDb(url, 10)
  const migrator = knex(knexConfig(url))
  await migrator.migrate.rollback(undefined, true)
  await migrator.migrate.latest()
  await migrator.destroy()
  await migrateQueue(config, log)
  const headers = await makeClients(db, hours)
  // Other load on the machine distorts the figures, so it is printed.
  console.log(`load of the machine before: ${loadavg()[0]}`)
  const server = await startServer({ config, db, log })
  try {
    const results: Result[] = []
    for (const [window, query] of [
      ['default', ''],
      ['widest edge', `?from=${widestEdge()}`],
    ])
      for (const route of ROUTES) {
        const address = `http://127.0.0.1:${server.port}/analytics/${route}${query}`
        const times: number[] = []
        for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
          const begin = performance.now()
          const response = await fetch(address, { headers })
          await response.text()
          if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
          if (sample >= 0) times.push(performance.now() - begin)
        }
        times.sort((a, b) => a - b)
        const scenario = `${ROWS} in ${hours} h`
        const [median_ms, worst_ms] = [times[SAMPLES / 2]!, times.at(-1)!].map(Math.round) as [
          number,
          number,
        ]
        results.push({ scenario, window: window!, route, median_ms, worst_ms })
      }
    return results
  } finally {
    await server.stop(0)
    await db.destroy()
  }
}

/**
 * Returns a period from 24 to 23 hours ago that begins a minute after a full hour, so that 59
 * minutes are read from the logs.
 */
const widestEdge = () =>
  new Date(Math.floor(Date.now() / HOUR_MS - 22) * HOUR_MS - 59 * 60_000).toISOString()

/** @returns the credentials of an application of the organization */
async function makeClients(db: Db, hours: number): Promise<Record<string, string>> {
  const { id: organization_id } = await ensureOrganization(db, 'Bench')
  const clients = []
  for (let index = 1; index <= 5; index++)
    clients.push(
      await createApplication(db, {
        organization_id,
        name: `Application ${index}`,
        allowed_origins: [],
      }),
    )
  const begin = performance.now()
  await seedRequests(db, organization_id, ROWS, hours)
  await rollUpActivity(db, 300_000)
  console.log(
    `${ROWS} requests in ${hours} h made in ${Math.round((performance.now() - begin) / 1000)} s`,
  )
  return { 'X-API-Key': clients[0]!.application.client_id, 'X-API-Secret': clients[0]!.secret }
}

await bench()
