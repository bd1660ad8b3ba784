import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Db } from '../../shared/db.ts'
import { AppError } from '../../shared/errors.ts'
import { storedJson } from '../../shared/schema.ts'
import { getAgent } from '../../shared/store/agents.ts'
import { AGENT_INACTIVE } from '../../shared/store/messages.ts'
import { createSession, getThread, type Thread } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'
import { once } from '../once.ts'

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
  const fields = { agent_id, visitor_id: visitor_id ?? null, locale: locale ?? null, metadata }
  const session = await once(
    ctx,
    async (db) => {
      await requireActiveAgent(db, organization_id, agent_id)
      return createSession(db, organization_id, fields)
    },
    (id) => getThread(ctx.db, organization_id, 'session', id),
  )
  answer(ctx, 201, 'Session created.', present(session))
}

/** @throws AppError not_found, agent_inactive */
export async function requireActiveAgent(db: Db, organizationId: string, agentId: string): Promise<void> {
  const agent = await getAgent(db, organizationId, agentId)
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
