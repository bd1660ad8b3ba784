import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { markRead } from '../../../shared/inbox/reads.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_ID, object, one, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { placeOf, THREAD_NAMES } from '../threads/threads.ts'

const mark = {
  type: 'object',
  additionalProperties: false,
  required: ['message_id'],
  properties: { message_id: uuid('Id of the newest message that you have seen.') },
  examples: [{ message_id: EXAMPLE_ID }],
} as const

const readMark = object('ReadMark', 'How far you have read a chat.', {
  message_id: uuid('Id of the message up to which you have read.'),
})

/** How far the people of the inbox have read: the same route under two prefixes. */
export const reads = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const)
  reads.put(
    `/api/v1/${kind}s/:${kind}_id/read`,
    operation(
      `mark${THREAD_NAMES[kind]}Read`,
      `Mark the messages of a ${kind} as read`,
      { 200: one(readMark) },
      'For the user who calls, up to this message: `is_unread` of the inbox is false until the customer writes again. Colleagues have their own marks. An earlier message than before changes nothing.',
    ),
    // Viewers read as well.
    authenticate('viewer'),
    rateLimitReads,
    validate(mark),
    (ctx) => putRead(ctx, kind),
  )

async function putRead(ctx: Ctx, kind: ThreadKind) {
  const { message_id } = ctx.state.body as FromSchema<typeof mark>
  const { organization_id, id: thread_id } = await placeOf(ctx, kind)
  const user_id = ctx.state.caller.user!.id
  await markRead(ctx.db, { organization_id, thread_id, user_id }, message_id)
  answer(ctx, 200, 'Marked as read.', { message_id })
}
