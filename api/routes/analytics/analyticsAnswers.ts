import type {
  KeyFigures,
  Performance,
  RequestCount,
  RequestLog,
} from '../../../shared/analytics/analytics.ts'
import type { LimitCount, LimitFigures } from '../../../shared/analytics/limitEvents.ts'
import type { Usage } from '../../../shared/analytics/usage.ts'
import {
  amount,
  count,
  numbered,
  object,
  optional,
  orNull,
  presenter,
  recordId,
  type Schema,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'

const clientId = orNull(
  text('Client id of the application whose key or token the request had.'),
  'a user of the dashboard sent it',
)
const bucketTime = time(
  'Start of the bucket: a full hour, or midnight in the time zone of the query',
)
const errors = count('Requests that were answered with a status of 400 or above.')

const logFields = {
  id: recordId,
  timestamp: time('When the request was answered'),
  method: text('HTTP method of the request.'),
  endpoint: text(
    'Route of the request, with `{name}` for its parameters; `none`: no route matched.',
  ),
  status_code: { type: 'integer', description: 'HTTP status of the answer.' },
  duration_ms: amount('Milliseconds until the answer was ready to be sent.'),
  client_id: clientId,
  request_id: text('Id of the request, as in `X-Request-Id`.'),
}
const requestLog = optional(
  object('RequestLog', 'A request that was answered.', {
    ...logFields,
    thread_id: orNull(
      uuid(
        'Id of the conversation or session to which the request posted a message. Absent unless the query has `request_id`.',
      ),
      'it posted no message, or the chat was deleted',
    ),
  }),
  'thread_id',
)

const requestCount = object('RequestCount', 'The requests of one bucket of time.', {
  timestamp: bucketTime,
  requests: count('Requests in the bucket.'),
  errors,
})

const performance = optional(
  object(
    'EndpointPerformance',
    'The figures of one group of requests; `group_by` says what they have in common.',
    {
      timestamp: {
        ...bucketTime,
        description: `${bucketTime.description} Absent without \`bucket\`.`,
      },
      method: text('HTTP method of the group. Absent unless grouped by `endpoint` or `method`.'),
      endpoint: text('Route of the group. Absent unless grouped by `endpoint`.'),
      status_code: {
        type: 'integer',
        description: 'HTTP status of the group. Absent unless grouped by `status`.',
      },
      client_id: orNull(
        text('Client id of the group. Absent unless grouped by `key`.'),
        'the requests of users of the dashboard',
      ),
      requests: count('Requests of the group.'),
      errors,
      error_rate: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'Share of the requests that are errors, from 0 to 1.',
      },
      mean_ms: amount('Mean duration in milliseconds.'),
      p50_ms: amount('Median duration in milliseconds.'),
      p95_ms: amount('95th percentile of the durations, in milliseconds.'),
      p99_ms: amount('99th percentile of the durations, in milliseconds.'),
    },
  ),
  'timestamp',
  'method',
  'endpoint',
  'status_code',
  'client_id',
)

const unlessFiltered = (schema: Schema) => orNull(schema, 'the query filters requests')
const figures = {
  requests: orNull(
    count('Requests that were answered.'),
    'the query has `group_by`: requests belong to no agent and no model',
  ),
  messages: unlessFiltered(count('Messages that users posted.')),
  replies: unlessFiltered(count('Messages whose reply is completed.')),
  failed_replies: unlessFiltered(count('Messages whose reply failed.')),
  input_tokens: unlessFiltered(count('Tokens that the models read, failed calls included.')),
  cached_tokens: unlessFiltered(
    count(
      'Tokens among `input_tokens` that providers had in their caches, and may charge less for.',
    ),
  ),
  output_tokens: unlessFiltered(count('Tokens that the models wrote, failed calls included.')),
  total_tokens: unlessFiltered(count('Tokens that the models read and wrote.')),
  cost_usd: unlessFiltered(amount('Cost in USD of the calls of models whose price is known.')),
  unpriced_calls: count('Calls of models whose price is not known.'),
}
const usage = optional(
  object('UsageFigures', 'The messages and costs of one bucket of time.', {
    timestamp: time(
      'Start of the bucket: a full hour, or midnight in the time zone of the query; with `bucket=window`, the start of the window',
    ),
    agent_id: uuid('Id of the agent. Absent without `group_by=agent`.'),
    model: orNull(
      text('The model, as `provider:model`. Absent without `group_by=model`.'),
      'replies without a model',
    ),
    ...figures,
  }),
  'agent_id',
  'model',
)

const keyFigures = object(
  'KeyFigures',
  'The requests of one application, by its keys and widget tokens.',
  {
    key_id: uuid('Id of the application.'),
    client_id: text('Client id of the application.'),
    name: text('Name of the application.'),
    total_requests: count('Requests of the application in the window.'),
    errors,
    last_used_at: orNull(
      time('When a request of the application last came, whatever the window'),
      'never',
    ),
    trend: {
      type: 'array',
      items: requestCount,
      description: 'The requests by bucket of time, oldest first; empty buckets are left out.',
    },
  },
)

const limitFigures = object(
  'LimitFigures',
  'A refused request, or the allowed requests of a bucket of time.',
  {
    timestamp: time('When the request was refused, or the start of the bucket of time'),
    outcome: {
      type: 'string',
      enum: ['allowed', 'blocked'],
      description:
        'Whether the limit allowed the requests (`allowed`) or refused a request (`blocked`).',
    },
    client_id: orNull(text('Client id of the application that sent them.'), 'not known'),
    endpoint: text('Route of the requests, with `{name}` for its parameters.'),
    bucket: text(
      'Name of the limit, as in `RateLimit-Policy`: `organization`, `key`, `session`, `ip`, `application`, `mint` or `reads`.',
    ),
    count: count('Allowed requests; 1 for a refusal.'),
  },
)

const limitCount = object('LimitCount', 'What the rate limits did in one bucket of time.', {
  timestamp: bucketTime,
  allowed: count('Requests that the limits allowed.'),
  blocked: count('Requests that a limit refused.'),
})

/** The answers of the routes. */
export const logsAnswer = optional(
  numbered(requestLog, {
    buckets: {
      type: 'array',
      items: requestCount,
      description:
        'The requests of the whole window by bucket of time, the oldest first. Absent without `bucket`.',
    },
  }),
  'buckets',
)
export const endpointsAnswer = numbered(performance)
export const usageAnswer = numbered(usage, {
  totals: object('UsageTotals', 'The figures of the whole window, of all pages together.', figures),
})
export const keysAnswer = numbered(keyFigures)
export const limitsAnswer = numbered(limitFigures, {
  buckets: {
    type: 'array',
    items: limitCount,
    description: 'What the limits did in the whole window by bucket of time, the oldest first.',
  },
})

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

/** Rounds to four digits: the percentiles are less exact. */
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

/** Writes the time as JavaScript does: PostgreSQL's JSON has another form. */
const withTime = <Row extends { timestamp?: string }>(row: Row) =>
  row.timestamp === undefined ? row : { ...row, timestamp: new Date(row.timestamp).toISOString() }

const columnsOf = (schema: Schema) => Object.keys(schema.properties as object)

/** The columns of each route's files. */
export const COLUMNS = {
  logs: Object.keys(logFields),
  endpoints: columnsOf(performance),
  usage: columnsOf(usage),
  keys: columnsOf(keyFigures),
  'rate-limits': columnsOf(limitFigures),
}
