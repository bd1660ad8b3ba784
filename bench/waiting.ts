import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'undici'
import { startParley } from './load/parley.ts'
import { killAll } from './load/processes.ts'
import { peakRssMb, rssMb } from './load/procfs.ts'
import { QUESTIONS } from './load/seed.ts'
import { startStack } from './load/stack.ts'

/**
 * Measures thousands of clients that wait at the same time. Each posts once, over its own
 * connection, to a slow model. One API process runs, and workers with a slot for each client.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '10000' },
    /** Milliseconds that the model takes. */
    delay: { type: 'string', default: '75000' },
    /** Clients that post per second. */
    rate: { type: 'string', default: '130' },
    workers: { type: 'string', default: '2' },
    print: { type: 'boolean', default: false },
  },
})
const CLIENTS = Number(options.clients)
const DELAY_MS = Number(options.delay)
const RATE = Number(options.rate)
const WORKERS = Number(options.workers)

const stack = await startStack({ entries: 1_000, conversations: CLIENTS, statements: false })
const { headers, paths } = stack.seeded
const failures: string[] = []
const latencies: number[] = []
let [waiting, mostWaiting] = [0, 0]

/** @returns the time until the reply; undefined if there was none */
async function post(address: string, index: number): Promise<number | undefined> {
  const client = new Client(address, { bodyTimeout: 0, headersTimeout: 0 })
  const started = performance.now()
  waiting++
  mostWaiting = Math.max(mostWaiting, waiting)
  try {
    const { statusCode, body } = await client.request({
      method: 'POST',
      path: paths[index]!,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ content: QUESTIONS[index % QUESTIONS.length] }),
    })
    const text = await body.text()
    if (statusCode === 201) return performance.now() - started
    failures.push(`${statusCode} ${text.slice(0, 200)}`)
  } catch (error) {
    failures.push(String(error))
  } finally {
    waiting--
    await client.close()
  }
}

async function measure() {
  const database = await stack.makeDatabase()
  const model = await stack.startModel(DELAY_MS)
  const parley = await startParley({
    folder: stack.folder,
    model: model.url,
    databaseUrl: database.url,
    redisUrl: stack.redisUrl,
    workers: WORKERS,
    waiters: CLIENTS,
    settings: {
      REPLY_WAIT_SECONDS: '600',
      REPLY_DEADLINE_SECONDS: '900',
      MODEL_TIMEOUT_SECONDS: '600',
    },
  })
  const [address] = parley.addresses
  const [api] = parley.processes.api
  const idle_mb = rssMb(api!.pid)
  const posting: Promise<unknown>[] = []
  const started = performance.now()
  for (let index = 0; index < CLIENTS; index++) {
    await sleep(started + (index * 1_000) / RATE - performance.now())
    posting.push(post(address!, index).then((ms) => ms !== undefined && latencies.push(ms)))
  }
  const all_posted_mb = rssMb(api!.pid)
  await Promise.all(posting)
  const memory = { idle: idle_mb, when_all_posted: all_posted_mb, peak: peakRssMb(api!.pid) }
  const workerPeaks = parley.processes.worker.map(({ pid }) => Math.round(peakRssMb(pid)))
  await parley.stop()
  await model.stop()
  await database.drop()
  return { memory, workerPeaks }
}

try {
  const { memory, workerPeaks } = await measure()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => Math.round(latencies[Math.ceil(share * latencies.length) - 1] ?? 0)
  const report = {
    measured_at: new Date().toISOString(),
    machine: {
      cpus: cpus().length,
      model: cpus()[0]?.model,
      node: process.version,
      load: loadavg()[0],
    },
    settings: { clients: CLIENTS, delay_ms: DELAY_MS, posts_a_second: RATE, workers: WORKERS },
    most_waiting: mostWaiting,
    failures: failures.length,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: at(1),
    api_mb: Object.fromEntries(Object.entries(memory).map(([name, mb]) => [name, Math.round(mb)])),
    worker_peak_mb: workerPeaks,
  }
  console.log(JSON.stringify(report, null, 2), ...failures.slice(0, 5))
  if (failures.length) process.exitCode = 1
  if (!options.print) {
    mkdirSync('bench/results', { recursive: true })
    writeFileSync('bench/results/waiting.json', `${JSON.stringify(report, null, 2)}\n`)
  }
} finally {
  await killAll()
  await stack.stop()
}
