import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { storedJson } from '../../shared/schema.ts'
import { getContext } from '../../shared/store/contexts.ts'
import { createConversation, getThread, type Thread } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { requireActiveAgent } from './sessions.ts'

const newConversation = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: {
    agent_id: { type: 'string', format: 'uuid' },
    customer_id: { type: 'string', minLength: 1, maxLength: 200 },
    title: { type: 'string', maxLength: 200 },
    locale: { type: 'string', maxLength: 35, pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' },
    user_context_id: { type: 'string', format: 'uuid' },
    metadata: { ...storedJson, default: {} },
  },
} as const
type NewConversation = FromSchema<typeof newConversation>

export const conversations = new Router<State, Services>()
conversations.post('/api/v1/conversations', authenticate, validate(newConversation), postConversation)

async function postConversation(ctx: Ctx) {
  const { agent_id, customer_id, title, locale, user_context_id, metadata } = ctx.state
    .body as NewConversation
  const { organization_id } = ctx.state.caller
  const fields = {
    agent_id,
    customer_id: customer_id ?? null,
    title: title ?? null,
    locale: locale ?? null,
    user_context_id: user_context_id ?? null,
    metadata,
  }
  const conversation = await once(
    ctx,
    async (db) => {
      await requireActiveAgent(db, organization_id, agent_id)
      if (user_context_id) await getContext(db, organization_id, user_context_id)
      return createConversation(db, organization_id, fields)
    },
    (id) => getThread(ctx.db, organization_id, 'conversation', id),
  )
  answer(ctx, 201, 'Conversation created.', present(conversation))
}

const present = (conversation: Thread) => ({
  id: conversation.id,
  agent_id: conversation.agent_id,
  customer_id: conversation.customer_id,
  title: conversation.title,
  locale: conversation.locale,
  user_context_id: conversation.user_context_id,
  status: conversation.status,
  metadata: conversation.metadata,
  created_at: conversation.created_at,
  updated_at: conversation.updated_at,
})
