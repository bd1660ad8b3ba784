import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { contextRecords } from '../../../shared/chat/contexts.ts'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import { createConversation, type Thread, threadRecords } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { allOrNull, deleted, EXAMPLE_ID, many, one, record, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { reachesAgent } from '../records/agentReach.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import {
  changeThread,
  handledBy,
  isTest,
  requireActiveAgent,
  requireThread,
  threadChanges,
  threadFields,
  threadOf,
  threadReach,
} from '../threads/threads.ts'

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
export const conversation = record('Conversation', 'A chat with a customer whom you know.', {
  agent_id,
  ...allOrNull({ customer_id, title, locale, user_context_id }),
  status: { ...states, description: '`open`: takes messages; `closed`: you closed it.' },
  handled_by: handledBy,
  is_test: isTest,
  metadata,
})

const { list, read, remove } = handlersOf(
  threadRecords.conversation,
  presentThread,
  'its messages and feedback',
  threadReach,
)

export const conversations = new Router<State, Services>()
conversations.post(
  '/api/v1/conversations',
  operation(
    'createConversation',
    'Open a conversation with a known customer',
    { 201: one(conversation) },
    'It stays open until you close it. Answers 404 for an agent or a context that is not there, 409 for an inactive agent.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateNew(newConversation),
  postConversation,
)
conversations.get(
  '/api/v1/conversations',
  operation(
    'listConversations',
    'List the conversations',
    { 200: many(conversation) },
    'Sorted by when they were opened. `GET /api/v1/threads` sorts them by their last message.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'threads', kind: 'conversation' }, conversationFilters),
  list,
)
conversations.get(
  '/api/v1/conversations/:id',
  operation(
    'readConversation',
    'Read a conversation',
    { 200: one(conversation) },
    'Without its messages, which `GET …/messages` lists.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
conversations.patch(
  '/api/v1/conversations/:id',
  operation(
    'changeConversation',
    'Change or close a conversation',
    { 200: one(conversation) },
    'Changes the fields that the body has. `metadata` is replaced as a whole.',
    ifMatch('conversation'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(
    { ...threadChanges(newConversation.properties), examples: [{ title: 'The parcel has come' }] },
    async (ctx) => presentThread(await threadOf(ctx, 'conversation', 'id')),
  ),
  patchConversation,
)
conversations.delete(
  '/api/v1/conversations/:id',
  operation(
    'deleteConversation',
    'Delete a conversation, with its messages',
    { 200: deleted },
    'Also deletes its feedback and unfinished replies. Its costs stay in the figures.',
    ifMatch('conversation'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function postConversation(ctx: Ctx) {
  const { agent_id, customer_id, title, locale, user_context_id, metadata } = ctx.state
    .body as ConversationBody
  const { organization_id, kind, is_test } = ctx.state.caller
  if (!reachesAgent(ctx, agent_id)) throw notFound('agent')
  requireNoContextInTests(ctx, user_context_id)
  const fields = {
    agent_id,
    customer_id: customer_id ?? null,
    title: title ?? null,
    locale: locale ?? null,
    user_context_id: user_context_id ?? null,
    is_test,
    // People of the organization are no customers: they try the agent.
    is_playground: kind === 'dashboard',
    metadata,
  }
  const created = await idempotently(
    ctx,
    async (db) => {
      await requireActiveAgent(db, organization_id, agent_id)
      if (user_context_id) await contextRecords.get(db, organization_id, user_context_id)
      return createConversation(db, organization_id, fields)
    },
    (id) => threadRecords.conversation.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Conversation created.', presentThread(created))
}

async function patchConversation(ctx: Ctx) {
  const changes = ctx.state.body as Partial<Thread>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'conversation')
  await requireThread(ctx, 'conversation')
  const { user_context_id } = changes
  requireNoContextInTests(ctx, user_context_id)
  // Locks the context before the conversation, as erasing does; in another order the two could
  // deadlock.
  const lock = user_context_id
    ? (db: Db) => contextRecords.lock(db, organization_id, user_context_id)
    : undefined
  const changed = await changeThread(ctx, 'conversation', id, changes, lock)
  answer(ctx, 200, 'Conversation changed.', presentThread(changed))
}

/** Replies to a test key would tell what is known of a live customer. @throws AppError scope */
function requireNoContextInTests(ctx: Ctx, contextId: string | null | undefined): void {
  if (contextId && ctx.state.caller.is_test)
    throw new AppError(
      'scope',
      'A context is of a live customer. Use a key that is not for tests, or try an agent with `traits` in a trial.',
    )
}
