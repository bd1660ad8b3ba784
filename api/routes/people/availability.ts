import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  ASSIGNMENTS,
  type Availability,
  readAvailability,
} from '../../../shared/handoffs/assignment.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import { setTakesChats } from '../../../shared/people/availability.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { flag, object, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges } from '../../middleware/validate.ts'

/** How an organization assigns chats. */
export const assignmentRule = {
  type: 'string',
  enum: ASSIGNMENTS,
  description:
    'How a chat that is handed off gets its assignee: `manual`, people take it from the queue; `round_robin`, it goes to the person whose turn was longest ago; `least_busy`, to the person with the fewest open chats. Rules choose among the people who take chats (`takes_chats`) and have the dashboard open. While there are none, chats stay in the queue.',
} as const

/** Whether a user gets chats by rule. */
export const takesChats = flag(
  'Whether they get chats by the rule of the organization while they have the dashboard open. Default: true only for agents; always false for viewers.',
)

const availabilityChanges = {
  type: 'object',
  additionalProperties: false,
  properties: { takes_chats: takesChats },
  examples: [{ takes_chats: false }],
} as const

const shown = one(
  object('Availability', 'How chats reach you.', {
    takes_chats: takesChats,
    assignment: assignmentRule,
  }),
)

/** Whether a user gets chats, which users say themselves: open to every role. */
export const availability = new Router<State, Services>()
availability.get(
  '/api/v1/account/availability',
  operation(
    'readAvailability',
    'Read whether you get chats by rule',
    { 200: shown },
    'Your own setting, and the rule of your organization.',
  ),
  authenticate('viewer'),
  rateLimit,
  getAvailability,
)
availability.patch(
  '/api/v1/account/availability',
  operation(
    'changeAvailability',
    'Say whether you get chats by rule',
    { 200: shown },
    'False: you are away, and get no new chats. Those that you have stay yours. Of no effect for viewers, who may not answer.',
  ),
  authenticate('viewer'),
  rateLimit,
  validateChanges(availabilityChanges, show),
  patchAvailability,
)

async function show({ db, state }: Ctx): Promise<Availability> {
  const found = await readAvailability(db, state.caller.user!)
  if (!found) throw notFound('user')
  return found
}

async function getAvailability(ctx: Ctx) {
  answer(ctx, 200, 'Availability found.', await show(ctx))
}

async function patchAvailability(ctx: Ctx) {
  const { takes_chats } = ctx.state.body as FromSchema<typeof availabilityChanges>
  const user = ctx.state.caller.user!
  const before = await show(ctx)
  if (takes_chats === undefined) return answer(ctx, 200, 'Nothing changed.', before)
  await setTakesChats(ctx.db, user, takes_chats)
  const after = await show(ctx)
  noteAudit(ctx, { target: { id: user.id, label: user.email }, before, after })
  answer(ctx, 200, after.takes_chats ? 'You get chats.' : 'You get no chats.', after)
}
