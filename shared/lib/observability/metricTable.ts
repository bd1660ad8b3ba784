/** Buckets in seconds, from a quick answer of the database to the longest call of a model. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60] as const

/**
 * Every metric that Parley defines. A test ensures that `docs/observability.md` lists the same
 * metrics. Labels have few values: the only ids are workers' names, and the number of models and
 * providers is bounded. Times are in seconds.
 */
export const METRICS = {
  parley_info: { type: 'gauge', help: 'Always 1. The label has the version.', labels: ['version'] },
  parley_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From a request to its answer, or to the end of a streamed reply.',
    labels: ['method', 'route', 'status'],
    buckets: SECONDS,
  },
  parley_http_requests_waiting: {
    type: 'gauge',
    help: 'Requests that wait for a job of the lane.',
    labels: ['lane'],
  },
  parley_live_streams: {
    type: 'gauge',
    help: 'Open streams of the process that do not end by themselves: of a chat, of the threads of an organization, or of events.',
    labels: ['kind'],
  },
  parley_live_streams_limit: {
    type: 'gauge',
    help: 'Most streams of the process that do not end by themselves.',
    labels: ['kind'],
  },
  parley_rate_limit_decisions_total: {
    type: 'counter',
    help: 'Requests that a rate limit allowed or blocked. Look-ups count only if they were blocked.',
    labels: ['bucket', 'outcome'],
  },
  parley_analytics_buffer_entries: {
    type: 'gauge',
    help: 'Entries of the analytics that are in memory and not stored yet.',
    labels: ['kind'],
  },
  parley_analytics_buffer_dropped_total: {
    type: 'counter',
    help: 'Entries of the analytics that were dropped because too many waited.',
    labels: ['kind'],
  },
  parley_db_pool_connections: {
    type: 'gauge',
    help: 'Open database connections of the process, in use (used) or not (idle).',
    labels: ['state'],
  },
  parley_db_pool_limit: {
    type: 'gauge',
    help: 'Most database connections of the process.',
    labels: [],
  },
  parley_db_pool_waiting: {
    type: 'gauge',
    help: 'Statements that wait for a database connection.',
    labels: [],
  },
  parley_queue_wait_seconds: {
    type: 'histogram',
    help: 'From when a worker could have taken a job to its claim, or to its deadline.',
    labels: ['lane'],
    buckets: SECONDS,
  },
  parley_job_duration_seconds: {
    type: 'histogram',
    help: 'From when a worker took a job to the end of the attempt.',
    labels: ['lane', 'outcome'],
    buckets: [...SECONDS, 120, 600],
  },
  parley_jobs_total: {
    type: 'counter',
    help: 'Attempts that ended. error: why the attempt failed or is tried again; empty for others.',
    labels: ['lane', 'outcome', 'error'],
  },
  parley_reply_step_duration_seconds: {
    type: 'histogram',
    help: "A reply's steps beside the model call: load, retrieve, store.",
    labels: ['step'],
    buckets: [0.001, 0.0025, ...SECONDS],
  },
  parley_model_call_duration_seconds: {
    type: 'histogram',
    help: 'A call of a model, from its first byte to its last. error: why the call failed; empty for others.',
    labels: ['model', 'error'],
    buckets: SECONDS,
  },
  parley_embedding_call_duration_seconds: {
    type: 'histogram',
    help: 'A call for the vectors of texts. error: why the call failed; empty for others.',
    labels: ['model', 'error'],
    buckets: SECONDS,
  },
  parley_rerank_call_duration_seconds: {
    type: 'histogram',
    help: 'A call of the rerank model for one search. error: why the call failed; empty for others.',
    labels: ['model', 'error'],
    buckets: SECONDS,
  },
  parley_model_first_token_seconds: {
    type: 'histogram',
    help: 'From the beginning of a streamed call to the first text.',
    labels: ['model'],
    buckets: SECONDS,
  },
  parley_model_tokens_total: {
    type: 'counter',
    help: 'Tokens of answered calls; direction: input, output.',
    labels: ['model', 'direction'],
  },
  parley_model_cost_usd_total: {
    type: 'counter',
    help: 'US dollars of answered calls whose price is known.',
    labels: ['model'],
  },
  parley_queue_reachable: {
    type: 'gauge',
    help: '0 while the API cannot reach the queue: replies wait for the sweep.',
    labels: [],
  },
  parley_breaker_open: {
    type: 'gauge',
    help: '1 while the worker leaves the model alone because it is down.',
    labels: ['model'],
  },
  parley_worker_slots: {
    type: 'gauge',
    help: 'Jobs that the worker may run at a time.',
    labels: ['lane'],
  },
  parley_worker_slots_busy: {
    type: 'gauge',
    help: 'Jobs that the worker is running.',
    labels: ['lane'],
  },
  parley_events_relayed_total: {
    type: 'counter',
    help: 'Events that got their place in the order in which they are delivered and read.',
    labels: [],
  },
  parley_events_oldest_wait_seconds: {
    type: 'gauge',
    help: 'Time for which the oldest event has waited for its place in the order; 0: no event waits. For the whole service.',
    labels: [],
  },
  parley_endpoints_disabled_total: {
    type: 'counter',
    help: 'Webhook endpoints that Parley disabled; reason: gone, failing.',
    labels: ['reason'],
  },
  parley_queue_depth: {
    type: 'gauge',
    help: 'Jobs that wait for a worker, including those to be tried again later; for the whole service.',
    labels: ['lane'],
  },
  parley_queue_running: {
    type: 'gauge',
    help: 'Jobs that workers hold; for the whole service.',
    labels: ['lane'],
  },
  parley_queue_oldest_wait_seconds: {
    type: 'gauge',
    help: 'Time for which a worker could have taken the longest waiting job; 0: no job can be taken. For the whole service.',
    labels: ['lane'],
  },
  parley_workers: {
    type: 'gauge',
    help: 'Workers that are alive and take jobs; for the whole service.',
    labels: ['lane'],
  },
} as const

export type MetricTable = typeof METRICS
export type Labels<Name extends keyof MetricTable> = Record<
  MetricTable[Name]['labels'][number],
  string
>
export type NamesOf<Type extends 'counter' | 'gauge' | 'histogram'> = {
  [Name in keyof MetricTable]: MetricTable[Name]['type'] extends Type ? Name : never
}[keyof MetricTable]
