import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/agents/agents.ts'
import type { RerankCall } from '../../../shared/lib/rerankCall.ts'
import { findPassages, type Passage } from '../../../shared/search/retrieval.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { amount, object, one, orNull, presenter, text } from '../../http/schemas.ts'
import { heading, rerankCall, source } from '../../http/sources.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { agentIdOf } from '../records/agentReach.ts'

const search = {
  type: 'object',
  additionalProperties: false,
  required: ['question'],
  properties: {
    question: {
      type: 'string',
      minLength: 1,
      maxLength: 8000,
      pattern: '\\S',
      description: 'What a user might ask; must not be blank.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 20,
      default: 6,
      description: 'Maximum number of passages to return.',
    },
  },
  examples: [{ question: 'When do you close?', limit: 6 }],
} as const
type SearchBody = FromSchema<typeof search>

const passage = object('Passage', 'A piece of knowledge that a question finds.', {
  ...source,
  heading,
  text: text(
    'Text of the passage; a question/answer pair is whole, with its question in the first line.',
  ),
  score: amount('How well the passage fits the question; comparable within one answer only.'),
})
const present = presenter<Passage>(passage)

const WHAT =
  'The passages from which a reply to this question would be made: first a question/answer pair that asks the same, then the passages closest to the question by their words and, with an embedding model, by their meaning; with a rerank model, in its order. Stores nothing and writes no reply.'

export const retrieve = new Router<State, Services>()
retrieve.post(
  '/api/v1/agents/:id/retrieve',
  operation(
    'retrievePassages',
    'Try which passages a question finds',
    {
      200: one(
        {
          type: 'array',
          items: passage,
          description: 'The passages that were found, the best first.',
        },
        undefined,
        {
          rerank: orNull(
            rerankCall,
            'the service has no rerank model, or there was nothing to order',
          ),
        },
      ),
    },
    WHAT,
  ),
  authenticate('application', 'viewer'),
  rateLimit,
  validate(search),
  limitConcurrency,
  postRetrieve,
)

async function postRetrieve(ctx: Ctx) {
  const { question, limit = 6 } = ctx.state.body as SearchBody
  const { organization_id } = ctx.state.caller
  const { id, language } = await agentRecords.get(ctx.db, organization_id, agentIdOf(ctx))
  const asked = { organizationId: organization_id, agentId: id, question }
  const nearest = ctx.findByMeaning({ ...asked, requestId: ctx.state.requestId })
  const calls: RerankCall[] = []
  const rerank = ctx.makeRerank({
    requestId: ctx.state.requestId,
    note: (call) => calls.push(call),
  })
  const yieldLoop = ctx.loop.of(organization_id)
  const found = await findPassages(ctx.db, {
    ...asked,
    nearest,
    rerank,
    language,
    limit,
    yieldLoop,
  })
  answer(ctx, 200, `${found.length} found.`, found.map(present), { rerank: calls[0] ?? null })
}
