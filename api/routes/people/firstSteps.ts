import Router from '@koa/router'
import { readFirstSteps } from '../../../shared/people/firstSteps.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { flag, object, one, orNull, text } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const steps = object('FirstSteps', 'The first steps that a new organization has done.', {
  has_agent: flag('Whether it has an agent.'),
  has_knowledge: flag('Whether it has knowledge.'),
  has_question: flag('Whether a question was asked, even if only in the playground.'),
  page_origin: orNull(
    text('Origin of the first page of your own on which a widget has answered.'),
    'it has answered on no page but the demo page of this service',
  ),
})

/** The steps through which the dashboard leads a new owner. */
export const firstSteps = new Router<State, Services>()
firstSteps.get(
  '/api/v1/organization/first-steps',
  operation(
    'readFirstSteps',
    'Read which of the first steps are done',
    { 200: one(steps) },
    "The dashboard's overview leads through them, until a widget has answered on a page of your own.",
  ),
  authenticate('dashboard'),
  rateLimit,
  getFirstSteps,
)

async function getFirstSteps(ctx: Ctx) {
  answer(
    ctx,
    200,
    'First steps found.',
    await readFirstSteps(ctx.db, ctx.state.caller.organization_id),
  )
}
