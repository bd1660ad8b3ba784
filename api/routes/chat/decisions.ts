import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import type { Decided, Decision } from '../../../shared/chat/decisions.ts'
import { getMessage } from '../../../shared/chat/messages.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { wantsStream } from '../../http/eventStream.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { waitSeconds } from '../../http/prefer.ts'
import { EXAMPLE_ID, one } from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { messageSchemas } from '../threads/messageSchemas.ts'
import { placeOf, THREAD_NAMES } from '../threads/threads.ts'
import { answerAccepted, gatedOf, shown } from './answerAccepted.ts'
import { replyStream } from './replyStream.ts'

const newDecision = {
  type: 'object',
  additionalProperties: false,
  required: ['call_id', 'digest', 'decision'],
  properties: {
    call_id: { type: 'string', format: 'uuid', description: 'Id of the call, from `actions`.' },
    digest: {
      type: 'string',
      pattern: '^[0-9a-fA-F]{64}$',
      examples: ['a3'.repeat(32)],
      description:
        'The `digest` of the call, from `actions`: it names the arguments that were decided on.',
    },
    decision: {
      type: 'string',
      enum: ['approve', 'deny'],
      description: 'Whether the call may be made.',
    },
    note: {
      type: 'string',
      maxLength: 2000,
      description: 'Why, for the model and for people. Default: none.',
    },
  },
  examples: [{ call_id: EXAMPLE_ID, digest: 'a3'.repeat(32), decision: 'approve' }],
} as const

const DECIDE =
  "Decides on a call of a tool that waits in a reply with the status `requires_action`. Once all calls of the reply are decided, another reply begins, which makes the approved calls, and continues the first one; it is answered, waited for and streamed as a posted message's. Each decision counts once: the same one again answers with the reply that it began, the other one 409 `decision_used`. The customer's actions are decided with a widget token or a key, a person's by editors and owners of the dashboard."
const DECIDED = {
  200: 'Other calls of the reply wait for a decision: `data` holds the reply that asked.',
  201: 'The reply that continues is finished: `data` holds it.',
  202: 'It is not finished: `data` holds its record so far; read it later at `Location`.',
}

/** Decisions on the actions of replies: the same route under two prefixes. */
export const decisions = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const { reply } = messageSchemas[kind]
  decisions.post(
    `/api/v1/${kind}s/:${kind}_id/messages/:id/decisions`,
    operation(
      `decide${THREAD_NAMES[kind]}Action`,
      `Approve or deny an action of a reply in a ${kind}`,
      {
        200: [one(reply, DECIDED[200]), replyStream],
        201: one(reply, DECIDED[201]),
        202: one(reply, DECIDED[202]),
      },
      DECIDE,
    ),
    authenticateFor(kind),
    rateLimit,
    validate(newDecision),
    (ctx) => postDecision(ctx, kind),
  )
}

const DECIDED_AS = { widget: 'visitor', application: 'key', dashboard: 'user' } as const

async function postDecision(ctx: Ctx, kind: ThreadKind) {
  const { id: threadId, organization_id } = await placeOf(ctx, kind)
  const messageId = idOf(ctx, 'message')
  const seconds = waitSeconds(ctx)
  const isStreamed = wantsStream(ctx) && seconds > 0 && ctx.replyWaiter.hasCapacity
  const decision = await decisionOf(ctx, kind, threadId, messageId, {
    streamed: isStreamed || seconds < ctx.config.REPLY_WAIT_SECONDS,
  })
  const decided = await idempotently<Decided>(
    ctx,
    (db) => ctx.decide(db, decision),
    async (id) => ({ id, continues: id !== messageId, mustWake: true }),
  )
  ctx.threadSignals.changed(organization_id, threadId)
  if (!decided.continues) {
    const reply = await getMessage(ctx.db, organization_id, threadId, decided.id)
    return answer(
      ctx,
      200,
      'Decided. Other calls of the reply wait for a decision.',
      shown(ctx, reply),
    )
  }
  ctx.set('Location', `/api/v1/${kind}s/${threadId}/messages/${decided.id}`)
  await answerAccepted(
    ctx,
    { kind, threadId, seconds, isStreamed },
    { ...decided, isHandedOff: false },
  )
}

async function decisionOf(
  ctx: Ctx,
  kind: ThreadKind,
  threadId: string,
  message_id: string,
  { streamed }: Pick<Decision, 'streamed'>,
): Promise<Decision> {
  const {
    call_id,
    digest,
    decision,
    note = null,
  } = ctx.state.body as FromSchema<typeof newDecision>
  const { organization_id, application_id, user, kind: by } = ctx.state.caller
  return {
    organization_id,
    thread: { kind, id: threadId },
    message_id,
    call_id: call_id.toLowerCase(),
    digest,
    decision,
    note,
    decided_as: DECIDED_AS[by],
    user_id: user?.id ?? null,
    application_id,
    request_id: ctx.state.requestId,
    reply_to: ctx.address,
    streamed,
    deadline_seconds: ctx.config.REPLY_DEADLINE_SECONDS,
    wake_up_grace_ms: ctx.config.times.wakeUpGraceMs,
    capacity: ctx.replyCapacity(organization_id),
    refusal: await ctx.budgets.refusalOf(gatedOf(ctx, threadId)),
  }
}
