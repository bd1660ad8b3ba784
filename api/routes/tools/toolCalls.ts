import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { presentToolCall, presentWholeCall } from '../../../shared/tools/presentToolCall.ts'
import type { CallState } from '../../../shared/tools/steps.ts'
import {
  type CallFilter,
  type CallReach,
  getToolCall,
  listToolCalls,
  settleToolCall,
} from '../../../shared/tools/toolCalls.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { many, one, uuid } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { noteThreads } from '../../middleware/signalThreads.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { CALL_STATES, toolCall, wholeToolCall } from '../threads/callSchemas.ts'

const A_STATE = `(${CALL_STATES.join('|')})`
const filters = {
  state: {
    type: 'string',
    pattern: `^${A_STATE}(,${A_STATE}){0,${CALL_STATES.length - 1}}$`,
    description: `Only calls in one of these states, separated by commas: ${CALL_STATES.map((state) => `\`${state}\``).join(', ')}.`,
    examples: ['waiting,unknown'],
  },
  thread_id: uuid('Only calls in this session or conversation.'),
  tool_id: uuid('Only calls of this tool.'),
  decides: {
    type: 'string',
    enum: ['customer', 'person'],
    description: 'Only calls to which the `customer` or a `person` of yours must agree, or had to.',
  },
}

const settling = {
  type: 'object',
  additionalProperties: false,
  required: ['outcome'],
  properties: {
    outcome: {
      type: 'string',
      enum: ['happened', 'not_happened'],
      description: 'Whether the call had its effect in the other system.',
    },
    note: {
      type: 'string',
      maxLength: 2000,
      description: 'What people have found out, for the model and for people. Default: none.',
    },
  },
  examples: [{ outcome: 'happened', note: 'The refund is in the list of payments.' }],
} as const

/** The calls that agents have asked for, whatever came of them. */
export const toolCalls = new Router<State, Services>()
const PATH = '/api/v1/tool-calls'
toolCalls.get(
  PATH,
  operation(
    'listToolCalls',
    'List the calls of tools',
    { 200: many(toolCall) },
    'The newest first. With `state=waiting,unknown`: what people may have to decide or to settle.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'reply_steps', id: 'call_id' }, filters),
  getCalls,
)
toolCalls.get(
  `${PATH}/:id`,
  operation(
    'readToolCall',
    'Read a call of a tool, with its result',
    { 200: one(wholeToolCall) },
    'The result is what the other system has answered, as the model gets it at most.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  getCall,
)
toolCalls.post(
  `${PATH}/:id/settle`,
  operation(
    'settleToolCall',
    'Say what became of a call whose outcome is unknown',
    { 200: one(wholeToolCall) },
    'Calls nothing. The next reply of the chat reads it. Answers 409 `not_settleable` unless the state is `unknown`.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(settling),
  postSettling,
)

/** A key reaches the calls in test threads or those in all others, as it lists threads. */
const reachOf = (ctx: Ctx): CallReach => {
  const { organization_id, agent_ids, kind, is_test } = ctx.state.caller
  return { organization_id, agent_ids, is_test: kind === 'application' ? is_test : null }
}

async function getCalls(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const reach = reachOf(ctx)
  const { state, thread_id, tool_id } = filter
  const decides = filter.decides as CallFilter['decides']
  const states = state?.split(',') as CallState[] | undefined
  const found = await listToolCalls(ctx.db, reach, { states, thread_id, tool_id, decides }, page)
  answerPage(ctx, found, page.limit, presentToolCall)
}

async function getCall(ctx: Ctx) {
  const call = await getToolCall(ctx.db, reachOf(ctx), idOf(ctx, 'tool call'))
  answer(ctx, 200, 'Tool call found.', presentWholeCall(call))
}

async function postSettling(ctx: Ctx) {
  const { outcome, note = null } = ctx.state.body as FromSchema<typeof settling>
  const user_id = ctx.state.caller.user?.id ?? null
  const settled = { outcome, note, user_id }
  const call = await settleToolCall(ctx.db, reachOf(ctx), idOf(ctx, 'tool call'), settled)
  noteThreads(ctx, [call.thread_id])
  answer(ctx, 200, 'Settled.', presentWholeCall(call))
}
