import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import type { Backend } from '../support/product/parley.ts'
import { onPostgres } from '../support/servers/postgres.ts'
import { runScenario } from './run.ts'
import type { Child } from './world/children.ts'
import { every, type Faults, killOne, together } from './world/faults.ts'
import { onRedis, removeTemplate, sleep } from './world/servers.ts'
import type { World } from './world/world.ts'

/**
 * `npm run soak`: posts 5 messages a second for 20 minutes, and kills something every 20 s. Prints
 * one JSON line a minute with the figures that must not grow, and a verdict at the end. The first
 * API and the first worker are never killed, because leaks show in a long life.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    backend: { type: 'string', multiple: true, default: ['redis', 'postgres'] },
    seed: { type: 'string', default: '1' },
  },
})
const MINUTES = Number(values.minutes)
const MESSAGES_A_SECOND = 5
const KILL_MS = 20_000
const SAMPLE_MS = 60_000
const PROBE_MS = 60_000
/**
 * Counts live objects only in one of so many samples, because a process does nothing else while it
 * counts.
 */
const DEEP_EVERY = 4
/**
 * The share of samples that is ignored at the beginning, while caches fill and code is compiled.
 */
const WARM_UP = 0.25
/** The most that each figure may grow by in a minute. */
const MAX_GROWTH: Record<string, number> = {
  api_rss_mb: 1,
  worker_rss_mb: 1,
  api_heap_mb: 0.5,
  worker_heap_mb: 0.5,
  api_emitters: 5,
  worker_emitters: 5,
  api_functions: 100,
  worker_functions: 100,
  api_handles: 2,
  worker_handles: 2,
  redis_keys: 2,
  redis_clients: 1,
  pg_connections: 1,
}

type Sample = Record<string, number>

const execute = promisify(execFile)

async function rssOf({ pid }: Child): Promise<number> {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(pid())])
  return Math.round(Number(stdout) / 102.4) / 10
}

/** Asks the probe in a process for its figures. */
async function probe(child: Child, signal: 'SIGUSR2' | 'SIGHUP'): Promise<Sample> {
  const probes = () =>
    [...child.output().matchAll(/^\{"probe":(\{.*\})\}$/gm)].map(([, figures]) => figures!)
  const before = probes().length
  process.kill(child.pid(), signal)
  for (const until = Date.now() + PROBE_MS; probes().length === before; await sleep(200))
    if (Date.now() > until) throw new Error(`the probe of ${child.name} does not answer`)
  return JSON.parse(probes().at(-1)!)
}

async function sample(
  { apis, workers, redis, postgres }: World,
  notifications: Parameters<typeof probe>[1][],
): Promise<Sample> {
  const figures: Sample = {}
  for (const [name, child] of [
    ['api', apis[0]!],
    ['worker', workers[0]!],
  ] as const) {
    figures[`${name}_rss_mb`] = await rssOf(child)
    for (const signal of notifications)
      for (const [figure, value] of Object.entries(await probe(child, signal)))
        figures[`${name}_${figure}`] = value
  }
  if (redis)
    await onRedis(redis.url, async (client) => {
      figures.redis_keys = await client.dbsize()
      figures.redis_clients = String(await client.client('LIST'))
        .trim()
        .split('\n').length
    })
  const count = `select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`
  const [{ connections }] = await onPostgres(postgres.url, count)
  return { ...figures, pg_connections: connections }
}

const sampling =
  (samples: Sample[]): Faults =>
  async (world, over) => {
    const began = Date.now()
    while (!over.aborted) {
      for (const until = Date.now() + SAMPLE_MS; !over.aborted && Date.now() < until; )
        await sleep(200)
      const minute = Math.round((Date.now() - began) / 6_000) / 10
      const isDeep = samples.length % DEEP_EVERY === 0
      samples.push({
        minute,
        ...(await sample(world, isDeep ? ['SIGUSR2', 'SIGHUP'] : ['SIGUSR2'])),
      })
      console.log(JSON.stringify({ backend: world.backend, ...samples.at(-1) }))
    }
  }

/** The growth in a minute, by least squares. */
function growthOf(samples: Sample[], figure: string): number {
  const points = samples
    .filter((one) => one[figure] !== undefined)
    .map((one) => [one.minute!, one[figure]!] as const)
  const mean = (index: 0 | 1) =>
    points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const covariance = points.reduce((sum, [minute, value]) => sum + (minute - x) * (value - y), 0)
  return covariance / points.reduce((sum, [minute]) => sum + (minute - x) ** 2, 0)
}

async function soak(backend: Backend): Promise<void> {
  const samples: Sample[] = []
  const kill = every(KILL_MS, 'soak', (world, drawn, index) => {
    // Kills workers more often than APIs.
    const victims = drawn < 0.75 ? world.workers : world.apis
    return killOne(
      () => victims,
      (child) => child !== victims[0],
    )(world, drawn, index)
  })
  const figures = await runScenario(
    {
      name: 'soak',
      world: { apis: 2, probed: true },
      load: { seconds: MINUTES * 60 },
      faults: together(kill, sampling(samples)),
    },
    { backend, seed: Number(values.seed), n: MINUTES * 60 * MESSAGES_A_SECOND },
  )
  const settled = samples.slice(Math.ceil(samples.length * WARM_UP))
  const growth: Sample = {}
  for (const [figure, most] of Object.entries(MAX_GROWTH)) {
    if (settled.filter((one) => one[figure] !== undefined).length < 2) continue
    growth[figure] = Math.round(growthOf(settled, figure) * 100) / 100
    if (!(growth[figure] <= most))
      figures.problems.push(`${figure} grows by ${growth[figure]} a minute`)
  }
  const verdict = figures.problems.length === 0 ? 'passed' : 'failed'
  console.log(JSON.stringify({ ...figures, verdict, growth_a_minute: growth }))
  if (verdict === 'failed') process.exitCode = 1
}

await Promise.all((values.backend as Backend[]).map(soak))
await removeTemplate()
