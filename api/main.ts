import './enoughHeap.ts'
import { environment, misspeltSettings, readConfig } from '../shared/lib/config/config.ts'
import { makeDb } from '../shared/lib/db/db.ts'
import { makeLog } from '../shared/lib/observability/log.ts'
import { startMetrics } from '../shared/lib/observability/metrics.ts'
import { startTracing, stopTracing } from '../shared/lib/observability/tracing.ts'
import { collectStart } from '../shared/process/collectStart.ts'
import { onShutdown } from '../shared/process/shutdown.ts'
import { checkBeforeStart } from '../shared/process/startChecks.ts'
import { startServer } from './server.ts'

const config = readConfig()
const log = makeLog('api', config)
for (const slip of misspeltSettings(environment()))
  log.warn(slip, 'there is no such setting, it is ignored')
if (config.OTEL_EXPORTER_OTLP_ENDPOINT)
  await startTracing('parley-api', (problem) =>
    log.warn({ problem }, 'OpenTelemetry reports a problem'),
  )
if (config.METRICS_TOKEN) await startMetrics({ process: 'api' })
const db = makeDb(
  config.DATABASE_URL,
  config.DATABASE_POOL,
  config.DATABASE_TIMEOUT_SECONDS,
  config.DATABASE_PREPARE,
  config.times,
)
await checkBeforeStart(db, config, log)
const server = await startServer({ config, db, log })

onShutdown(log, config, async () => {
  await server.stop(config.SHUTDOWN_SECONDS * 1000, config.DRAIN_SECONDS * 1000)
  await db.destroy()
  await stopTracing(config.times.closeMs)
})
await collectStart()
// Logged last: a supervisor may send SIGTERM as soon as it reads this line.
log.info({ port: server.port, queue: config.REDIS_URL ? 'redis' : 'postgres' }, 'listening')
