import { hostname } from 'node:os'
import { withTimeout } from '../shared/lib/async/withTimeout.ts'
import { type Config, environment, loadConfig } from '../shared/lib/config/config.ts'
import type { Db } from '../shared/lib/db/db.ts'
import { LANE_NAMES } from '../shared/lib/jobs.ts'

/**
 * The health check of a container: exits with 0 while the process beside it works. Without an
 * argument it checks the API at `/health`. With lanes it checks that a worker of this host has
 * reported each of them within `aliveMs`. It ignores a database that is away, because restarting
 * the worker would not help.
 */
const CHECK_MS = 4_000

async function isApiAlive({ PORT }: { PORT: number }): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${PORT}/health`, {
    signal: AbortSignal.timeout(CHECK_MS),
  })
  return response.ok
}

async function isLaneAlive(
  lane: string,
  { DATABASE_URL, times }: Pick<Config, 'DATABASE_URL' | 'times'>,
): Promise<boolean> {
  // The check of the API needs neither module.
  const [{ withDb }, { isWorkerAlive }] = await Promise.all([
    import('../shared/lib/db/db.ts'),
    import('../shared/jobs/workers.ts'),
  ])
  const ask = (db: Db) => isWorkerAlive(db, hostname(), lane, times.aliveMs)
  const asking = withDb(DATABASE_URL, ask, CHECK_MS / 1000)
  try {
    return await withTimeout(asking, CHECK_MS, () => new Error(`no answer in ${CHECK_MS} ms`))
  } catch (error) {
    console.error(`The database cannot be asked: ${(error as Error).message}`)
    return true
  }
}

try {
  const lanes = process.argv.slice(2)
  if (!lanes.every((lane) => LANE_NAMES.includes(lane)))
    throw new Error(`usage: node dist/cli/alive.js [${LANE_NAMES.join('|')} …]`)
  const config = loadConfig(environment())
  const checks = lanes.length
    ? lanes.map((lane) => isLaneAlive(lane, config))
    : [isApiAlive(config)]
  process.exit((await Promise.all(checks)).every(Boolean) ? 0 : 1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
