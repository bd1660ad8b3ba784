import type {
  KeyFigures,
  Performance,
  RequestCount,
  RequestLog,
} from '../../../shared/store/analytics/analytics.ts'
import type { LimitCount, LimitFigures } from '../../../shared/store/analytics/limitEvents.ts'
import type { Usage } from '../../../shared/store/analytics/usage.ts'
import {
  numbered,
  object,
  optional,
  orNull,
  presenter,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/plainSchemas.ts'

const count = { type: 'integer', minimum: 0 } as const
const amount = { type: 'number', minimum: 0 } as const

const requestLog = object('RequestLog', {
  id: uuid,
  timestamp: time,
  method: text,
  endpoint: text,
  status_code: { type: 'integer' },
  duration_ms: amount,
  client_id: orNull(text),
  request_id: text,
})

const requestCount = object('RequestCount', { timestamp: time, requests: count, errors: count })

const performance = optional(
  object('EndpointPerformance', {
    timestamp: time,
    method: text,
    endpoint: text,
    status_code: { type: 'integer' },
    client_id: orNull(text),
    requests: count,
    errors: count,
    error_rate: { type: 'number', minimum: 0, maximum: 1 },
    mean_ms: amount,
    p50_ms: amount,
    p95_ms: amount,
    p99_ms: amount,
  }),
  'timestamp',
  'method',
  'endpoint',
  'status_code',
  'client_id',
)

const figures = {
  requests: orNull(count),
  messages: orNull(count),
  replies: orNull(count),
  failed_replies: orNull(count),
  input_tokens: orNull(count),
  output_tokens: orNull(count),
  total_tokens: orNull(count),
  cost_usd: { ...orNull(amount), description: 'Of calls whose cost is known.' },
  unpriced_calls: { ...count, description: 'Calls whose cost is not known.' },
}
const usage = optional(
  object('UsageFigures', { timestamp: time, agent_id: uuid, model: orNull(text), ...figures }),
  'agent_id',
  'model',
)

const keyFigures = object('KeyFigures', {
  key_id: uuid,
  client_id: text,
  name: text,
  total_requests: count,
  errors: count,
  last_used_at: orNull(time),
  trend: { type: 'array', items: requestCount },
})

const limitFigures = object('LimitFigures', {
  timestamp: time,
  outcome: { type: 'string', enum: ['allowed', 'blocked'] },
  client_id: orNull(text),
  endpoint: text,
  bucket: { ...text, description: "The limit's name." },
  count,
})

/** What each route of the analytics answers. */
export const logsAnswer = optional(
  numbered(requestLog, { buckets: { type: 'array', items: requestCount } }),
  'buckets',
)
export const endpointsAnswer = numbered(performance)
export const usageAnswer = numbered(usage, { totals: object('UsageTotals', figures) })
export const keysAnswer = numbered(keyFigures)
const limitCount = object('LimitCount', { timestamp: time, allowed: count, blocked: count })
export const limitsAnswer = numbered(limitFigures, { buckets: { type: 'array', items: limitCount } })

export const presentLog = presenter<RequestLog>(requestLog)
export const presentCount = presenter<RequestCount>(requestCount)

export const presentPerformance = ({
  requests,
  errors,
  mean_ms,
  p50_ms,
  p95_ms,
  p99_ms,
  ...group
}: Performance) => ({
  ...withTime(group),
  requests,
  errors,
  error_rate: round(errors / requests),
  mean_ms: round(mean_ms),
  p50_ms: round(p50_ms),
  p95_ms: round(p95_ms),
  p99_ms: round(p99_ms),
})

/** Rounds to four digits; the percentiles are less exact. */
const round = (value: number) => Number(value.toPrecision(4))

export const presentUsage = (row: Usage) => withTime(row)

export const presentKey = ({ last_used_at, trend, ...key }: KeyFigures) => ({
  ...key,
  last_used_at: last_used_at && new Date(last_used_at),
  trend: trend.map(withTime),
})

const limitPresenter = presenter<LimitFigures>(limitFigures)
export const presentLimitCount = (row: LimitCount) => withTime(row)
export const presentLimit = (row: LimitFigures) => limitPresenter(withTime(row))

/** PostgreSQL formats times in JSON differently. */
const withTime = <Row extends { timestamp?: string }>(row: Row) =>
  row.timestamp === undefined ? row : { ...row, timestamp: new Date(row.timestamp).toISOString() }

const columnsOf = (schema: Schema) => Object.keys(schema.properties as object)

/** The columns of each route's files. */
export const COLUMNS = {
  logs: columnsOf(requestLog),
  endpoints: columnsOf(performance),
  usage: columnsOf(usage),
  keys: columnsOf(keyFigures),
  'rate-limits': columnsOf(limitFigures),
}
