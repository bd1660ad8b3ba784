import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { agentRecords } from '../../../shared/store/accounts/agents.ts'
import { findPassages, type Passage } from '../../../shared/store/search/retrieval.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { object, one, orNull, presenter, text, uuid } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { organizationSlot } from '../../middleware/organizationSlot.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

const search = {
  type: 'object',
  additionalProperties: false,
  required: ['question'],
  properties: {
    question: { type: 'string', minLength: 1, maxLength: 8000, pattern: '\\S' },
    limit: { type: 'integer', minimum: 1, maximum: 20, default: 6 },
  },
  examples: [{ question: 'When do you close?', limit: 6 }],
} as const
type SearchBody = FromSchema<typeof search>

const passage = object('Passage', {
  knowledge_id: uuid,
  kind: { type: 'string', enum: ['file', 'qa', 'url'] },
  title: orNull(text),
  url: orNull(text),
  heading: { ...text, description: 'The headings above it, from the outermost on, with ` › ` between.' },
  text,
  score: { type: 'number', minimum: 0, description: 'Comparable within one answer only.' },
})
const present = presenter<Passage>(passage)

const WHAT =
  'What a reply to this question would be made from, best first: a question/answer pair that asks the same, then what shares most with the question, by its words, and where the service has a model for it, by its meaning. Nothing is stored, and no reply is written.'

export const retrieve = new Router<State, Services>()
retrieve.post(
  '/api/v1/agents/:id/retrieve',
  operation(
    'retrievePassages',
    'Try what a question finds',
    { 200: one({ type: 'array', items: passage }) },
    WHAT,
  ),
  authenticate('application', 'viewer'),
  rateLimit,
  validate(search),
  organizationSlot,
  postRetrieve,
)

async function postRetrieve(ctx: Ctx) {
  const { question, limit = 6 } = ctx.state.body as SearchBody
  const { organization_id } = ctx.state.caller
  const { id, language } = await agentRecords.get(ctx.db, organization_id, idOf(ctx, 'agent'))
  const asked = { organizationId: organization_id, agentId: id, question }
  const nearest = ctx.findByMeaning({ ...asked, requestId: ctx.state.requestId })
  const found = await findPassages(ctx.db, { ...asked, nearest, language, limit })
  answer(ctx, 200, `${found.length} found.`, found.map(present))
}
