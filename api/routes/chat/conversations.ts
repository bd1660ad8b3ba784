import type { FromSchema } from 'json-schema-to-ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import { createConversation, type Thread } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Ctx } from '../../context.ts'
import { allOrNull, EXAMPLE_ID, record, uuid } from '../../http/schemas.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { handledBy, isTest, threadFields } from '../threads/threads.ts'
import { threadRoutes } from './threadRoutes.ts'

const newConversation = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: {
    ...threadFields,
    customer_id: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Your own id of the customer.',
    },
    title: {
      type: 'string',
      maxLength: 200,
      description: 'What the conversation is about, for people who look at lists.',
    },
    user_context_id: uuid(
      'Id of the context of the customer, whose traits are part of the prompt of each reply (`POST /api/v1/contexts`). Not with a test key (403).',
    ),
  },
  examples: [
    {
      agent_id: EXAMPLE_ID,
      customer_id: 'customer-1',
      title: 'A late parcel',
      locale: 'en',
      user_context_id: EXAMPLE_ID,
      metadata: { channel: 'app' },
    },
  ],
} as const
type ConversationBody = FromSchema<typeof newConversation>

const states = { type: 'string', enum: ['open', 'closed'] } as const
const conversationFilters = {
  agent_id: uuid('Conversations with this agent.'),
  customer_id: {
    ...newConversation.properties.customer_id,
    description: 'Conversations of this customer.',
  },
  user_context_id: uuid('Conversations that refer to this context.'),
  status: { ...states, description: 'Conversations in this state.' },
} as const

const { agent_id, metadata, customer_id, title, locale, user_context_id } =
  newConversation.properties
export const conversation = record('Conversation', 'A chat with a known customer.', {
  agent_id,
  ...allOrNull({ customer_id, title, locale, user_context_id }),
  status: { ...states, description: '`open`: accepts messages; `closed`: you closed it.' },
  handled_by: handledBy,
  is_test: isTest,
  metadata,
})

export const conversations = threadRoutes({
  kind: 'conversation',
  open: [
    'Open a conversation with a known customer',
    'It stays open until you close it. Answers 404 if the agent or context does not exist, 409 for an inactive agent.',
  ],
  list: 'Sorted by when they were opened. `GET /api/v1/threads` sorts them by their last message.',
  read: 'Without its messages, which `GET …/messages` lists.',
  record: conversation,
  body: newConversation,
  changes: { title: 'The parcel has come' },
  filters: conversationFilters,
  limitList: rateLimit,
  check: requireNoContextInTests,
  create: storeConversation,
  lockFor: lockContext,
})

async function storeConversation(ctx: Ctx, db: Db) {
  const { agent_id, customer_id, title, locale, user_context_id, metadata } = ctx.state
    .body as ConversationBody
  const { organization_id, kind, is_test } = ctx.state.caller
  if (user_context_id) await contextRecords.get(db, organization_id, user_context_id)
  return createConversation(db, organization_id, {
    agent_id,
    customer_id: customer_id ?? null,
    title: title ?? null,
    locale: locale ?? null,
    user_context_id: user_context_id ?? null,
    is_test,
    // The organization's own people are not customers: they try out the agent.
    is_playground: kind === 'dashboard',
    metadata,
  })
}

/**
 * Locks the context before the conversation, as erasing does; in another order the two could
 * deadlock.
 */
function lockContext(ctx: Ctx, { user_context_id }: Partial<Thread>) {
  if (!user_context_id) return undefined
  return (db: Db) => contextRecords.lock(db, ctx.state.caller.organization_id, user_context_id)
}

/**
 * Refuses a context in a test: a reply would show a test key what is known of a live customer.
 * @throws AppError scope
 */
function requireNoContextInTests(ctx: Ctx, { user_context_id }: Partial<Thread>): void {
  if (user_context_id && ctx.state.caller.is_test)
    throw new AppError(
      'scope',
      'A context belongs to a live customer. Use a live key, or try an agent with `traits` in a trial.',
    )
}
