import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { killAll, type Running, run } from '../test/support/product/processes.ts'
import { emptyRedis, hasRedis, makeDatabase, stopServers } from '../test/support/servers/servers.ts'

/**
 * Measures how long the built processes take from their start until they are ready, on a migrated
 * database, and how much memory they use when idle. The API is ready when /health says that all is
 * well, and a worker when it logs that it takes jobs.
 */
const ROUNDS = 5
/** Milliseconds after which a process has finished everything that belongs to its start. */
const IDLE_MS = 5_000

const PROCESSES = {
  api: { args: ['--max-semi-space-size=8', 'dist/api/main.js'], ready: /"port":(\d+),"queue"/ },
  worker: {
    args: ['--max-semi-space-size=32', 'dist/workers/main.js', 'reply'],
    ready: /"msg":"working"/,
  },
  'worker-index': { args: ['dist/workers/main.js', 'index'], ready: /"msg":"working"/ },
}
type Name = keyof typeof PROCESSES

async function start(
  name: Name,
  env: Record<string, string>,
): Promise<{ process: Running; ms: number }> {
  const { args, ready } = PROCESSES[name]
  const begun = performance.now()
  const process = run('node', args, env)
  const [, port] = await process.printed(ready)
  if (port) {
    const { status } = await fetch(`http://127.0.0.1:${port}/health`)
    if (status !== 200) throw new Error(`/health answered with ${status}`)
  }
  return { process, ms: performance.now() - begun }
}

/** Returns the resident memory in megabytes (10^6 bytes). */
const residentOf = ({ pid }: Running) =>
  Math.round(
    (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / 1e6,
  )

const median = (values: number[]) =>
  Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!)

async function bench(): Promise<void> {
  const database = await makeDatabase()
  const env = {
    DATABASE_URL: database.url,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    LLM_MODEL: 'openai:m',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    ...(hasRedis ? { REDIS_URL: await emptyRedis() } : {}),
  }
  const figures: Record<string, { ready_ms: number; idle_mb: number }> = {}
  try {
    for (const name of Object.keys(PROCESSES) as Name[]) {
      const [ready, memory]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        const { process, ms } = await start(name, env)
        await sleep(IDLE_MS)
        ready.push(ms)
        memory.push(residentOf(process))
        await process.stop()
      }
      figures[name] = { ready_ms: median(ready), idle_mb: median(memory) }
    }
    console.table(figures)
    const machine = { cpus: cpus().length, node: process.version, load: loadavg()[0] }
    const report = { measured_at: new Date().toISOString(), machine, rounds: ROUNDS, figures }
    mkdirSync('bench/results', { recursive: true })
    writeFileSync('bench/results/startup.json', `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    await killAll()
    await database.drop()
    await stopServers()
  }
}

await bench()
