import Router from '@koa/router'
import { type AgentActivity, listActivity } from '../../../shared/analytics/agentActivity.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { count, kindOf, many, object, orNull, presenter, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { pageOf, validatePage } from '../records/paging.ts'

/** The window of the replies, in days. Conversations and sessions are counted without a window. */
const DAYS = 7

const activity = object('AgentActivity', 'How busy an agent is.', {
  object: kindOf('agent_activity'),
  agent_id: uuid('Id of the agent that the figures are about.'),
  conversations: count('Conversations with the agent, closed ones included.'),
  sessions: count('Sessions with the agent, closed and expired ones included.'),
  knowledge_entries: count(
    'Knowledge entries that the agent may answer from: its own, and entries that serve every agent.',
  ),
  replies: count(
    `Finished replies to questions of the last ${DAYS} days, whether completed, failed or cancelled.`,
  ),
  failed_replies: count('Replies among them that failed.'),
  last_active_at: orNull(
    time('When one of its conversations or sessions last got a message, was changed or was opened'),
    'never',
  ),
})
const present = presenter<AgentActivity>(activity)

export const agentActivity = new Router<State, Services>()
agentActivity.get(
  '/api/v1/agent-activity',
  operation(
    'listAgentActivity',
    'List how busy each agent is',
    { 200: many(activity) },
    'One row for each agent, in the same order and pages as the list of agents.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'agents' }, { agent_id: uuid('Figures of this agent alone.') }),
  limitConcurrency,
  getActivity,
)

async function getActivity(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const { organization_id } = ctx.state.caller
  const found = await listActivity(ctx.db, organization_id, DAYS, page, filter.agent_id)
  answerPage(ctx, found, page.limit, present)
}
