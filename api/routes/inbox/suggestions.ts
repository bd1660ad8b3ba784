import Router from '@koa/router'
import type { ThreadKind } from '../../../shared/chat/threads.ts'
import { readLastQuestion } from '../../../shared/inbox/suggestions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { placeOf, THREAD_NAMES } from '../threads/threads.ts'
import { askTrial, trial } from '../trials/trials.ts'

/** Suggests the agent's answer to the person who answers in its place. */
export const suggestions = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const Name = THREAD_NAMES[kind]
  suggestions.post(
    `/api/v1/${kind}s/:${kind}_id/suggestion`,
    operation(
      `suggest${Name}Answer`,
      `Ask what the agent would answer in a ${kind}`,
      {
        201: one(trial, 'The suggestion has ended: `data` holds its outcome.'),
        202: one(trial, 'The suggestion has not ended: read it later at `Location`.'),
      },
      "The agent's own answer to the customer's last question, with its citations, for the person who answers in its place. It sees the files of the chat as a reply does. It is a trial of the agent: it is not stored in the chat, and counts only in tokens and costs. Answers 201 once it has ended, whether `completed` or `failed`; after `REPLY_WAIT_SECONDS` (25) 202 with a `Location`.",
    ),
    authenticate('dashboard'),
    rateLimit,
    (ctx) => postSuggestion(ctx, kind),
  )
}

async function postSuggestion(ctx: Ctx, kind: ThreadKind) {
  const { organization_id, id } = await placeOf(ctx, kind)
  const { agent_id, ...asked } = await readLastQuestion(ctx.db, organization_id, id)
  await askTrial(ctx, { id: agent_id }, { ...asked, settings: {}, answer: true }, id)
}
