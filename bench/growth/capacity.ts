/** The measured cost of a message. */
export interface Measured {
  /** Milliseconds of processor time per message. */
  cpu_ms: { api: number; worker: number; postgres: number; redis: number }
  /** Waits of PostgreSQL for its log to reach the disk, per message, with 50 clients. */
  wal_syncs: number
  wal_bytes: number
  /** Milliseconds of such a wait. */
  sync_ms: number
  /** Bytes on the disk, including indexes: of a message with its reply, and of a logged request. */
  exchange_bytes: number
  request_bytes: number
}

/** Assumptions, none of which was measured. */
export interface Assumed {
  /** The share of a core's time to plan with. The rest is for peaks. */
  busy: number
  /** Cores of the largest PostgreSQL that can be rented, or that the operator accepts. */
  postgres_cores: number
  /** Replies that one worker writes at a time: REPLY_CONCURRENCY. */
  slots: number
  /** Seconds that the model takes for a reply. */
  model_seconds: number
  /** Connections of one process: DATABASE_POOL. */
  pool: number
  /** Logged requests per message: the request that posts it, and requests that read. */
  requests: number
  /** Days for which the request log is kept. */
  log_days: number
}

export const ASSUMED: Assumed = {
  busy: 0.7,
  postgres_cores: 32,
  slots: 100,
  model_seconds: 3,
  pool: 10,
  requests: 2,
  log_days: 30,
}

/** Returns the most messages per second that each part can handle, lowest first. */
export function limitsOf(measured: Measured, assumed: Assumed): { part: string; most: number }[] {
  const { cpu_ms, wal_syncs, sync_ms } = measured
  const { busy, postgres_cores, slots, model_seconds } = assumed
  const cores = (count: number, ms: number) => (1000 * busy * count) / ms
  return [
    { part: 'an API process', most: cores(1, cpu_ms.api) },
    { part: 'a worker: its processor time', most: cores(1, cpu_ms.worker) },
    {
      part: `a worker: its ${slots} slots, with a model of ${model_seconds} s`,
      most: slots / model_seconds,
    },
    { part: 'PostgreSQL: a core', most: cores(1, cpu_ms.postgres) },
    { part: `PostgreSQL: ${postgres_cores} cores`, most: cores(postgres_cores, cpu_ms.postgres) },
    {
      part: 'PostgreSQL: syncs of its log, shared as measured',
      most: 1000 / (sync_ms * wal_syncs),
    },
    { part: 'Redis, which uses one core', most: cores(1, cpu_ms.redis) },
  ].sort((a, b) => a.most - b.most)
}

export interface Plan {
  /** Messages per second. */
  rate: number
  apis: number
  workers: number
  postgres_cores: number
  /** The used share of Redis's only core. */
  redis: number
  connections: number
  wal_mb_per_second: number
  /** Gigabytes: added per day, and of the whole request log. */
  disk_a_day: number
  request_log: number
}

/** Returns what a rate needs. */
export function planFor(rate: number, measured: Measured, assumed: Assumed): Plan {
  const { cpu_ms, wal_bytes, exchange_bytes, request_bytes } = measured
  const { busy, slots, model_seconds, pool, requests, log_days } = assumed
  const cores = (ms: number) => (rate * ms) / 1000 / busy
  const apis = Math.max(1, Math.ceil(cores(cpu_ms.api)))
  const workers = Math.max(
    1,
    Math.ceil(Math.max(cores(cpu_ms.worker), (rate * model_seconds) / slots)),
  )
  const day = rate * 86_400
  return {
    rate,
    apis,
    workers,
    postgres_cores: Math.max(1, Math.ceil(cores(cpu_ms.postgres))),
    redis: cores(cpu_ms.redis) * busy,
    connections: pool * (apis + workers),
    wal_mb_per_second: (rate * wal_bytes) / 1e6,
    disk_a_day: (day * exchange_bytes) / 1e9,
    request_log: (day * requests * request_bytes * log_days) / 1e9,
  }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const tenths = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })

export function limitsTable(measured: Measured, assumed: Assumed): string {
  const rows = limitsOf(measured, assumed).map(({ part, most }) => `| ${part} | ${whole(most)} |`)
  return ['| part | messages/s |', '|---|--:|', ...rows].join('\n')
}

export function plansTable(rates: readonly number[], measured: Measured, assumed: Assumed): string {
  const head = [
    'messages/s',
    'API processes',
    'workers',
    'PostgreSQL cores',
    'Redis',
    'connections',
    'log MB/s',
    'disk GB a day',
    'request log GB',
  ]
  const rows = rates.map((rate) => {
    const plan = planFor(rate, measured, assumed)
    const {
      apis,
      workers,
      postgres_cores,
      connections,
      wal_mb_per_second,
      disk_a_day,
      request_log,
    } = plan
    return [
      whole(rate),
      apis,
      workers,
      postgres_cores,
      `${whole(100 * plan.redis)} %`,
      connections,
      tenths(wal_mb_per_second),
      tenths(disk_a_day),
      whole(request_log),
    ]
  })
  return [head, head.map(() => '--:'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
