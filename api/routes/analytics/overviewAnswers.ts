import { LANES } from '../../../shared/jobs.ts'
import type { FIGURES } from '../../../shared/store/analytics/overview.ts'
import { object, one, orNull, type Schema, text, time } from '../../http/plainSchemas.ts'
import { organizationRequests } from '../../limits/limitUse.ts'

const count = { type: 'integer', minimum: 0 } as const
const amount = { type: 'number', minimum: 0 } as const
const NOT_BY_AGENT = 'Null with `agent_id`, for it is of no agent.'
const ms = (description: string): Schema => ({
  ...orNull(amount),
  description: `Milliseconds: ${description}. Null: of nothing.`,
})
const REPLY_TIME = "from a question's acceptance (`created_at`) to its completed reply (`completed_at`)"
const MODEL_TIME = 'of a call of the model that gave a reply'
const WAIT_TIME = `from when a worker could have taken a reply to when one did, of each attempt that ended. ${NOT_BY_AGENT}`

const figures: Record<(typeof FIGURES)[number], Schema> = {
  messages: { ...count, description: 'Questions that were posted.' },
  replies: { ...count, description: 'Of these, with a completed reply.' },
  failed_replies: { ...count, description: 'Of these, with a reply that failed.' },
  cancelled_replies: { ...count, description: 'Of these, with a reply that was cancelled.' },
  unfinished_replies: { ...count, description: 'Of these, with a reply that waits or is being written.' },
  reply_p50_ms: ms(`median ${REPLY_TIME}`),
  reply_p95_ms: ms(`95th percentile ${REPLY_TIME}`),
  input_tokens: { ...count, description: 'Of the calls of models, failed ones included.' },
  output_tokens: count,
  total_tokens: count,
  cost_usd: { ...amount, description: 'Of calls whose cost is known.' },
  unpriced_calls: { ...count, description: 'Calls whose cost is not known.' },
  model_p50_ms: ms(`median ${MODEL_TIME}`),
  model_p95_ms: ms(`95th percentile ${MODEL_TIME}`),
  wait_p50_ms: ms(`median ${WAIT_TIME}`),
  wait_p95_ms: ms(`95th percentile ${WAIT_TIME}`),
  conversations: { ...count, description: 'That were opened.' },
  sessions: { ...count, description: 'That were opened.' },
  feedback_count: { ...count, description: 'That was given first in this time.' },
  feedback_average: { ...orNull({ type: 'number', minimum: 1, maximum: 5 }), description: 'Of its ratings.' },
  requests: { ...orNull(count), description: `All that are logged. ${NOT_BY_AGENT}` },
  errors: { ...orNull(count), description: `Answered with 400 or more. ${NOT_BY_AGENT}` },
  dashboard_requests: {
    ...orNull(count),
    description: `Of the requests, those of people at the dashboard. ${NOT_BY_AGENT}`,
  },
  dashboard_errors: { ...orNull(count), description: `Of the errors, theirs. ${NOT_BY_AGENT}` },
  blocked: { ...orNull(count), description: `Requests that a rate limit refused. ${NOT_BY_AGENT}` },
}

const failures = {
  type: 'array',
  items: object('FailureCount', { code: text, count }),
  description: 'The failed replies by the code of their error, the most frequent first.',
}
const totals = object('OverviewFigures', { ...figures, failures })

export const overviewAnswer = one(
  object('Overview', {
    period: object('OverviewPeriod', { from: time, to: time }),
    previous_period: object('OverviewPreviousPeriod', {
      from: { ...time, description: 'As long before `to` as the period is long.' },
      to: time,
    }),
    bucket: { type: 'string', enum: ['hour', 'day'] },
    current: totals,
    previous: totals,
    series: {
      type: 'array',
      items: object('OverviewBucket', { timestamp: time, ...figures }),
      description:
        'Each hour or day of the window, also those with nothing in them, the oldest first; of the first and the last only what is in the window.',
    },
  }),
)

const workers = object('WorkersAlive', {
  alive: { ...count, description: 'Of the whole service, which all organizations share; so are the others.' },
  slots: { ...count, description: 'Jobs that they may work on at a time.' },
  versions: { type: 'array', items: text, description: 'Of Parley, each once.' },
  last_seen_at: orNull(time),
})

const lane = object('LaneState', {
  lane: { type: 'string', enum: LANES },
  waiting: { ...count, description: "The organization's own: due, or to be tried again later." },
  running: { ...count, description: "The organization's own." },
  oldest_wait_seconds: {
    ...orNull(amount),
    description:
      "Since the organization's longest waiting could have been taken by a worker. Null: none could.",
  },
  wait_p95_ms: {
    ...orNull(amount),
    description: "Milliseconds: 95th percentile of the organization's waits in the last 15 minutes.",
  },
  workers,
})

export const nowAnswer = one(
  object('ServiceNow', {
    timestamp: time,
    lanes: { type: 'array', items: lane },
    requests: organizationRequests,
  }),
)
