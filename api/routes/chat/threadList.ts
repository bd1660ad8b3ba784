import Router from '@koa/router'
import {
  getThreadSummary,
  listThreads,
  type Place,
  SEARCHED_MESSAGES,
  searchedSince,
  sumThreadUsage,
  type ThreadFilter,
  type ThreadSummary,
} from '../../../shared/store/chat/threadList.ts'
import { anyThread } from '../../../shared/store/chat/threads.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  listed,
  object,
  one,
  orNull,
  presenter,
  record,
  text,
  time,
  uuid,
} from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { organizationSlot } from '../../middleware/organizationSlot.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { timeOf, time as timeQuery } from '../records/time.ts'

const count = { type: 'integer', minimum: 0 } as const
const wished = (description: string) => ({ type: 'boolean', description }) as const
const words = { type: 'string', minLength: 1, maxLength: 200 } as const

/** The filters of the query string. */
export const threadFilters = {
  kind: { type: 'string', enum: ['session', 'conversation'] },
  agent_id: uuid,
  status: {
    type: 'string',
    enum: ['open', 'closed', 'expired'],
    description: '`open`: takes messages; of sessions, those that are `active`.',
  },
  from: timeQuery('Active then or later: ISO 8601 date-time, or a date, which is its midnight in UTC.'),
  to: timeQuery('Active before that time.'),
  person: { ...words, description: "Stands in the customer's or visitor's id." },
  user_context_id: {
    ...uuid,
    description: 'Conversations that refer to this context, or whose `customer_id` is its `user_reference`.',
  },
  text: {
    ...words,
    description: `Stands in a message. Looked for in the organization's newest ${SEARCHED_MESSAGES.toLocaleString('en')} messages; with \`to\`, in the newest until then.`,
  },
  has_failures: wished('With a failed reply.'),
  has_negative_feedback: wished('With a rating of 1 or 2.'),
  has_ungrounded_replies: wished('With a reply that no knowledge supports.'),
} as const

export type FilterQuery = Omit<ThreadFilter, 'from' | 'to'> & { from?: string; to?: string }

/** @throws AppError validation_failed for an invalid time */
export const filterOf = ({ from, to, ...filter }: FilterQuery): ThreadFilter => ({
  ...filter,
  from: from === undefined ? undefined : timeOf('from', from),
  to: to === undefined ? undefined : timeOf('to', to),
})

const PLACE = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const threadQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    after: { type: 'string', pattern: PLACE.source, description: 'The `next_cursor` of the page before.' },
    ...threadFilters,
  },
} as const

const summaryFields = {
  kind: threadFilters.kind,
  agent_id: uuid,
  agent_name: text,
  status: { type: 'string', enum: ['active', 'open', 'closed', 'expired'] },
  ...allOrNull({ customer_id: text, visitor_id: text, title: text, locale: text, user_context_id: uuid }),
  active_at: { ...time, description: 'When its last message was posted; without one, when it was opened.' },
  message_count: count,
  failed_replies: count,
  ungrounded_replies: { ...count, description: 'Completed without the support of knowledge.' },
  is_answering: { type: 'boolean', description: 'Whether a reply is being made.' },
  feedback_count: count,
  negative_feedback_count: { ...count, description: 'Ratings of 1 or 2.' },
  average_rating: orNull({ type: 'number' }),
  last_message: orNull(
    object('LastMessage', {
      role: { type: 'string', enum: ['user', 'assistant'] },
      text: { ...text, description: 'Its first 200 characters.' },
    }),
  ),
} as const
const summary = record('ThreadSummary', summaryFields)
const whole = record('Thread', {
  ...summaryFields,
  metadata: { type: 'object' },
  input_tokens: count,
  output_tokens: count,
  cost_usd: { ...orNull({ type: 'number' }), description: 'Null: no price is known.' },
})
const present = presenter<ThreadSummary>(summary)

const pagination = object('ThreadPagination', {
  limit: { type: 'integer' },
  has_more: { type: 'boolean' },
  next_cursor: { ...orNull(text), description: "The next page's `after`." },
  searched_since: {
    ...orNull(time),
    description: 'With `text`: from when on messages were looked at. Null: all of them.',
  },
})

export const threadList = new Router<State, Services>()
threadList.get(
  '/api/v1/threads',
  operation(
    'listThreads',
    'List sessions and conversations, the last active first',
    { 200: listed(summary, { pagination }) },
    'Sessions and conversations with what one would look for in them: who, what was said last, failures, ratings. A thread that becomes active while pages are read moves to the front, and may be left out.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(threadQuery),
  organizationSlot,
  getThreads,
)
threadList.get(
  '/api/v1/threads/:id',
  operation('readThread', 'Read how a session or conversation stands', { 200: one(whole) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  getThread,
)

async function getThreads(ctx: Ctx) {
  const { limit, after, ...query } = ctx.state.query as FilterQuery & { limit: number; after?: string }
  const filter = filterOf(query)
  const { organization_id } = ctx.state.caller
  const [{ rows, has_more }, searched_since] = await Promise.all([
    listThreads(ctx.db, organization_id, filter, { limit, after: placeOf(after) }),
    filter.text === undefined ? null : searchedSince(ctx.db, organization_id, filter.to),
  ])
  const last = rows.at(-1)?.place
  const next_cursor = has_more && last ? `${last.active_at}_${last.id}` : null
  answer(ctx, 200, `${rows.length} found.`, rows.map(present))
  Object.assign(ctx.body as object, { pagination: { limit, has_more, next_cursor, searched_since } })
}

async function getThread(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'thread')
  const { metadata } = await anyThread.get(ctx.db, organization_id, id)
  const thread = await getThreadSummary(ctx.db, organization_id, id)
  const usage = await sumThreadUsage(ctx.db, organization_id, id)
  answer(ctx, 200, 'Thread found.', { ...present(thread), metadata, ...usage })
}

function placeOf(cursor: string | undefined): Place | undefined {
  const [, active_at, id] = PLACE.exec(cursor ?? '') ?? []
  return active_at && id ? { active_at, id } : undefined
}
