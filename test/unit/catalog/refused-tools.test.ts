import { expect } from 'chai'
import { isUnreadable } from '../../../shared/models/finishReason.ts'
import { readRefusal } from '../../../shared/models/refusal.ts'
import type { AskedCall } from '../../../shared/tools/steps.ts'
import type { ModelMessage, OfferedTool } from '../../../workers/prompt/prompt.ts'
import type { Stand } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  MESSAGES,
  refusing,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const TEXT = COMPLETION.pieces.join('')
const TOOLS: OfferedTool[] = [
  {
    name: 'order_status',
    description: 'Says where an order is.',
    parameters: { type: 'object', properties: { order: { type: 'string' } } },
  },
]

function historyOf(
  model: string,
  more: Partial<AskedCall> = {},
  thoughts?: string,
): ModelMessage[] {
  const call: AskedCall = {
    call_id: '0199a1b2-0000-7000-8000-000000000001',
    own_id: 'call_a1',
    name: 'order_status',
    input: { order: '7' },
    written: '{"order":"7"}',
    ...more,
  }
  const calls = { role: 'assistant', content: '', calls: [call], model } as const
  return [
    ...MESSAGES,
    { ...calls, ...(thoughts && { thoughts }) },
    { role: 'tool', call, model, content: 'It is on its way.' },
  ]
}

const said = (message: string, more: object = {}) => ({ error: { message, ...more } })

/** How models without tools are refused. */
const NO_TOOLS: [from: string, status: number, body: object][] = [
  ['Ollama', 400, { error: 'registry.ollama.ai/library/gemma:2b does not support tools' }],
  ['OpenRouter', 404, said('No endpoints found that support tool use.', { code: 404 })],
  ['vLLM', 400, { message: '"auto" tool choice requires --enable-auto-tool-choice to be set' }],
  ['llama.cpp', 500, said('tools param requires --jinja flag', { code: 500 })],
  ['Mistral', 400, { message: 'Function calling is not enabled for this model' }],
  ['Bedrock', 400, { message: "This model doesn't support tool use in streaming mode." }],
  [
    'OpenAI',
    400,
    said("Unsupported parameter: 'tools' is not supported with this model.", {
      param: 'tools',
      code: 'unsupported_parameter',
    }),
  ],
  [
    'FastAPI',
    422,
    {
      detail: [
        { type: 'extra_forbidden', loc: ['body', 'tools'], msg: 'Extra inputs are not permitted' },
      ],
    },
  ],
]

