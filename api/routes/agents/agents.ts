import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { splitModel } from '../../../shared/providers/catalog/catalog.ts'
import { type Agent, agentRecords } from '../../../shared/store/accounts/agents.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { once } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { allOrNull, deleted, languageTag, many, one, presenter, record } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { changeRecord, handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'

const newAgent = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120, pattern: '\\S', examples: ['Ada'] },
    description: { type: 'string', maxLength: 2000 },
    tone: { type: 'string', maxLength: 60 },
    language: languageTag,
    default_tasks: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 60 },
    },
    is_active: { type: 'boolean' },
    instructions: { type: 'string', maxLength: 8000 },
    model: { type: 'string', maxLength: 120, pattern: '^[a-z]+:.+$', examples: ['openai:gpt-4o-mini'] },
    temperature: { type: 'number', minimum: 0, maximum: 2 },
    max_output_tokens: { type: 'integer', minimum: 1, maximum: 32000 },
    fallback_message: { type: 'string', minLength: 1, maxLength: 1000 },
    greeting: { type: 'string', maxLength: 1000 },
    require_grounding: {
      type: 'boolean',
      description:
        'A reply that cites no knowledge is replaced by the `fallback_message`, or a plain sentence in the language of the question. A greeting, thanks or a farewell is answered all the same.',
    },
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

const { name, default_tasks, is_active, require_grounding, ...optional } = newAgent.properties
const agent = record('Agent', {
  name,
  default_tasks,
  is_active,
  require_grounding,
  ...allOrNull(optional),
})
const present = presenter<Agent>(agent)

const { list, remove } = handlersOf(
  agentRecords,
  present,
  'its sessions, conversations, their messages and feedback',
)

export const agents = new Router<State, Services>()
agents.post(
  '/api/v1/agents',
  operation('createAgent', 'Create an agent', { 201: one(agent) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newAgent),
  postAgent,
)
agents.get(
  '/api/v1/agents',
  operation('listAgents', 'List the agents', { 200: many(agent) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc'),
  list,
)
agents.get(
  '/api/v1/agents/:id',
  operation(
    'readAgent',
    'Read an agent',
    { 200: one(agent) },
    'Its `ETag` is for the `If-Match` of a change.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  getAgent,
)
agents.patch(
  '/api/v1/agents/:id',
  operation('changeAgent', 'Change an agent', { 200: one(agent) }, '', {
    'If-Match': {
      type: 'string',
      required: false,
      example: '"2026-01-31T09:30:00.000Z"',
      description:
        'The `ETag` of the agent as it was read, which is its `updated_at` in quotes. Answers 412 when somebody else has changed it since.',
    },
  }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate({ ...changesOf(newAgent), examples: [{ tone: 'friendly' }] }),
  patchAgent,
)
agents.delete(
  '/api/v1/agents/:id',
  operation('deleteAgent', 'Delete an agent, with its sessions and conversations', { 200: deleted }),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)

async function postAgent(ctx: Ctx) {
  const body = ctx.state.body as NewAgent
  refuseForeignModel(body.model, ctx.config.LLM_MODEL)
  const { organization_id } = ctx.state.caller
  const created = await once(
    ctx,
    (db) => agentRecords.create(db, organization_id, body),
    (id) => agentRecords.get(ctx.db, organization_id, id),
  )
  answer(ctx, 201, 'Agent created.', present(created))
}

async function patchAgent(ctx: Ctx) {
  const changes = ctx.state.body as Partial<NewAgent>
  refuseForeignModel(changes.model, ctx.config.LLM_MODEL)
  const changed = await changeRecord(ctx, agentRecords, idOf(ctx, 'agent'), changes, seenBy(ctx))
  ctx.set('ETag', tagOf(changed))
  answer(ctx, 200, 'Agent changed.', present(changed))
}

const tagOf = ({ updated_at }: Agent) => `"${updated_at.toISOString()}"`

/** The `updated_at` that the request's If-Match names. */
function seenBy(ctx: Ctx): Date | undefined {
  const tag = ctx.get('If-Match')
  if (!tag || tag === '*') return undefined
  const seen = new Date(tag.replace(/^"(.*)"$/, '$1'))
  // Another tag is of no state that the agent ever had.
  return seen.getTime() >= 0 ? seen : new Date(0)
}

async function getAgent(ctx: Ctx) {
  const found = await agentRecords.get(ctx.db, ctx.state.caller.organization_id, idOf(ctx, 'agent'))
  ctx.set('ETag', tagOf(found))
  answer(ctx, 200, 'Agent found.', present(found))
}

/** An agent may choose among the models of the provider that the operator set up, and no other provider's. */
function refuseForeignModel(model: string | null | undefined, configured: string): void {
  if (model == null || model === configured) return
  const { name, chat } = splitModel(configured).provider!
  if (chat && model.startsWith(`${name}:`)) return
  const detail = chat ? `must start with ${name}:` : `must be ${configured}`
  throw validationFailed([{ field: 'model', code: 'model_not_configured', detail }])
}
