import type { System } from './measure.ts'
import { startProcess } from './processes.ts'

export interface ParleyOptions {
  /** The folder for logs. */
  folder: string
  /** The model's address. */
  model: string
  databaseUrl: string
  /** Unset: the queue is in PostgreSQL. */
  redisUrl?: string | undefined
  lanes?: ('reply' | 'index' | 'deliver')[]
  /** Further settings. */
  settings?: Record<string, string>
  apis?: number
  workers?: number
  /** Requests that wait at a time, if more than in most installations. */
  waiters?: number
  /** The folder for CPU profiles. */
  profile?: string | undefined
}

/**
 * The settings that an operator would choose for a single organization and a slow model. The
 * organization may use the whole worker, because no other organization needs it. Everything else
 * has its default.
 */
const SETTINGS = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
  HOST: '127.0.0.1',
  PORT: '0',
  LLM_MODEL: 'openai:bench',
  // One call of the model for each message, as in the baseline.
  QUERY_MODEL: 'off',
  LLM_PRICES: '{"bench":[0.5,1.5]}',
  ...concurrencyOf(2_000),
  WIDGET_TOKEN_KEYS: `bench:${'0123456789abcdef'.repeat(2)}`,
}
export const CONCURRENCY = SETTINGS.REPLY_CONCURRENCY

function concurrencyOf(replies: number) {
  const most = String(replies)
  return { REPLY_CONCURRENCY: most, ORGANIZATION_REPLY_CONCURRENCY: most }
}

/**
 * Returns settings with which this many requests wait at an API process and run in a worker, for
 * longer than a router would allow.
 */
const settingsFor = (waiters: number) =>
  waiters <= 2_000
    ? {}
    : {
        MAX_WAITERS: String(waiters + 100),
        REPLY_WAIT_SECONDS: '120',
        ...concurrencyOf(waiters),
        MAX_QUEUED: String(waiters),
        ORGANIZATION_MAX_QUEUED: String(waiters),
      }

/** Starts the built API and workers, as the Procfile does. */
export async function startParley(options: ParleyOptions): Promise<System> {
  const {
    folder,
    model,
    databaseUrl,
    redisUrl = '',
    lanes = ['reply'],
    apis = 1,
    workers = 1,
    waiters = 0,
    profile,
    settings = {},
  } = options
  const env = {
    ...SETTINGS,
    ...settingsFor(waiters),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    OPENAI_BASE_URL: model,
    ...settings,
  }
  const start = (name: string, script: string[]) =>
    startProcess(
      { name, folder, args: ['--import', './bench/load/probe.js', ...script] },
      { ...env, ...(profile ? { PROFILE_FILE: `${profile}/${name}.cpuprofile` } : {}) },
    )
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => (count === 1 ? name : `${name}-${index + 1}`))
  const apiProcesses = numbered('api', apis).map((name) =>
    start(name, ['--max-semi-space-size=8', 'dist/api/main.js']),
  )
  const workerProcesses = lanes.flatMap((lane) =>
    numbered(lane === 'reply' ? 'worker' : `worker-${lane}`, workers).map((name) =>
      start(name, [
        ...(lane === 'reply' ? ['--max-semi-space-size=32'] : []),
        'dist/workers/main.js',
        lane,
      ]),
    ),
  )
  const ports = await Promise.all(apiProcesses.map((api) => api.printed(/"port":(\d+),"queue"/)))
  await Promise.all(workerProcesses.map((worker) => worker.printed(/"msg":"working"/)))
  return {
    name: 'parley',
    addresses: ports.map(([, port]) => `http://127.0.0.1:${port}`),
    processes: { api: apiProcesses, worker: workerProcesses },
    async stop() {
      await Promise.all(apiProcesses.map((api) => api.stop()))
      await Promise.all(workerProcesses.map((worker) => worker.stop()))
    },
  }
}
