import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { presentAgent } from '../../../shared/agents/presentAgent.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { allOrNull, deleted, flag, languageTag, many, one, record } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew, validateQuery } from '../../middleware/validate.ts'
import { agentIdOf, agentReach } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import { saveWithModels } from './agentModels.ts'
import { handoffPolicy, withWholePolicy } from './handoffPolicy.ts'

export const newAgent = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 120,
      pattern: '\\S',
      examples: ['Ada'],
      description: 'What the agent calls itself; must not be blank.',
    },
    description: {
      type: 'string',
      maxLength: 2000,
      description: 'Who the agent is and whom it helps; part of the prompt.',
    },
    tone: {
      type: 'string',
      maxLength: 60,
      description: 'How the agent speaks, such as `professional`; part of the prompt.',
    },
    language: languageTag(
      'Language in which the agent replies',
      'To users who write in another language it replies in theirs. Default: the `locale` of the session or conversation.',
    ),
    default_tasks: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 60 },
      description:
        'What the agent is for, such as `answer_questions`; part of the prompt. Default: none.',
    },
    is_active: flag(
      'Whether the agent takes new sessions, conversations and messages; otherwise they answer 409 `agent_inactive`. Default: true.',
    ),
    instructions: {
      type: 'string',
      maxLength: 8000,
      description: 'What else the agent should do or avoid, in your words; part of the prompt.',
    },
    model: {
      type: 'string',
      maxLength: 120,
      pattern: '^[a-z][a-z0-9-]{1,39}:.+$',
      examples: ['openai:gpt-4o-mini'],
      description:
        'Model that writes the replies, as `connection:model` of one of your connections, or as `provider:model` of the provider that the service is set up with (see `GET /api/v1/models`). Default: the `LLM_MODEL` of the service.',
    },
    fallback_models: {
      type: 'array',
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'string', maxLength: 120, pattern: '^[a-z][a-z0-9-]{1,39}:.+$' },
      examples: [['openai:gpt-4o-mini', 'builtin:extractive']],
      description:
        'Models that write a reply when `model` cannot, in this order: it does not answer, limits the rate of requests, or the prompt is too long for it. The next one is asked within the same reply. Each is named as `model` is; `builtin:extractive`, which needs no provider, may always be the last one. Default: none.',
    },
    temperature: {
      type: 'number',
      minimum: 0,
      maximum: 2,
      description:
        "Sampling temperature: how freely the model chooses its words. Models that take none ignore it. Default: the provider's.",
    },
    max_output_tokens: {
      type: 'integer',
      minimum: 1,
      maximum: 32000,
      description:
        "Maximum number of tokens of one reply. Default: the provider's limit; 2,048 with Anthropic.",
    },
    fallback_message: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description:
        "What the agent says where neither knowledge nor conversation tells the answer; a model may say it in the user's language. Default: the model says so in its own words.",
    },
    greeting: {
      type: 'string',
      maxLength: 1000,
      description:
        'Words that your own chat may show before the first question; they are no message. A widget shows the `greeting` of its configuration instead.',
    },
    handoff_policy: handoffPolicy,
    require_grounding: flag(
      'Whether a reply that cites no knowledge is replaced by the `fallback_message`, or without one by a sentence in the language of the question. Small talk, such as a greeting or thanks, is answered either way. Default: false.',
    ),
    allow_attachments: flag(
      'Whether messages may have attachments: images, which are shown to models that take images, and PDFs, whose text the model gets. Default: false.',
    ),
    mail_transcripts: flag(
      'Whether a chat is mailed to its customer when it is closed, as `POST …/transcript` would: only to an address that is proven, and not if it expires. Default: false.',
    ),
  },
  examples: [
    {
      name: 'Ada',
      description: 'Helps the customers of Greenleaf.',
      tone: 'professional',
      language: 'en',
      default_tasks: ['answer_questions', 'provide_support'],
      is_active: true,
    },
  ],
} as const
type NewAgent = FromSchema<typeof newAgent>

const {
  name,
  default_tasks,
  is_active,
  fallback_models,
  require_grounding,
  allow_attachments,
  mail_transcripts,
  handoff_policy,
  ...optional
} = newAgent.properties
export const agent = record('Agent', 'A persona that answers in sessions and conversations.', {
  name,
  default_tasks,
  is_active,
  fallback_models,
  require_grounding,
  allow_attachments,
  mail_transcripts,
  handoff_policy,
  ...allOrNull(optional),
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
        'Deletes its sessions and conversations as well. Without it, an agent that has any is not deleted.',
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
    'The agent can answer at once, from the knowledge that serves every agent. A `model` of another provider, or of a connection that is not there, is refused (422, `model_not_configured` in `data.errors`).',
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
    'Changes the fields that the body has, and no others. Applies to replies that start from then on.',
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
    'An agent that has sessions or conversations is not deleted: 409 `agent_in_use` counts them. To retire it, set `is_active` to false: then it takes no more, and what was said stays. With `conversations=delete` they are deleted with it, their messages and feedback, too. Knowledge that served this agent alone stays, and serves nobody.',
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
        (transaction) => agentRecords.create(transaction, organization_id, body),
        db,
      ),
    (id) => agentRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Agent created.', presentAgent(created))
}

async function patchAgent(ctx: Ctx) {
  const changes = withWholePolicy(ctx.state.body as Partial<NewAgent>)
  const id = agentIdOf(ctx)
  const changed = await saveWithModels(ctx, changes, (transaction) =>
    changeRecord(ctx, agentRecords, presentAgent, id, changes, transaction),
  )
  answer(ctx, 200, 'Agent changed.', presentAgent(changed))
}

/**
 * Deletes the agent of the path, and tells the dashboards: its threads are gone from every list.
 */
async function deleteAgent(ctx: Ctx) {
  const { conversations } = ctx.state.query as FromSchema<typeof deletion>
  const { organization_id } = ctx.state.caller
  const id = agentIdOf(ctx)
  const check = seenBy(ctx, presentAgent)
  const withThreads = conversations === 'delete'
  const removed = await agentRecords.remove(ctx.db, organization_id, id, check, withThreads)
  noteAudit(ctx, { before: presentAgent(removed) })
  ctx.threadSignals.tell(organization_id)
  answerDeleted(ctx, id, withThreads ? `Agent deleted, with ${WITH}.` : 'Agent deleted.')
}
