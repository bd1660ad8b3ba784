import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Db } from '../../shared/db.ts'
import { AppError } from '../../shared/errors.ts'
import { storedJson } from '../../shared/schema.ts'
import { agentRecords } from '../../shared/store/agents.ts'
import { AGENT_INACTIVE } from '../../shared/store/messages.ts'
import { createSession, type Thread, threadRecords } from '../../shared/store/threads.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer, answerDeleted, answerPage } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { changesOf } from './changes.ts'
import { idOf } from './ids.ts'
import { pageOf, validatePage } from './paging.ts'

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

const sessionFilters = {
  agent_id: { type: 'string', format: 'uuid' },
  visitor_id: newSession.properties.visitor_id,
  status: { type: 'string', enum: ['active', 'closed'] },
} as const

/** `status: "closed"` closes it; nothing opens it again. */
const sessionChanges = changesOf(
  {
    properties: { ...newSession.properties, status: { type: 'string', enum: ['closed'] } },
    required: ['status'],
  },
  ['agent_id'],
)

export const sessions = new Router<State, Services>()
sessions.post('/api/v1/sessions', authenticate, validate(newSession), postSession)
sessions.get('/api/v1/sessions', authenticate, validatePage('desc', sessionFilters), getSessions)
sessions.get('/api/v1/sessions/:id', authenticate, getSession)
sessions.patch('/api/v1/sessions/:id', authenticate, validate(sessionChanges), patchSession)
sessions.delete('/api/v1/sessions/:id', authenticate, removeSession)

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
    (id) => threadRecords.session.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Session created.', present(session))
}

async function getSessions(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const found = await threadRecords.session.list(ctx.db, ctx.state.caller.organization_id, filter, page)
  answerPage(ctx, found, page.limit, present)
}

async function getSession(ctx: Ctx) {
  const id = idOf(ctx, 'session')
  answer(
    ctx,
    200,
    'Session found.',
    present(await threadRecords.session.get(ctx.db, ctx.state.caller.organization_id, id)),
  )
}

async function patchSession(ctx: Ctx) {
  const changes = withMetadata(ctx.state.body as Partial<Thread>)
  const id = idOf(ctx, 'session')
  const session = await threadRecords.session.change(ctx.db, ctx.state.caller.organization_id, id, changes)
  answer(ctx, 200, 'Session changed.', present(session))
}

async function removeSession(ctx: Ctx) {
  const id = idOf(ctx, 'session')
  await threadRecords.session.remove(ctx.db, ctx.state.caller.organization_id, id)
  answerDeleted(ctx, id, 'Session deleted, with its messages.')
}

/** Metadata that is taken back is empty. */
export const withMetadata = (changes: Partial<Thread>): Partial<Thread> =>
  changes.metadata === null ? { ...changes, metadata: {} } : changes

/** @throws AppError not_found, agent_inactive */
export async function requireActiveAgent(db: Db, organizationId: string, agentId: string): Promise<void> {
  const agent = await agentRecords.get(db, organizationId, agentId)
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
