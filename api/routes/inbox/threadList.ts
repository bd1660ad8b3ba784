import Router from '@koa/router'
import { handlerOf } from '../../../shared/chat/presentThread.ts'
import { anyThread } from '../../../shared/chat/threads.ts'
import { headlineOf } from '../../../shared/inbox/headline.ts'
import {
  getThreadSummary,
  listThreads,
  OUTCOMES,
  sumThreadUsage,
  type ThreadPlace,
  type ThreadSummary,
} from '../../../shared/inbox/threadList.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  allOrNull,
  count,
  flag,
  listed,
  object,
  one,
  orNull,
  paginationOf,
  presenter,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageLimit } from '../records/paging.ts'
import { type FilterQuery, filterOf, kind, threadFilters } from '../threads/filters.ts'
import { handledBy, isTest, threadReach } from '../threads/threads.ts'

const PLACE = /^(\d{1,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const threadQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: pageLimit,
    after: {
      type: 'string',
      pattern: PLACE.source,
      description: 'The `next_cursor` of the previous page. Without it: the first page.',
    },
    ...threadFilters,
  },
} as const

export const lastMessage = object('LastMessage', 'The newest message that has text.', {
  role: {
    type: 'string',
    enum: ['user', 'assistant', 'human_agent'],
    description: 'Who wrote it: the `user`, the agent (`assistant`), or a person (`human_agent`).',
  },
  text: text('The first 200 characters of the message.'),
})

const summaryFields = {
  kind: { ...kind, description: 'Whether it is a session or a conversation.' },
  agent_id: uuid('Id of the agent that answers.'),
  agent_name: text('Current name of the agent.'),
  allow_attachments: flag('Whether files can be sent in it, as its agent is set.'),
  status: {
    type: 'string',
    enum: ['active', 'open', 'closed', 'expired'],
    description:
      'An `active` session and an `open` conversation accept messages; a `closed` one was closed, an `expired` session was idle for too long.',
  },
  ...allOrNull({
    customer_id: text('Your own id of the customer, in a conversation.'),
    visitor_id: text('Your own label of the visitor, in a session.'),
    title: text('Title of the conversation.'),
    locale: text("The user's language, as a BCP 47 tag."),
    user_context_id: uuid('Id of the context of the customer.'),
  }),
  handled_by: handledBy,
  is_test: isTest,
  customer_name: orNull(
    text('Name of the customer: the trait `name` of their context, or else `email`.'),
    'no name is known, or it is a session or a test',
  ),
  first_question: orNull(
    text("The first 200 characters of the user's first question."),
    'nothing was asked',
  ),
  headline: orNull(
    text('What it is about: its `title`, or else its `first_question` without greetings.'),
    'it has no title, and nothing was asked',
  ),
  outcome: orNull(
    {
      type: 'string',
      enum: OUTCOMES,
      description:
        'Its outcome, the first that applies: `rated_low`, a rating of 1 or 2; `failed`, a reply failed; `handed_off`, people had or have it; `not_from_knowledge`, a reply cites no knowledge; `answered`.',
    },
    'no reply has ended, and people never had it',
  ),
  active_at: time('When its last message was posted; without messages, when it was opened'),
  message_count: count('Messages in it, replies included.'),
  failed_replies: count('Questions whose reply failed.'),
  ungrounded_replies: count('Completed replies that cite no knowledge.'),
  is_answering: flag('Whether a reply waits or is being written.'),
  feedback_count: count('Ratings that were given.'),
  negative_feedback_count: count('Ratings of 1 or 2.'),
  average_rating: orNull(
    { type: 'number', description: 'Mean of the ratings, 1 to 5, rounded to one decimal.' },
    'there are none',
  ),
  last_message: orNull(lastMessage, 'no message has text'),
  match: orNull(
    object('ThreadMatch', 'The newest message in which the searched text was found.', {
      message_id: uuid('Where a transcript opens to show the text.'),
      role: {
        type: 'string',
        enum: ['user', 'assistant', 'human_agent'],
        description:
          'Who wrote it: the `user`, the agent (`assistant`), or a person (`human_agent`).',
      },
      text: text('The text with its surroundings, up to 400 characters.'),
    }),
    'there was no `search` or `text`, or only a name or title contains it',
  ),
} as const
const summary = record(
  'ThreadSummary',
  'A session or conversation, as lists show it.',
  summaryFields,
  'thread',
)
const whole = record(
  'Thread',
  'The state of a session or conversation.',
  {
    ...summaryFields,
    metadata: {
      type: 'object',
      description: 'Your data, stored when it was opened or changed.',
    },
    input_tokens: count('Tokens that models read for its replies, failed calls included.'),
    output_tokens: count('Tokens that models wrote for its replies, failed calls included.'),
    cost_usd: orNull(
      { type: 'number', description: 'Cost in USD of the calls of models whose price is known.' },
      'there is none',
    ),
  },
  'thread',
)
const fieldsOf = presenter<ThreadSummary & { headline: string | null }>(summary)
const present = (thread: ThreadSummary) => ({
  ...fieldsOf({ ...thread, headline: headlineOf(thread) }),
  handled_by: handlerOf(thread),
})

const pagination = paginationOf('ThreadPagination', text(''), {
  searched_since: orNull(
    time('With `text` or `search`, when the oldest message was posted that the search looked at'),
    'it looked at all messages, or the query has no text',
  ),
})

export const threadList = new Router<State, Services>()
threadList.get(
  '/api/v1/threads',
  operation(
    'listThreads',
    'List sessions and conversations, the last active first',
    { 200: listed(summary, { pagination }) },
    'Threads are sessions and conversations. Each shows its customer or visitor, its last message, failures and ratings. A thread that gets a message while pages are read moves to the front, and may be missing.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(threadQuery),
  limitConcurrency,
  getThreads,
)
threadList.get(
  '/api/v1/threads/:id',
  operation(
    'readThread',
    'Read the state of a session or conversation',
    { 200: one(whole) },
    'As in the list of threads, with `metadata` and what its replies cost.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  getThread,
)

async function getThreads(ctx: Ctx) {
  const { limit, after, ...query } = ctx.state.query as FilterQuery & {
    limit: number
    after?: string
  }
  const filter = filterOf(ctx, query)
  const { organization_id } = ctx.state.caller
  const page = { limit, after: placeOf(after) }
  const { rows, has_more, searched_since } = await listThreads(
    ctx.db,
    organization_id,
    filter,
    page,
  )
  const last = rows.at(-1)?.place
  const next_cursor = has_more && last ? `${last.active_at}_${last.id}` : null
  answer(ctx, 200, `${rows.length} found.`, rows.map(present))
  Object.assign(ctx.body as object, {
    pagination: { limit, has_more, next_cursor, searched_since },
  })
}

async function getThread(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'thread')
  const { metadata } = await anyThread.get(ctx.db, organization_id, id, threadReach.changes(ctx))
  const thread = await getThreadSummary(ctx.db, organization_id, id)
  const usage = await sumThreadUsage(ctx.db, organization_id, id)
  answer(ctx, 200, 'Thread found.', { ...present(thread), metadata, ...usage })
}

function placeOf(cursor: string | undefined): ThreadPlace | undefined {
  const [, active_at, id] = PLACE.exec(cursor ?? '') ?? []
  return active_at && id ? { active_at, id } : undefined
}
