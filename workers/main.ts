import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { environment, misspeltSettings, readConfig, renamedSettings } from '../shared/config/config.ts'
import { makeDb } from '../shared/db/db.ts'
import { makeLog } from '../shared/observability/log.ts'
import { startMetrics } from '../shared/observability/metrics.ts'
import { startTracing, stopTracing } from '../shared/observability/tracing.ts'
import { onShutdown } from '../shared/process/shutdown.ts'
import { checkBeforeStart } from '../shared/process/startChecks.ts'
import { WORKER_LANES } from './lanes.ts'
import { startWorker } from './worker.ts'

const lane = WORKER_LANES.find(({ name }) => name === process.argv[2])
if (!lane) {
  process.stderr.write(`usage: node dist/workers/main.js ${WORKER_LANES.map((one) => one.name).join('|')}\n`)
  process.exit(2)
}

const config = readConfig()
const log = makeLog(lane.process, config)
for (const slip of misspeltSettings(environment())) log.warn(slip, 'there is no such setting, it is ignored')
for (const old of renamedSettings(environment()))
  log.warn(old, 'this setting has a new name; the old one works for one version more')
const db = makeDb(
  config.DATABASE_URL,
  config.DATABASE_POOL,
  config.DATABASE_TIMEOUT_SECONDS,
  config.DATABASE_PREPARE,
  config.times,
)
await checkBeforeStart(db, config, log)
const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
if (config.OTEL_EXPORTER_OTLP_ENDPOINT)
  await startTracing(`parley-${lane.process}`, (problem) =>
    log.warn({ problem }, 'OpenTelemetry reports a problem'),
  )
if (config.METRICS_TOKEN) await startMetrics({ process: `worker-${lane.name}`, worker: name })
const worker = startWorker({ lane, config, db, log, name })
onShutdown(log, config, async () => {
  await worker.stop(config.SHUTDOWN_SECONDS * 1000)
  await db.destroy()
  await stopTracing(config.times.closeMs)
})
// Logged last: whoever reads this line may send a signal at once, which must find its handler.
log.info({ lane: lane.name, name, model: config.LLM_MODEL }, 'working')
