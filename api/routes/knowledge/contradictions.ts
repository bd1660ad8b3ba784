import Router from '@koa/router'
import {
  dismissContradiction,
  type ListedContradiction,
  listContradictions,
} from '../../../shared/knowledge/contradictions.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerDeleted, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { deleted, kindOf, many, object, presenter, recordId, time } from '../../http/schemas.ts'
import { sourceEntry, statement } from '../../http/sources.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'

const contradiction = object(
  'Contradiction',
  'Two sentences of the knowledge that differ only in their figures.',
  {
    object: kindOf('contradiction'),
    id: recordId,
    statements: {
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: object('ContradictingStatement', 'One of the two sentences, with its entry.', {
        ...sourceEntry,
        ...statement,
      }),
      description: 'The two sentences. Both may come from the same entry.',
    },
    found_at: time('When a reply first had both sentences among its passages'),
  },
)
const present = presenter<ListedContradiction>(contradiction)

const LIST =
  "Workers look for contradictions when a reply has at least two passages: sentences that answer its question and differ only in a figure of the same unit. A contradiction is deleted when one of its entries is reindexed or deleted. Each organization's latest 200 are kept."
const DISMISS =
  'For two sentences that are both right. They are not listed again, but other sentences of the same entries are.'

export const contradictions = new Router<State, Services>()
contradictions.get(
  '/api/v1/knowledge/contradictions',
  operation(
    'listContradictions',
    'List the contradictions in the knowledge',
    { 200: many(contradiction) },
    LIST,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_contradictions' }),
  list,
)
contradictions.delete(
  '/api/v1/knowledge/contradictions/:id',
  operation('dismissContradiction', 'Dismiss a contradiction', { 200: deleted }, DISMISS),
  authenticate('application', 'dashboard'),
  rateLimit,
  dismiss,
)

async function list(ctx: Ctx) {
  const { page } = pageOf(ctx)
  const found = await listContradictions(ctx.db, ctx.state.caller.organization_id, page)
  answerPage(ctx, found, page.limit, present)
}

async function dismiss(ctx: Ctx) {
  const id = idOf(ctx, 'contradiction')
  noteAudit(ctx, {
    before: await dismissContradiction(ctx.db, ctx.state.caller.organization_id, id),
  })
  answerDeleted(ctx, id, 'Contradiction dismissed.')
}
