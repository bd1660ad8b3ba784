import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { AppError } from '../../shared/errors.ts'
import { findAgentIds } from '../../shared/store/agents.ts'
import { createQa, getEntry, type KnowledgeEntry } from '../../shared/store/knowledge.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate, validationFailed } from '../middleware/validate.ts'
import { once } from '../once.ts'
import { waitSeconds } from './prefer.ts'

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

export const knowledge = new Router<State, Services>()
knowledge.post('/api/v1/knowledge/qa', authenticate, validate(newQa), postQa)

/** Stores the pair, rings, and waits until it is indexed: 201, or 202 while it is not. */
async function postQa(ctx: Ctx) {
  const { question, answer: text, tags, source, ...served } = ctx.state.body as NewQa
  const { organization_id } = ctx.state.caller
  const agent_ids = await requireAgents(ctx, served)
  const qa = { question, answer: text, tags, source: source ?? null, agent_ids }
  const acceptance = {
    request_id: ctx.state.requestId,
    waiter: ctx.address,
    deadline_seconds: ctx.config.REPLY_DEADLINE_SECONDS,
  }
  const { id } = await once(
    ctx,
    async (db) => ({ id: await createQa(db, organization_id, qa, acceptance) }),
    async (earlier) => ({ id: earlier }),
  )
  const job = { id, organization_id, request_id: ctx.state.requestId }
  const finished = await ctx.askIndex.ask(job, waitSeconds(ctx), ctx.res)
  const entry = finished ?? (await getEntry(ctx.db, organization_id, id))
  if (!entry) throw new AppError('not_found', 'The entry was deleted while it was being indexed.')
  if (entry.status === 'ready' || entry.status === 'failed')
    return answer(
      ctx,
      201,
      entry.error ? `Stored, but not indexed: ${entry.error.detail}` : 'Stored and indexed.',
      presentQa(entry),
    )
  answer(ctx, 202, 'Stored. Indexing goes on.', presentQa(entry))
}

/** The agents that an entry is to serve; null: every agent of the organization. */
async function requireAgents(ctx: Ctx, { agent_id, agent_ids }: Pick<NewQa, 'agent_id' | 'agent_ids'>) {
  if (agent_id && agent_ids)
    throw validationFailed([
      { field: 'agent_id', code: 'conflict', detail: 'must not be given beside agent_ids' },
    ])
  const wanted = agent_ids ?? (agent_id ? [agent_id] : null)
  if (!wanted) return null
  const known = new Set(await findAgentIds(ctx.db, ctx.state.caller.organization_id, wanted))
  if (wanted.some((id) => !known.has(id.toLowerCase())))
    throw new AppError('not_found', 'One of these agents is not an agent of your organization.')
  return wanted
}

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
