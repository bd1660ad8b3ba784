import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Db } from '../../../shared/db/db.ts'
import { contextRecords } from '../../../shared/store/chat/contexts.ts'
import { createConversation, type Thread, threadRecords } from '../../../shared/store/chat/threads.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { once } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { allOrNull, deleted, EXAMPLE_ID, many, one, presenter, record } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import { requireActiveAgent, threadChanges, threadFields } from './threads.ts'

const newConversation = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: {
    ...threadFields,
    customer_id: { type: 'string', minLength: 1, maxLength: 200 },
    title: { type: 'string', maxLength: 200 },
    user_context_id: { type: 'string', format: 'uuid' },
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

const conversationFilters = {
  agent_id: threadFields.agent_id,
  customer_id: newConversation.properties.customer_id,
  user_context_id: { type: 'string', format: 'uuid' },
  status: { type: 'string', enum: ['open', 'closed'] },
} as const

const { agent_id, metadata, customer_id, title, locale, user_context_id } = newConversation.properties
const conversation = record('Conversation', {
  agent_id,
  ...allOrNull({ customer_id, title, locale, user_context_id }),
  status: { type: 'string', enum: ['open', 'closed'] },
  metadata,
})
export const presentConversation = presenter<Thread>(conversation)

const { list, read, remove } = handlersOf(
  threadRecords.conversation,
  presentConversation,
  'its messages and feedback',
)

export const conversations = new Router<State, Services>()
conversations.post(
  '/api/v1/conversations',
  operation('createConversation', 'Open a conversation with a known customer', { 201: one(conversation) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newConversation),
  postConversation,
)
conversations.get(
  '/api/v1/conversations',
  operation('listConversations', 'List the conversations', { 200: many(conversation) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', conversationFilters),
  list,
)
conversations.get(
  '/api/v1/conversations/:id',
  operation('readConversation', 'Read a conversation', { 200: one(conversation) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
conversations.patch(
  '/api/v1/conversations/:id',
  operation('changeConversation', 'Change or close a conversation', { 200: one(conversation) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate({ ...threadChanges(newConversation.properties), examples: [{ title: 'The parcel has come' }] }),
  patchConversation,
)
conversations.delete(
  '/api/v1/conversations/:id',
  operation('deleteConversation', 'Delete a conversation, with its messages', { 200: deleted }),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function postConversation(ctx: Ctx) {
  const { agent_id, customer_id, title, locale, user_context_id, metadata } = ctx.state
    .body as ConversationBody
  const { organization_id } = ctx.state.caller
  const fields = {
    agent_id,
    customer_id: customer_id ?? null,
    title: title ?? null,
    locale: locale ?? null,
    user_context_id: user_context_id ?? null,
    metadata,
  }
  const created = await once(
    ctx,
    async (db) => {
      await requireActiveAgent(db, organization_id, agent_id)
      if (user_context_id) await contextRecords.get(db, organization_id, user_context_id)
      return createConversation(db, organization_id, fields)
    },
    (id) => threadRecords.conversation.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Conversation created.', presentConversation(created))
}

async function patchConversation(ctx: Ctx) {
  const changes = ctx.state.body as Partial<Thread>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'conversation')
  const { user_context_id } = changes
  const change = (db: Db) => threadRecords.conversation.change(db, organization_id, id, changes)
  const changed = user_context_id
    ? await ctx.db.transaction(async (db) => {
        // Locks the context before the conversation, as erasing does: in another order the two could deadlock.
        await contextRecords.lock(db, organization_id, user_context_id)
        return change(db)
      })
    : await change(ctx.db)
  answer(ctx, 200, 'Conversation changed.', presentConversation(changed))
}