describe('a refusal of tools', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })
  const openai = STANDS.openai!
  const read = (stand: Stand, at: number) => stand.protocol.read(server.requests[at]!)

  for (const [from, status, body] of NO_TOOLS)
    it(`is remembered, and the model asked without them (${from})`, async () => {
      server.serve = (response, request) =>
        request.body.tools
          ? sendJson(response, body, status)
          : answering(openai, COMPLETION)(response, request)
      const call = caller(openai, server.url)
      const messages = historyOf(openai.model)
      expect(await call({ tools: TOOLS, messages })).to.include({ text: TEXT })
      expect(await call({ tools: TOOLS, messages })).to.include({ text: TEXT })
      expect(server.requests.map((request) => !!request.body.tools)).to.deep.equal([
        true,
        false,
        false,
      ])
      expect(read(openai, 2).turns.at(-1)![1]).to.include('It is on its way.')
    })

  it('is no refusal of a schema, of a message, or of a request without tools', async () => {
    for (const message of [
      "Invalid schema for function 'order_status': 'pattern' is not supported.",
      "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
      'This model does not support images.',
    ])
      expect(readRefusal(400, JSON.stringify(said(message))).unsupported, message).to.equal(null)
    server.serve = refusing({ status: 400, body: NO_TOOLS[0]![2] })
    const error = await caller(openai, server.url)().catch((error) => error)
    expect(error).to.have.property('code', 'model_rejected')
    expect(server.requests).to.have.length(1)
  })

  it('of calls that another model made repeats the request with these as texts', async () => {
    server.serve = (response, request) =>
      openai.protocol.read(request).calls
        ? sendJson(response, said('Provider returned error', { code: 400 }), 400)
        : answering(openai, COMPLETION)(response, request)
    const messages = historyOf('other:m')
    const { text } = await caller(openai, server.url)({ tools: TOOLS, messages })
    expect(text).to.equal(TEXT)
    expect(read(openai, 1).tools).to.have.length(1)
    expect(read(openai, 1).turns.at(-1)![1]).to.include('It is on its way.')
  })

  it('that says that a call could not be read is an answer that may be asked for again', async () => {
    const body = said("Failed to call a function. See 'failed_generation' for more details.", {
      type: 'invalid_request_error',
      code: 'tool_use_failed',
    })
    const groq = STANDS.groq!
    const call = caller(groq, server.url)
    for (const onText of [undefined, () => undefined]) {
      server.serve = refusing({ status: 400, body })
      const error = await call({ tools: TOOLS, onText }).catch((error) => error)
      expect(error).to.have.property('code', 'model_bad_output')
    }
    expect(server.requests).to.have.length(2)
  })

  it('is the same by the word with which Gemini and Bedrock end such an answer', async () => {
    const gemini = STANDS.gemini!
    server.serve = (response) =>
      sendJson(response, { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }] })
    const error = await caller(gemini, server.url)({ tools: TOOLS }).catch((error) => error)
    expect(error).to.have.property('code', 'model_bad_output')
    expect(isUnreadable('malformed_tool_use')).to.equal(true)
    expect(isUnreadable('tool_use')).to.equal(false)
  })
})

describe('what a provider wants back with a call', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  for (const [way, onText] of Object.entries({ whole: undefined, streamed: () => undefined })) {
    it(`is the signature of Gemini's own call, and a word for other models' calls (${way})`, async () => {
      const gemini = STANDS.gemini!
      const call = { id: 'fc1', name: 'order_status', written: '{"order":"7"}', signature: 'c2ln' }
      server.serve = answering(gemini, { ...COMPLETION, pieces: [], ends: 'calls', calls: [call] })
      const ask = caller(gemini, server.url)
      const [own] = (await ask({ onText, tools: TOOLS })).toolCalls!
      expect(own).to.include({ own_id: 'fc1', signature: 'c2ln' })
      server.serve = answering(gemini, COMPLETION)
      await ask({ onText, tools: TOOLS, messages: historyOf(gemini.model, own) })
      await ask({ onText, tools: TOOLS, messages: historyOf('other:m', own) })
      const signatures = [1, 2].map(
        (at) => gemini.protocol.read(server.requests[at]!).calls![0]!.signature,
      )
      expect(signatures).to.deep.equal(['c2ln', 'skip_thought_signature_validator'])
    })

    it(`is the thoughts of DeepSeek's own call, if only as an empty text (${way})`, async () => {
      const { deepseek, mistral } = STANDS
      const reasonOf = async (stand: Stand, from: string) => {
        server.serve = answering(stand, COMPLETION)
        const messages = historyOf(from, {}, 'I look it up.')
        await caller(stand, server.url)({ onText, tools: TOOLS, messages })
        return server.requests.at(-1)!.body.messages.at(-2).reasoning_content
      }
      expect(await reasonOf(deepseek!, deepseek!.model)).to.equal('I look it up.')
      expect(await reasonOf(deepseek!, 'other:m')).to.equal('')
      expect(await reasonOf(mistral!, mistral!.model)).to.equal(undefined)
    })
  }

  it('is no field that strict servers do not know', async () => {
    const mistral = STANDS.mistral!
    server.serve = answering(mistral, COMPLETION)
    await caller(mistral, server.url)({ tools: TOOLS, messages: historyOf(mistral.model) })
    const { body } = server.requests[0]!
    expect(body).not.to.have.any.keys('tool_choice', 'parallel_tool_calls', 'strict')
    expect(body.messages.at(-1)).to.have.all.keys('role', 'tool_call_id', 'content')
  })
})
