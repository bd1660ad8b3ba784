import Router from '@koa/router'
import { getMessage } from '../../../shared/chat/messages.ts'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { getReplyTrace, type StoredReplyTrace } from '../../../shared/chat/traces.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { one, presenter } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'
import { THREAD_NAMES, threadOf } from '../threads/threads.ts'
import { trace } from '../threads/traceSchema.ts'

const present = presenter<StoredReplyTrace>(trace)

const WHAT =
  'What the latest attempt at a reply used, if its message was posted with `trace`. Kept for `TRACE_DAYS` (7), and deleted with the session or conversation. Answers 404 without a trace.'

/** Traces of replies: the same route under two prefixes. */
export const traces = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  traces.get(
    `/api/v1/${kind}s/:${kind}_id/messages/:id/trace`,
    operation(
      `read${Name}ReplyTrace`,
      `Read how a reply in a ${kind} came about`,
      { 200: one(trace) },
      WHAT,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    (ctx) => readTrace(ctx, kind),
  )
}

async function readTrace(ctx: Ctx, kind: ThreadKind) {
  const { organization_id } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const { id } = await getMessage(ctx.db, organization_id, thread.id, idOf(ctx, 'message'))
  answer(ctx, 200, 'Trace found.', present(await getReplyTrace(ctx.db, organization_id, id)))
}
