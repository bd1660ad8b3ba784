import type { FIGURES } from '../../../shared/analytics/overview.ts'
import { TIME_BUCKETS } from '../../../shared/analytics/requests.ts'
import { LANE_NAMES } from '../../../shared/lib/jobs.ts'
import {
  amount,
  count,
  described,
  object,
  one,
  orNull,
  type Schema,
  text,
  time,
} from '../../http/schemas.ts'
import { organizationRequests } from '../../limits/limitUse.ts'

const byAgent = (schema: Schema) =>
  orNull(schema, 'the query has `agent_id`: the figure belongs to no agent')
const ms = (description: string) => orNull(amount(description), 'there was none')
const REPLY_TIME = "Milliseconds from a question's acceptance to its completed reply"
const MODEL_TIME = 'Milliseconds of a call of the model that gave a reply'
const WAIT_TIME =
  'Milliseconds from when a worker could have taken a reply to when one took it, of each attempt that ended'
const wait = (description: string) =>
  orNull(
    amount(description),
    'there was none, or the query has `agent_id`: the figure belongs to no agent',
  )

const figures: Record<(typeof FIGURES)[number], Schema> = {
  messages: count('Questions that users posted.'),
  replies: count('Questions whose reply is completed.'),
  failed_replies: count('Questions whose reply failed.'),
  cancelled_replies: count('Questions whose reply was cancelled.'),
  unfinished_replies: count('Questions whose reply waits or is being written.'),
  reply_p50_ms: ms(`${REPLY_TIME}: the median.`),
  reply_p95_ms: ms(`${REPLY_TIME}: the 95th percentile.`),
  input_tokens: count('Tokens that the models read, failed calls included.'),
  output_tokens: count('Tokens that the models wrote, failed calls included.'),
  total_tokens: count('Tokens that the models read and wrote.'),
  cost_usd: amount('Cost in USD of the calls of models whose price is known.'),
  unpriced_calls: count('Calls of models whose price is not known.'),
  model_p50_ms: ms(`${MODEL_TIME}: the median.`),
  model_p95_ms: ms(`${MODEL_TIME}: the 95th percentile.`),
  wait_p50_ms: wait(`${WAIT_TIME}: the median.`),
  wait_p95_ms: wait(`${WAIT_TIME}: the 95th percentile.`),
  conversations: count('Conversations that were opened.'),
  sessions: count('Sessions that were opened.'),
  feedback_count: count(
    'Ratings that were given. A replaced rating counts at the time when it was first given.',
  ),
  feedback_average: orNull(
    { type: 'number', minimum: 1, maximum: 5, description: 'Mean of these ratings.' },
    'there was none',
  ),
  requests: byAgent(count('Requests that were answered.')),
  errors: byAgent(count('Requests that were answered with a status of 400 or above.')),
  dashboard_requests: byAgent(count('Requests that users of the dashboard sent.')),
  dashboard_errors: byAgent(
    count('Requests of users of the dashboard that were answered with a status of 400 or above.'),
  ),
  blocked: byAgent(count('Requests that a rate limit refused.')),
}

const failures = {
  type: 'array',
  items: object('FailureCount', 'How often replies failed for one reason.', {
    code: text('Code of the error; see `JobError`.'),
    count: count('Replies that failed with it.'),
  }),
  description: 'The failed replies by the code of their error, the most frequent first.',
}
const totals = object('OverviewFigures', 'The figures of a whole period.', { ...figures, failures })

export const overviewAnswer = one(
  object('Overview', 'The figures of a period, and of the period before it.', {
    period: object('OverviewPeriod', 'The requested window.', {
      from: time('Start of the window'),
      to: time('End of the window, exclusive'),
    }),
    previous_period: object('OverviewPreviousPeriod', 'The window before it, of the same length.', {
      from: time('Start of the previous window'),
      to: time('End of the previous window: the start of `period`'),
    }),
    bucket: {
      type: 'string',
      enum: TIME_BUCKETS,
      description: 'Width of the buckets of `series`.',
    },
    current: described(totals, 'The figures of `period`.'),
    previous: described(totals, 'The figures of `previous_period`.'),
    series: {
      type: 'array',
      items: object('OverviewBucket', 'The figures of one bucket of time.', {
        timestamp: time(
          'Start of the bucket: a full hour, or midnight in the time zone of the query',
        ),
        ...figures,
      }),
      description:
        'Each bucket of `period`, oldest first, including empty buckets. The first and the last count only what is in the period.',
    },
  }),
)

const workers = object('WorkersAlive', 'The workers of a lane. All organizations share them.', {
  alive: count('Worker processes that run and take jobs.'),
  slots: count('Jobs that they can run at a time, all together.'),
  versions: {
    type: 'array',
    items: { type: 'string' },
    description: 'The different versions of Parley that they run.',
  },
  last_seen_at: orNull(time('When one of them last reported'), 'no worker runs'),
})

const lane = object('LaneState', "What waits and runs in a lane, of the organization's own jobs.", {
  lane: {
    type: 'string',
    enum: LANE_NAMES,
    description: 'The kind of job: replies (`reply`), or the indexing of knowledge (`index`).',
  },
  waiting: count('Jobs that no worker works on: they are due, or will be tried again later.'),
  running: count('Jobs that workers run.'),
  oldest_wait_seconds: orNull(
    amount('Seconds since a worker could have taken the job that has waited longest.'),
    'no job is due',
  ),
  wait_p95_ms: orNull(
    amount(
      'Milliseconds from when a worker could have taken a job to when one took it: the 95th percentile of the last 15 minutes.',
    ),
    'no job ended in them',
  ),
  workers,
})

export const nowAnswer = one(
  object('ServiceNow', 'The state of the service for the organization.', {
    timestamp: time('When the figures were read'),
    lanes: { type: 'array', items: lane, description: 'One for each kind of job.' },
    requests: described(organizationRequests, 'How much of the limit on API requests is used.'),
  }),
)
