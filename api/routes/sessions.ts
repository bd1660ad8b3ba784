import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../shared/errors.ts'
import { storedJson } from '../../shared/schema.ts'
import { getAgent } from '../../shared/store/agents.ts'
import { AGENT_INACTIVE } from '../../shared/store/messages.ts'
import { createSession, type Thread } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'

const newSession = {
  type: 'object',
  additionalProperties: false,
  required: ['agent_id'],
  properties: {
    agent_id: { type: 'string', format: 'uuid' },
    visitor_id: { type: 'string', minLength: 1, maxLength: 200 },
    locale: { type: 'string', maxLength: 35, pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' },
    metadata: { ...storedJson, default: {} },
  },
} as const
type NewSession = FromSchema<typeof newSession>

export const sessions = new Router<State, Services>()
sessions.post('/api/v1/sessions', authenticate, validate(newSession), postSession)

async function postSession(ctx: Ctx) {
  const { agent_id, visitor_id, locale, metadata } = ctx.state.body as NewSession
  const { organization_id } = ctx.state.caller
  await requireActiveAgent(ctx, agent_id)
  const session = await createSession(ctx.db, organization_id, {
    agent_id,
    visitor_id: visitor_id ?? null,
    locale: locale ?? null,
    metadata,
  })
  answer(ctx, 201, 'Session created.', present(session))
}

/** @throws AppError not_found, agent_inactive */
export async function requireActiveAgent(ctx: Ctx, agentId: string): Promise<void> {
  const agent = await getAgent(ctx.db, ctx.state.caller.organization_id, agentId)
  if (!agent.is_active) throw new AppError('agent_inactive', AGENT_INACTIVE)
}

const present = (session: Thread) => ({
  id: session.id,
  agent_id: session.agent_id,
  visitor_id: session.visitor_id,
  locale: session.locale,
  status: session.status,
  metadata: session.metadata,
  created_at: session.created_at,
  updated_at: session.updated_at,
})
