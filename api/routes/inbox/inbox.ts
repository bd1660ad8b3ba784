import Router from '@koa/router'
import { reason, requestedBy } from '../../../shared/handoffs/handoffFields.ts'
import {
  countInbox,
  INBOX_FILTERS,
  type InboxFilter,
  type InboxPlace,
  type InboxReach,
  type InboxThread,
  listInbox,
  MAX_COUNTED,
} from '../../../shared/inbox/inbox.ts'
import { countCallsToDecide } from '../../../shared/tools/toolCalls.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
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
  photo,
  presenter,
  record,
  text,
  time,
  uuid,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { dueAt, NOTE } from '../handoffs/handoffs.ts'
import { pageLimit } from '../records/paging.ts'
import { isTest } from '../threads/threads.ts'
import { lastMessage } from './threadList.ts'

/** A cursor of the version before has only the wait and the id. */
const PLACE = /^(?:(\d{0,18})_)?(\d{0,18})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

const inboxQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    filter: {
      type: 'string',
      enum: INBOX_FILTERS,
      default: 'all',
      description:
        '`unassigned`: no user has taken it; `mine`: assigned to the calling user (not for keys); `waiting`: the customer waits for an answer; `all`.',
    },
    limit: pageLimit,
    after: {
      type: 'string',
      pattern: PLACE.source,
      description: 'The `next_cursor` of the previous page. Without it: the first page.',
    },
  },
} as const

const lastQuestion = object('LastQuestion', "The customer's newest message.", {
  id: uuid('Id of the message.'),
  text: text('The first 200 characters of the message; empty if it only names its files.'),
  files: {
    type: 'array',
    items: text('Name of a file.'),
    description: 'The names of the files that came with it, at most 4.',
  },
  created_at: time('When it was posted'),
})

const item = record(
  'InboxThread',
  'A session or conversation that people have.',
  {
    kind: {
      type: 'string',
      enum: ['session', 'conversation'],
      description: 'Whether it is a session or a conversation.',
    },
    agent_id: uuid('Id of the agent that had it before.'),
    agent_name: text('Current name of the agent.'),
    status: {
      type: 'string',
      enum: ['active', 'open'],
      description: 'A session is `active`, a conversation is `open`.',
    },
    ...allOrNull({
      customer_id: text('Your own id of the customer, in a conversation.'),
      visitor_id: text('Your own label of the visitor, in a session.'),
      title: text('Title of the conversation.'),
      locale: text("The user's language, as a BCP 47 tag."),
      user_context_id: uuid('Id of the context of the customer.'),
    }),
    is_test: isTest,
    customer_name: orNull(
      text('Name of the customer: the trait `name` of their context, or else `email`.'),
      'no name is known, or it is a session or a test',
    ),
    first_question: orNull(
      text("The first 200 characters of the user's first question."),
      'nothing was asked',
    ),
    last_message: orNull(lastMessage, 'no message has text'),
    last_question: orNull(lastQuestion, 'the customer has said nothing'),
    is_unread: orNull(
      flag(
        "Whether you have not yet seen the customer's newest message: `PUT …/read` marks it as seen. False once a person has answered it.",
      ),
      'the caller is a key',
    ),
    reason,
    note: orNull(text(NOTE), 'not given'),
    requested_by: requestedBy,
    requested_at: time('When it was handed off'),
    assignee_id: orNull(uuid('Id of the user who answers.'), 'no user is assigned'),
    assignee_name: orNull(text('Name of this user.'), 'no user is assigned, or they have no name'),
    assignee_photo: photo,
    assigned_at: orNull(time('When the user was assigned'), 'no user is assigned'),
    first_reply_at: orNull(time('When a person first answered'), 'no person has answered yet'),
    waiting_since: orNull(
      time('Since when the customer waits for an answer of a person'),
      'the last message is not theirs, or thanks for an answer',
    ),
    due_at: orNull(dueAt, 'the customer does not wait, or there is no target'),
  },
  'thread',
)
const present = presenter<InboxThread>(item)

const counts = object(
  'InboxCounts',
  `How many threads people have, and what they have to decide, each counted up to ${MAX_COUNTED}.`,
  {
    unassigned: count('Threads that no user has taken.'),
    mine: count('Threads assigned to the calling user; 0 for a key.'),
    waiting: count('Threads whose customer waits for an answer.'),
    all: count('All threads that people have.'),
    due: count(
      'Threads whose customer waits and that are unassigned or assigned to the calling user.',
    ),
    due_since: orNull(
      time('When the last of the customers in `due` began to wait'),
      'there is none',
    ),
    to_decide: count('Calls of tools that a person has to decide, or to settle.'),
  },
)

/** The threads that people have. */
export const inbox = new Router<State, Services>()
inbox.get(
  '/api/v1/inbox',
  operation(
    'listInbox',
    'List the sessions and conversations that people have',
    { 200: listed(item, { pagination: paginationOf('InboxPagination', text('')) }) },
    "With `targets` of the organization, what is late or due first comes first. Then customers who have waited longest come first; threads whose last message is not the customer's come last. Lists only threads that accept messages. A thread that begins to wait while pages are read changes its place, and may be missing.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(inboxQuery),
  getInbox,
)
inbox.get(
  '/api/v1/inbox/counts',
  operation(
    'countInbox',
    'Count the sessions and conversations that people have',
    { 200: one(counts) },
    'For a badge: cheap, so read it again whenever `GET /api/v1/thread-events` signals a change.',
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  getCounts,
)

function reachOf(ctx: Ctx): InboxReach {
  const { organization_id, user, agent_ids, kind, is_test } = ctx.state.caller
  return {
    organization_id,
    agent_ids,
    user_id: user?.id ?? null,
    is_test: kind === 'application' ? is_test : null,
  }
}

async function getInbox(ctx: Ctx) {
  const { filter, limit, after } = ctx.state.query as {
    filter: InboxFilter
    limit: number
    after?: string
  }
  const reach = reachOf(ctx)
  if (filter === 'mine' && !reach.user_id)
    throw validationFailed([
      { field: 'filter', code: 'enum', detail: 'can be `mine` only for a user' },
    ])
  const { rows, has_more } = await listInbox(ctx.db, reach, filter, {
    limit,
    after: placeOf(after),
  })
  const last = rows.at(-1)?.place
  const next_cursor =
    has_more && last ? `${last.due ?? ''}_${last.waiting ?? ''}_${last.handoff_id}` : null
  answer(ctx, 200, `${rows.length} found.`, rows.map(present))
  Object.assign(ctx.body as object, { pagination: { limit, has_more, next_cursor } })
}

async function getCounts(ctx: Ctx) {
  const reach = reachOf(ctx)
  const [threads, to_decide] = await Promise.all([
    countInbox(ctx.db, reach),
    countCallsToDecide(ctx.db, reach, MAX_COUNTED),
  ])
  answer(ctx, 200, 'Counted.', { ...threads, to_decide })
}

function placeOf(cursor: string | undefined): InboxPlace | undefined {
  const [, due, waiting, handoff_id] = PLACE.exec(cursor ?? '') ?? []
  return handoff_id ? { due: due || null, waiting: waiting || null, handoff_id } : undefined
}
