import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import {
  AGENT_EXAMPLE,
  AGENT_FIELD_NAMES,
  AGENT_SCHEMAS,
  type AgentFields,
  defaultOf,
} from '../../../shared/agents/fields.ts'
import { withWholePolicy } from '../../../shared/agents/handoffPolicy.ts'
import { presentAgent } from '../../../shared/agents/presentAgent.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, orNull, record } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { noteThreads } from '../../middleware/signalThreads.ts'
import { validateChanges, validateNew, validateQuery } from '../../middleware/validate.ts'
import { agentIdOf, agentReach } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import { saveWithModels } from './agentModels.ts'
import { requireTools } from './agentTools.ts'

export const newAgent = {
  type: 'object',
  additionalProperties: false,
  required: AGENT_FIELD_NAMES.filter((name) => defaultOf(name) === undefined),
  properties: AGENT_SCHEMAS,
  examples: [AGENT_EXAMPLE],
}
type NewAgent = Pick<AgentFields, 'name'> & Partial<AgentFields>

export const agent = record('Agent', 'A persona that answers in sessions and conversations.', {
  ...Object.fromEntries(
    Object.entries(AGENT_SCHEMAS).map(([name, schema]) => [
      name,
      defaultOf(name) === null ? orNull(schema, 'not given') : schema,
    ]),
  ),
  handoff_policy: AGENT_SCHEMAS.handoff_policy,
})

const WITH = 'its sessions, conversations, their messages and feedback'
const { list, read, show } = handlersOf(agentRecords, presentAgent, WITH, agentReach)

const deletion = {
  type: 'object',
  additionalProperties: false,
  properties: {
    conversations: {
      type: 'string',
      enum: ['delete'],
      description:
        'Deletes its sessions and conversations as well. Without it, an agent that has sessions or conversations is not deleted.',
    },
  },
} as const

export const agents = new Router<State, Services>()
agents.post(
  '/api/v1/agents',
  operation(
    'createAgent',
    'Create an agent',
    { 201: one(agent) },
    'The agent can answer at once, from the knowledge that serves every agent. A `model` of another provider, or of a missing connection, is refused (422, `model_not_configured` in `data.errors`).',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateNew(newAgent),
  postAgent,
)
agents.get(
  '/api/v1/agents',
  operation(
    'listAgents',
    'List the agents',
    { 200: many(agent) },
    'All agents of your organization, inactive ones included.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'agents' }),
  list,
)
agents.get(
  '/api/v1/agents/:id',
  operation(
    'readAgent',
    'Read an agent',
    { 200: one(agent) },
    'The `ETag` of the answer can be sent as `If-Match` with a change.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
agents.patch(
  '/api/v1/agents/:id',
  operation(
    'changeAgent',
    'Change an agent',
    { 200: one(agent) },
    'Changes only the fields in the body. Applies to replies that start from then on.',
    ifMatch('agent'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges({ ...changesOf(newAgent), examples: [{ tone: 'friendly' }] }, show),
  patchAgent,
)
agents.delete(
  '/api/v1/agents/:id',
  operation(
    'deleteAgent',
    'Delete an agent',
    { 200: deleted },
    'An agent that has sessions or conversations is not deleted: 409 `agent_in_use` counts them. To retire it, set `is_active` to false: then it accepts no new chats, and old chats stay. `conversations=delete` deletes its chats with it, including messages and feedback. Knowledge that served only this agent stays, and serves no agent.',
    ifMatch('agent'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(deletion),
  deleteAgent,
)

async function postAgent(ctx: Ctx) {
  const body = withWholePolicy(ctx.state.body as NewAgent)
  const { organization_id } = ctx.state.caller
  const created = await idempotently(
    ctx,
    (db) =>
      saveWithModels(
        ctx,
        body,
        async (transaction) => {
          await requireTools(ctx, transaction, body.tool_ids)
          return agentRecords.create(transaction, organization_id, body)
        },
        db,
      ),
    (id) => agentRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Agent created.', presentAgent(created))
}

async function patchAgent(ctx: Ctx) {
  const changes = withWholePolicy(ctx.state.body as Partial<NewAgent>)
  const id = agentIdOf(ctx)
  const changed = await saveWithModels(ctx, changes, async (transaction) => {
    await requireTools(ctx, transaction, changes.tool_ids)
    return changeRecord(ctx, agentRecords, presentAgent, id, changes, transaction)
  })
  answer(ctx, 200, 'Agent changed.', presentAgent(changed))
}

/** Deletes the agent of the path. Its threads disappear from every list. */
async function deleteAgent(ctx: Ctx) {
  const { conversations } = ctx.state.query as FromSchema<typeof deletion>
  const { organization_id } = ctx.state.caller
  const id = agentIdOf(ctx)
  const check = seenBy(ctx, presentAgent)
  const withThreads = conversations === 'delete'
  const removed = await agentRecords.remove(ctx.db, organization_id, id, check, withThreads)
  noteAudit(ctx, { before: presentAgent(removed) })
  noteThreads(ctx, 'any')
  answerDeleted(ctx, id, withThreads ? `Agent deleted, with ${WITH}.` : 'Agent deleted.')
}
