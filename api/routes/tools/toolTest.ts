import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/lib/errors.ts'
import { storedJson } from '../../../shared/lib/storable.ts'
import { outcomeOf, type PlannedToolCall } from '../../../shared/tools/callAnswer.ts'
import { makeCallTool } from '../../../shared/tools/callTool.ts'
import { checkArguments } from '../../../shared/tools/inputSchema.ts'
import { mcpServerRecords } from '../../../shared/tools/mcpServers.ts'
import { headersOf } from '../../../shared/tools/requestHeaders.ts'
import { requestOf } from '../../../shared/tools/templates.ts'
import { toolRecords } from '../../../shared/tools/tools.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { count, flag, object, one, orNull, text } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { idOf } from '../records/ids.ts'

const test = {
  type: 'object',
  additionalProperties: false,
  properties: {
    arguments: {
      type: 'object',
      description: 'Arguments that fit `input_schema`. Default: none.',
    },
    call: {
      type: 'boolean',
      description: 'Whether the request is sent. Default: false, it is only shown.',
    },
    allow_write: {
      type: 'boolean',
      description:
        'Whether a tool with the effect `write` may be called: it changes something in your system. Default: false.',
    },
    customer_id: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Your id of the customer for whom it is called. Default: none.',
    },
    traits: { ...storedJson, description: 'What is known of the customer. Default: nothing.' },
    metadata: { ...storedJson, description: 'Metadata of the question. Default: none.' },
  },
  examples: [{ arguments: { order_id: 'A-10293' }, call: true }],
} as const
type Test = FromSchema<typeof test>

const tested = object('ToolTest', 'What a test of a tool sends, and what came of it.', {
  request: object('ToolRequest', 'The request, without its secrets.', {
    method: text('Method of HTTP.'),
    url: text('Address with all values.'),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers by their names in lower case. Credentials and signature are hidden.',
    },
    body: orNull(text('The body.'), 'it has none'),
  }),
  outcome: orNull(
    object('ToolTestOutcome', 'What a call would store.', {
      state: {
        type: 'string',
        enum: ['succeeded', 'failed', 'unknown'],
        description:
          'What became of the call. `unknown`: it may have had its effect, because the answer does not say so.',
      },
      http_status: orNull(count('Status of HTTP.'), 'there was no answer, or it has none'),
      result: { description: 'The answer: JSON or a text. Null: it is empty.' },
      is_cut: flag('Whether the result is only the beginning of the answer.'),
      error: orNull(
        object('ToolTestError', 'Why it did not succeed.', {
          code: text('Code of the error.'),
          detail: text('What was found, for people; its wording may change.'),
        }),
        'it succeeded',
      ),
      ms: count('Milliseconds of the call.'),
    }),
    'it was only shown',
  ),
})

/** For owners: a test sends the credentials, and may change something in another system. */
export const toolTests = new Router<State, Services>()
toolTests.post(
  '/api/v1/tools/:id/test',
  operation(
    'testTool',
    'Test a tool',
    { 200: one(tested) },
    'Shows the request that the arguments make, and with `call` sends it, once, with the header `Parley-Test: true`, also while the tool is off. A tool with the effect `write` needs `allow_write` as well. Takes at most its `timeout_ms`. Nothing is stored.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validate(test),
  postTest,
)

async function postTest(ctx: Ctx) {
  const body = ctx.state.body as Test
  const { organization_id } = ctx.state.caller
  const tool = await toolRecords.get(ctx.db, organization_id, idOf(ctx, toolRecords.name))
  const input = (body.arguments ?? {}) as Record<string, unknown>
  const problem = checkArguments(tool, input)
  if (problem) throw refuse('arguments', 'schema', problem)
  if (body.call && tool.effect === 'write' && !body.allow_write)
    throw refuse('allow_write', 'required', 'must be true: the call changes something')
  const call: PlannedToolCall = {
    tool,
    input,
    facts: {
      organization_id,
      agent_id: NOBODY,
      thread_id: NOBODY,
      customer_id: body.customer_id ?? null,
      is_verified: false,
      call_id: uuid(),
      is_test: true,
      traits: (body.traits ?? null) as Record<string, unknown> | null,
      metadata: (body.metadata ?? {}) as Record<string, unknown>,
    },
  }
  const request = await shownRequest(ctx, call)
  const outcome = body.call ? await callOnce(ctx, call) : null
  answer(ctx, 200, outcome ? 'The tool was called.' : 'This is its request.', { request, outcome })
}

/** Stands for the agent and the thread, which a test has not. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const refuse = (field: string, code: string, detail: string) =>
  validationFailed([{ field, code, detail }])

async function callOnce(ctx: Ctx, call: PlannedToolCall) {
  const { db, config, sealer } = ctx
  const begun = performance.now()
  const signal = AbortSignal.timeout(call.tool.timeout_ms)
  const { state, http_status, result, is_cut, error } = outcomeOf(
    call.tool,
    await makeCallTool({ db, config, sealer })(call, signal),
  )
  return {
    state: state === 'unsure' ? 'unknown' : state,
    http_status,
    result,
    is_cut,
    error,
    ms: Math.round(performance.now() - begun),
  }
}

const HIDDEN = '****'

/** @throws AppError validation_failed if an argument may not stand where a template has it */
async function shownRequest(ctx: Ctx, call: PlannedToolCall) {
  const { tool, input, facts } = call
  if (tool.kind === 'mcp') {
    const server = await mcpServerRecords.get(ctx.db, facts.organization_id, tool.mcp_server_id!)
    const { auth_header } = server
    const params = {
      name: tool.mcp_name,
      arguments: input,
      _meta: { 'parley/call': facts.call_id },
    }
    return {
      method: 'POST',
      url: server.url,
      headers: auth_header === null ? {} : { [auth_header.toLowerCase()]: HIDDEN },
      body: JSON.stringify({ method: 'tools/call', params }),
    }
  }
  try {
    const planned = requestOf(call)
    const { body = null, ...request } = planned
    const secrets = { auth: tool.auth_header === null ? undefined : HIDDEN, signing: HIDDEN }
    const headers = headersOf(call, planned, secrets, new Date())
    return { ...request, headers: { ...headers, 'webhook-signature': HIDDEN }, body }
  } catch (error) {
    if (error instanceof AppError && error.code === 'tool_arguments')
      throw refuse('arguments', 'template', error.message)
    throw error
  }
}
