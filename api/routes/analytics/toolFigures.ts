import Router from '@koa/router'
import { readToolFigures } from '../../../shared/analytics/toolFigures.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { amount, count, object, one, orNull, text, time, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { periodOf, validateWindow } from './analyticsQuery.ts'

const NO_TOOL = 'the calls of deleted tools, and of names that no tool has'
const NONE_ENDED = 'no request has ended'

const figures = object('ToolFigures', 'The calls of one tool in a period.', {
  tool_id: orNull(uuid('Id of the tool.'), NO_TOOL),
  name: orNull(text('Current name of the tool.'), NO_TOOL),
  title: orNull(text('Current title of the tool.'), NO_TOOL),
  calls: count('Calls that agents asked for, whatever came of them.'),
  failed: count('How many of them failed.'),
  unknown: count('Of how many of them nobody knows yet whether they had their effect.'),
  p50_ms: orNull(
    amount('Milliseconds from the beginning of a request to its outcome: the median.'),
    NONE_ENDED,
  ),
  p95_ms: orNull(amount('The same: the 95th percentile.'), NONE_ENDED),
})

const toolFiguresAnswer = one(
  object('ToolsInPeriod', 'What agents asked of tools in a period.', {
    period: object('ToolsPeriod', 'The requested window.', {
      from: time('Its start'),
      to: time('Its end, exclusive'),
    }),
    tools: {
      type: 'array',
      items: figures,
      description: 'The tools that were called, the most called first.',
    },
  }),
)

export const toolFigures = new Router<State, Services>()
toolFigures.get(
  '/api/v1/analytics/tools',
  operation(
    'readToolFigures',
    'Read how often agents called each tool, and how that went',
    { 200: toolFiguresAnswer },
    "A call counts in the period in which a model asked for it, in its present state. Calls in deleted conversations, in those of test keys and in the playground's do not count.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateWindow({}),
  limitConcurrency,
  getToolFigures,
)

async function getToolFigures(ctx: Ctx) {
  const { from, to } = periodOf(ctx)
  const { organization_id } = ctx.state.caller
  const tools = await readToolFigures(ctx.db, { organization_id, from, to })
  answer(ctx, 200, `${tools.length} tools.`, { period: { from, to }, tools })
}
