import Router from '@koa/router'
import { type AgentActivity, listActivity } from '../../../shared/store/analytics/agentActivity.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { many, object, orNull, presenter, time, uuid } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { organizationSlot } from '../../middleware/organizationSlot.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { pageOf, validatePage } from '../records/paging.ts'

/** The window of the replies. Conversations and sessions are counted without one. */
const DAYS = 7

const count = { type: 'integer', minimum: 0 }

const activity = object('AgentActivity', {
  agent_id: uuid,
  conversations: count,
  sessions: count,
  knowledge_entries: {
    ...count,
    description: 'That it may answer from: its own, and those that serve every agent.',
  },
  replies: { ...count, description: `Asked for in the last ${DAYS} days.` },
  failed_replies: { ...count, description: `Of those of the last ${DAYS} days.` },
  last_active_at: {
    ...orNull(time),
    description: 'When something last happened in one of its conversations or sessions. Null: never.',
  },
})
const present = presenter<AgentActivity>(activity)

export const agentActivity = new Router<State, Services>()
agentActivity.get(
  '/api/v1/agent-activity',
  operation(
    'listAgentActivity',
    'How much each agent has to do',
    { 200: many(activity) },
    'In the order of the list of agents, and with the same pages.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { agent_id: uuid }),
  organizationSlot,
  getActivity,
)

async function getActivity(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const found = await listActivity(ctx.db, organization_id, DAYS, page, filter.agent_id)
  answerPage(ctx, found, page.limit, present)
}
