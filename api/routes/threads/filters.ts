import { SEARCHED_MESSAGES } from '../../../shared/chat/threadSearch.ts'
import { HANDOFF_REASONS, HANDOFF_STATES } from '../../../shared/handoffs/records.ts'
import type { ThreadFilter } from '../../../shared/inbox/threadList.ts'
import { TOPIC_ID } from '../../../shared/questions/topicId.ts'
import type { Ctx } from '../../context.ts'
import { flag, uuid } from '../../http/schemas.ts'
import { checkSlice, sliceFilter } from '../records/slice.ts'
import { timeOf, time as timeQuery } from '../records/time.ts'

const words = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: 200, description }) as const
export const kind = { type: 'string', enum: ['session', 'conversation'] } as const

/** The filters of the query string. */
export const threadFilters = {
  kind: { ...kind, description: 'Only sessions, or only conversations.' },
  agent_id: uuid('Threads with this agent.'),
  is_test: flag(
    'With true, only threads that test keys opened; with false, only others. A key always gets only its own kind.',
  ),
  is_playground: flag(
    'With true, only conversations that users of the dashboard opened, in the playground; with false, only others.',
  ),
  status: {
    type: 'string',
    enum: ['open', 'closed', 'expired'],
    description:
      'Threads in this state; `open` threads accept messages, and include `active` sessions.',
  },
  from: timeQuery('Threads whose last message was posted at this time or later'),
  to: timeQuery('Threads whose last message was posted before this time'),
  person: words(
    'Threads whose `customer_id` or `visitor_id` contains this text, in capitals or not.',
  ),
  user_context_id: uuid(
    'Conversations that refer to this context, or that are no tests and whose `customer_id` is its `user_reference`.',
  ),
  text: words(
    `Threads with a message that contains this text, in capitals or not. Searches the newest ${SEARCHED_MESSAGES.toLocaleString('en')} messages of the organization; with \`to\`, the newest until then.`,
  ),
  search: words(
    'Threads with a message as `text` finds it; and threads with this text in `title`, `customer_id`, `visitor_id`, or in the `user_reference`, the trait `name` or the trait `email` of their customer.',
  ),
  has_failures: flag('With true, threads in which a reply failed; false has no effect.'),
  has_feedback: flag('With true, threads with a rating; false has no effect.'),
  has_negative_feedback: flag('With true, threads with a rating of 1 or 2; false has no effect.'),
  has_positive_feedback: flag('With true, threads with a rating of 4 or 5; false has no effect.'),
  has_ungrounded_replies: flag(
    'With true, threads with a reply that cites no knowledge; false has no effect.',
  ),
  has_grounded_replies: flag(
    'With true, threads with a reply that cites knowledge; false has no effect.',
  ),
  topic: {
    type: 'string',
    ...TOPIC_ID,
    examples: ['en:deliveri'],
    description:
      'Threads whose first question has this `topic` of `GET /api/v1/analytics/questions`.',
  },
  ...sliceFilter,
  handoffs: {
    type: 'string',
    enum: ['none', ...Object.keys(HANDOFF_STATES)],
    description:
      'Threads that people had: at `any` time, or with a handoff that a person has `answered`; that left the customer `unanswered` for too long; after which the agent got the chat back (`returned`); during which the chat was `closed` or expired; or that is still `open`. `none`: threads that people never had.',
  },
  handoff_reason: {
    type: 'string',
    enum: HANDOFF_REASONS,
    description: 'Threads with a handoff for this reason that also matches `handoffs`.',
  },
  during_from: timeQuery(
    'Start of the time in which the failures, replies, ratings, handoffs and first questions of the other filters must be. Without such a filter: threads with a question at this time or later',
  ),
  during_to: timeQuery('End of this time, exclusive'),
} as const

const TIMES = ['from', 'to', 'during_from', 'during_to'] as const
type TimeFilter = (typeof TIMES)[number]
/** The query of a list of threads, as received. */
export type FilterQuery = Omit<ThreadFilter, TimeFilter> & Partial<Record<TimeFilter, string>>

/**
 * Reads the filters of a query, within the caller's reach. @throws AppError validation_failed for
 * an invalid time
 */
export function filterOf(ctx: Ctx, query: FilterQuery): ThreadFilter {
  const { kind, agent_ids, is_test } = ctx.state.caller
  checkSlice(query)
  const times = TIMES.flatMap((name) => {
    const text = query[name]
    return text === undefined ? [] : [[name, timeOf(name, text)]]
  })
  const { from: _, to: _to, during_from: _during, during_to: _until, ...filter } = query
  const reach = { ...(agent_ids && { agent_ids }), ...(kind === 'application' && { is_test }) }
  return { ...filter, ...Object.fromEntries(times), ...reach }
}
