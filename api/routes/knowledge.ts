import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Db } from '../../shared/db.ts'
import { AppError } from '../../shared/errors.ts'
import { findAgentIds } from '../../shared/store/agents.ts'
import { changeQa, createQa, type KnowledgeEntry, qaRecords } from '../../shared/store/knowledge.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { rateLimit } from '../middleware/rateLimit.ts'
import { validate, validationFailed } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { changesOf } from './changes.ts'
import { idOf } from './ids.ts'
import { validatePage } from './paging.ts'
import { waitSeconds } from './prefer.ts'
import { handlersOf } from './records.ts'

const servedAgents = {
  agent_id: { type: 'string', format: 'uuid' },
  agent_ids: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    items: { type: 'string', format: 'uuid' },
  },
} as const

const newQa = {
  type: 'object',
  additionalProperties: false,
  required: ['question', 'answer'],
  properties: {
    question: { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' },
    answer: { type: 'string', minLength: 1, maxLength: 20000, pattern: '\\S' },
    tags: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', minLength: 1, maxLength: 60 },
      default: [],
    },
    source: { type: 'string', maxLength: 200 },
    ...servedAgents,
  },
} as const
type NewQa = FromSchema<typeof newQa>

const entryFilters = {
  status: { type: 'string', enum: ['ready', 'failed'] },
} as const

const presentQa = (entry: KnowledgeEntry) => ({
  id: entry.id,
  question: entry.question,
  answer: entry.answer,
  tags: entry.tags,
  source: entry.source,
  agent_ids: entry.agent_ids,
  status: entry.status === 'pending' ? 'processing' : entry.status,
  error: entry.error,
  chunk_count: entry.chunk_count,
  indexed_at: entry.indexed_at,
  created_at: entry.created_at,
  updated_at: entry.updated_at,
})

const { list, read, remove } = handlersOf(qaRecords, presentQa, 'all that was indexed of it')

export const knowledge = new Router<State, Services>()
knowledge.post('/api/v1/knowledge/qa', authenticate('application'), rateLimit, validate(newQa), postQa)
knowledge.get(
  '/api/v1/knowledge/qa',
  authenticate('application'),
  rateLimit,
  validatePage('desc', entryFilters),
  list,
)
knowledge.get('/api/v1/knowledge/qa/:id', authenticate('application'), read)
knowledge.patch(
  '/api/v1/knowledge/qa/:id',
  authenticate('application'),
  rateLimit,
  validate(changesOf(newQa)),
  patchQa,
)
knowledge.delete('/api/v1/knowledge/qa/:id', authenticate('application'), rateLimit, remove)

async function postQa(ctx: Ctx) {
  const { question, answer: text, tags, source, ...served } = ctx.state.body as NewQa
  const { organization_id } = ctx.state.caller
  const { id } = await once(
    ctx,
    async (db) => {
      const agent_ids = await requireAgents(db, organization_id, served)
      const qa = { question, answer: text, tags, source: source ?? null, agent_ids }
      return { id: await createQa(db, organization_id, qa, acceptanceOf(ctx)) }
    },
    async (earlier) => ({ id: earlier }),
  )
  await answerIndexed(ctx, id, 201)
}

/** Like the POST: waits until the changed pair is indexed. */
async function patchQa(ctx: Ctx) {
  const { agent_id, agent_ids, ...changes } = ctx.state.body as Partial<NewQa>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, qaRecords.name)
  const served =
    agent_id === undefined && agent_ids === undefined
      ? {}
      : { agent_ids: await requireAgents(ctx.db, organization_id, { agent_id, agent_ids }) }
  await changeQa(ctx.db, organization_id, id, { ...changes, ...served }, acceptanceOf(ctx))
  await answerIndexed(ctx, id, 200)
}

const acceptanceOf = (ctx: Ctx) => ({
  request_id: ctx.state.requestId,
  waiter: ctx.address,
  deadline_seconds: ctx.config.INDEX_DEADLINE_SECONDS,
})

/** Rings and waits until the entry is indexed: `status`, or 202 while it is not. */
async function answerIndexed(ctx: Ctx, id: string, status: number) {
  const { organization_id } = ctx.state.caller
  const job = { id, organization_id, request_id: ctx.state.requestId }
  const finished = await ctx.askIndex.ask(job, waitSeconds(ctx), ctx.res)
  const entry = finished ?? (await qaRecords.get(ctx.db, organization_id, id))
  if (entry.status === 'ready') return answer(ctx, status, 'Stored and indexed.', presentQa(entry))
  if (entry.status === 'failed')
    return answer(ctx, status, `Stored, but not indexed: ${entry.error?.detail}`, presentQa(entry))
  answer(ctx, 202, 'Stored. Indexing goes on.', presentQa(entry))
}

/** The agents that an entry is to serve; null: every agent of the organization. */
async function requireAgents(
  db: Db,
  organizationId: string,
  { agent_id, agent_ids }: Pick<NewQa, 'agent_id' | 'agent_ids'>,
) {
  if (agent_id && agent_ids)
    throw validationFailed([
      { field: 'agent_id', code: 'conflict', detail: 'must not be given beside agent_ids' },
    ])
  const wanted = agent_ids ?? (agent_id ? [agent_id] : null)
  if (!wanted) return null
  const known = new Set(await findAgentIds(db, organizationId, wanted))
  if (wanted.some((id) => !known.has(id.toLowerCase())))
    throw new AppError('not_found', 'One of these agents is not an agent of your organization.')
  return wanted
}
