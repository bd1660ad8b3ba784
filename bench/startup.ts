import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { killAll, type Running, run } from '../test/support/product/processes.ts'
import { emptyRedis, hasRedis, makeDatabase, stopServers } from '../test/support/servers/servers.ts'

/**
 * Measures how long the built processes take from their start until they are ready, on a migrated
 * database. The API is ready when /health says that all is
 * well, and a worker when it logs that it takes jobs.
 */
const ROUNDS = 5

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
  const figures: Record<string, { ready_ms: number }> = {}
  try {
    for (const name of Object.keys(PROCESSES) as Name[]) {
      const ready: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const { process, ms } = await start(name, env)
        ready.push(ms)
        await process.stop()
      }
      figures[name] = { ready_ms: median(ready) }
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
