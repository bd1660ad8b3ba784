import './enoughHeap.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { environment, misspeltSettings, readConfig } from '../shared/lib/config/config.ts'
import { makeDb } from '../shared/lib/db/db.ts'
import { makeLog } from '../shared/lib/observability/log.ts'
import { startMetrics } from '../shared/lib/observability/metrics.ts'
import { startTracing, stopTracing } from '../shared/lib/observability/tracing.ts'
import { collectStart } from '../shared/process/collectStart.ts'
import { untilMigrated, watchSchema } from '../shared/process/schema.ts'
import { onShutdown } from '../shared/process/shutdown.ts'
import { checkBeforeStart } from '../shared/process/startChecks.ts'
import { loadLanes, WORKER_LANE_NAMES } from './lanes.ts'
import { startWorker, type WorkerProcess } from './worker.ts'

const names = process.argv.slice(2)
const lanes = await loadLanes(names)
if (lanes.length === 0 || lanes.length < names.length) {
  process.stderr.write(`usage: node dist/workers/main.js ${WORKER_LANE_NAMES.join('|')} …\n`)
  process.exit(2)
}
/** The name of the process in logs and traces: that of its lane, or of all its lanes. */
const role =
  lanes.length === 1 ? lanes[0]!.process : `worker-${lanes.map((lane) => lane.name).join('-')}`

const config = readConfig()
const log = makeLog(role, config)
for (const slip of misspeltSettings(environment()))
  log.warn(slip, 'there is no such setting, it is ignored')
const db = makeDb(
  config.DATABASE_URL,
  config.DATABASE_POOL,
  config.DATABASE_TIMEOUT_SECONDS,
  config.DATABASE_PREPARE,
  config.times,
)
const name = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
const stopping = new AbortController()
let worker: WorkerProcess | undefined
onShutdown(log, config, async () => {
  stopping.abort()
  await worker?.stop(config.SHUTDOWN_SECONDS * 1000)
  await db.destroy()
  await stopTracing(config.times.closeMs)
})
const waiting = { log, everyMs: config.times.schemaMs, signal: stopping.signal }
if (await untilMigrated(watchSchema(db, config, log), waiting)) {
  await checkBeforeStart(db, config, log)
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT)
    await startTracing(`parley-${role}`, (problem) =>
      log.warn({ problem }, 'OpenTelemetry reports a problem'),
    )
  if (config.METRICS_TOKEN)
    await startMetrics({
      process: `worker-${lanes.map((lane) => lane.name).join('-')}`,
      worker: name,
    })
  if (!stopping.signal.aborted) {
    worker = startWorker({ lanes, config, db, log, name })
    await collectStart()
    // Logged last: a supervisor may send SIGTERM as soon as it reads this line.
    log.info(
      { lane: lanes.map((lane) => lane.name).join(' '), name, model: config.LLM_MODEL },
      'working',
    )
  }
}
