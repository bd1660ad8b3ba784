import { expect } from 'chai'
import { takesTemperature } from '../../../shared/lib/catalog/catalog.ts'
import type { AppError } from '../../../shared/lib/errors.ts'
import { ProviderError, readRefusal } from '../../../shared/models/refusal.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import {
  type Behaviour,
  type ChatRequest,
  type FakeModel,
  startFakeModel,
} from '../../support/servers/model.ts'

const json = (value: unknown) => JSON.stringify(value)

describe("a provider's explanation of a refusal", () => {
  const TOO_LONG: [string, number, unknown][] = [
    [
      'OpenAI',
      400,
      {
        error: {
          message: 'too many',
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      },
    ],
    [
      'Anthropic',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
      },
    ],
    [
      'Anthropic, by bytes',
      413,
      { type: 'error', error: { type: 'request_too_large', message: 'too large' } },
    ],
    [
      'vLLM',
      400,
      {
        object: 'error',
        message:
          "'max_tokens' is too large: 900. This model's maximum context length is 512 tokens",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    ],
    [
      'llama.cpp',
      400,
      { error: { code: 400, message: 'no room', type: 'exceed_context_size_error' } },
    ],
    ['Ollama', 400, { error: 'the input length exceeds the context length' }],
  ]
  for (const [who, status, body] of TOO_LONG)
    it(`shows that a prompt is too long, in the words of ${who}`, () => {
      const refusal = readRefusal(status, json(body))
      expect(refusal).to.include({ isTooLong: true, unsupported: null })
      expect(new ProviderError(refusal).code).to.equal('context_length_exceeded')
    })

  const UNSUPPORTED: [string, unknown, string | null][] = [
    [
      'a value that may not be another',
      {
        error: { message: 'Only 1 is supported', param: 'temperature', code: 'unsupported_value' },
      },
      'temperature',
    ],
    [
      'a name that is no longer taken',
      {
        error: {
          message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
          param: 'max_tokens',
          code: 'unsupported_parameter',
        },
      },
      'max_tokens',
    ],
    [
      'a sentence alone',
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: '`temperature` is deprecated for this model.',
        },
      },
      'temperature',
    ],
    [
      'a limit that is too high',
      { error: { message: 'max_tokens is too large', param: 'max_tokens', code: 'invalid_value' } },
      null,
    ],
    [
      'another parameter',
      { error: { message: 'Unknown parameter', param: 'seed', code: 'unknown_parameter' } },
      null,
    ],
  ]
  for (const [what, body, name] of UNSUPPORTED)
    it(`shows ${name ?? 'no parameter'} by ${what}`, () => {
      expect(readRefusal(400, json(body)).unsupported).to.equal(name)
    })

  const fastApi = (loc: unknown[], msg: string, type: string) => ({ detail: [{ type, loc, msg }] })
  const said = (message: string, more: object = {}) => ({ error: { message, ...more } })
  const STREAM_OPTIONS: [string, number, unknown][] = [
    [
      'OpenAI',
      400,
      said("Unknown parameter: 'stream_options'.", {
        param: 'stream_options',
        code: 'unknown_parameter',
      }),
    ],
    ['Azure', 400, said('Unrecognized request argument supplied: stream_options')],
    [
      'FastAPI',
      422,
      fastApi(['body', 'stream_options'], 'Extra inputs are not permitted', 'extra_forbidden'),
    ],
    [
      'FastAPI with Pydantic 1',
      422,
      fastApi(['body', 'stream_options'], 'extra fields not permitted', 'value_error.extra'),
    ],
    [
      'Mistral',
      422,
      {
        object: 'error',
        message: fastApi(
          ['body', 'stream_options', 'include_usage'],
          'Extra inputs are not permitted',
          'extra_forbidden',
        ),
        type: 'invalid_request_error',
      },
    ],
    [
      'Azure AI Foundry',
      400,
      said('Validation error at #/stream_options: Extra inputs are not permitted'),
    ],
    [
      'NestJS',
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: ['property stream_options should not exist'],
      },
    ],
    ['axum', 422, 'Failed to deserialize the JSON body: unknown field `stream_options`'],
    ['Cohere', 400, { message: '[stream_options] is not a valid field' }],
    ['a field and another language', 400, said('Nicht unterstützt', { param: 'stream_options' })],
    [
      'Python',
      500,
      { error: "TypeError: create() got an unexpected keyword argument 'stream_options'" },
    ],
    ['a JSON schema', 400, said("Additional properties are not allowed ('stream_options')")],
  ]
  for (const [who, status, body] of STREAM_OPTIONS)
    it(`shows that it is of stream_options, in the words of ${who}`, () => {
      const text = typeof body === 'string' ? body : json(body)
      expect(readRefusal(status, text).unsupported).to.equal('stream_options')
    })

  const SYSTEM: [string, number, unknown][] = [
    ["Gemma's template in vLLM", 400, { object: 'error', message: 'System role not supported' }],
    [
      "Mistral's first template",
      400,
      said('Conversation roles must alternate user/assistant/user/assistant/...'),
    ],
    [
      "Mistral's later template in llama.cpp",
      500,
      said(
        'After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results. at row 189',
        { code: 500, type: 'server_error' },
      ),
    ],
    ['a template of Llama 2', 400, said('Only user and assistant roles are supported!')],
    [
      'Ministral in llama.cpp',
      500,
      said('Only user, assistant and tool roles are supported, got system.'),
    ],
    [
      'Text Generation Inference',
      422,
      {
        error: 'Template error: invalid operation: System role not supported (in <string>:1)',
        error_type: 'template error',
      },
    ],
    [
      'LM Studio',
      400,
      { error: 'Error rendering prompt with jinja template: "System role not supported".' },
    ],
    [
      'Gemma at Google',
      400,
      said('Developer instruction is not enabled for models/gemma-3-27b-it', {
        code: 400,
        status: 'INVALID_ARGUMENT',
      }),
    ],
    [
      'Titan in Bedrock',
      400,
      {
        message:
          "This model doesn't support system messages. Try again without system messages or use a model that supports system messages.",
      },
    ],
    ['a gateway', 400, said('The model does not accept system messages')],
    [
      'Llama 2 at Google',
      400,
      said('Please ensure that multiturn requests alternate between user and model.'),
    ],
    ['a template that begins with the user', 400, said('First message must be from user')],
    [
      'o1-mini',
      400,
      said("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
        param: 'messages[0].role',
        code: 'unsupported_value',
      }),
    ],
    [
      'FastAPI',
      422,
      fastApi(
        ['body', 'messages', 0, 'role'],
        "Input should be 'user' or 'assistant'",
        'literal_error',
      ),
    ],
  ]
  for (const [who, status, body] of SYSTEM)
    it(`shows that the model takes no system message, in the words of ${who}`, () => {
      expect(readRefusal(status, json(body)).unsupported).to.equal('system')
    })

  for (const message of [
    'The system is overloaded, please try again',
    'An unexpected error of the system occurred',
    'Your system prompt and messages exceed the maximum context length',
    'Streaming is not supported by this model',
    'The operating system of this deployment does not support the image format',
    'Invalid value for messages',
  ])
    it(`shows nothing that could be left out by “${message}”`, () => {
      expect(readRefusal(400, json(said(message))).unsupported).to.equal(null)
    })

  for (const code of ['content_filter', 'content_policy_violation'])
    it(`shows nothing that could be left out where a filter refuses the prompt (${code})`, () => {
      const message = 'Conversation roles must alternate; such a system prompt is not allowed'
      const refusal = readRefusal(400, json(said(message, { code })))
      expect(refusal).to.include({ isBlocked: true, unsupported: null })
    })

  it('yields names only, whatever else it contains', () => {
    const sentence = 'You said: my card is 4111'
    for (const body of [
      json({ error: { code: sentence, type: sentence } }),
      json({ error: { code: 'kingfisher', type: 'kingfisher' } }),
      json({ error: { code: 'a_'.repeat(40), type: ['a_b'] } }),
      sentence,
      '[]',
      'null',
      '"x"',
      '',
    ])
      expect(readRefusal(400, body), body).to.include({ code: null, type: null, isTooLong: false })
    const named = readRefusal(
      404,
      json({ error: { code: 'model_not_found', type: 'invalid_request_error' } }),
    )
    expect(named).to.include({ code: 'model_not_found', type: 'invalid_request_error' })
    const numbered = readRefusal(400, json({ error: { code: 400, type: 'BadRequestError' } }))
    expect(numbered).to.include({ code: '400', type: 'BadRequestError' })
  })

  it('shows no length or parameters if it is about credentials, limits or the server', () => {
    for (const status of [401, 403, 429, 500, 503]) {
      const refusal = readRefusal(
        status,
        json({ error: { message: 'temperature is not supported: context length' } }),
      )
      expect(refusal, String(status)).to.include({ isTooLong: false, unsupported: null })
    }
  })
})

describe('a parameter that a model refuses', () => {
  let provider: FakeModel
  before(async () => {
    provider = await startFakeModel()
  })
  after(() => provider.close())
  beforeEach(() => provider.reset())

  const refusal = (param: string, code = 'unsupported_parameter'): Behaviour => ({
    status: 400,
    body: json({ error: { message: `no ${param}`, type: 'invalid_request_error', param, code } }),
  })
  /** Behaves like a model that accepts neither a temperature nor the old name of the limit. */
  const particular = (request: ChatRequest): Behaviour =>
    request.temperature !== undefined
      ? refusal('temperature', 'unsupported_value')
      : request.max_tokens !== undefined
        ? refusal('max_tokens')
        : { text: 'Hello.' }
  const ask = (callModel: ReturnType<typeof makeCallModel>, onText?: (text: string) => void) =>
    callModel({
      model: 'openai:particular',
      temperature: 0.3,
      max_output_tokens: 50,
      messages: [{ role: 'user', content: 'Hi' }],
      signal: new AbortController().signal,
      onText,
    })
  const makeCall = () =>
    makeCallModel({
      MODEL_TIMEOUT_SECONDS: 100,
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: 'key',
    })

  for (const onText of [undefined, () => {}])
    it(`is left out, and not sent again, ${onText ? 'in pieces' : 'as a whole'}`, async () => {
      provider.behave(particular)
      const callModel = makeCall()
      expect((await ask(callModel, onText)).text).to.equal('Hello.')
      expect(provider.requests).to.have.length(3)
      expect(provider.requests[2]).to.include({ max_completion_tokens: 50 })
      expect((await ask(callModel, onText)).text).to.equal('Hello.')
      expect(provider.requests).to.have.length(4)
      expect(provider.requests[3]).not.to.have.any.keys('temperature', 'max_tokens')
    })

  it('ends the call if its refusals do not stop', async () => {
    provider.behave(() => refusal('temperature'))
    const error = (await ask(makeCall()).catch((thrown: AppError) => thrown)) as AppError
    expect(error.code).to.equal('model_rejected')
    expect(provider.requests.length).to.be.at.most(4)
  })

  it('is never sent to a model that is known to accept no temperature', async () => {
    expect(
      ['openai:o3', 'openai:o4-mini', 'openai:gpt-5-mini-2025-08-07'].map(takesTemperature),
    ).to.deep.equal([false, false, false])
    expect(
      ['openai:gpt-4o', 'openai:gpt-5.1', 'ollama:o3', 'anthropic:claude-sonnet-4-5'].every(
        takesTemperature,
      ),
    ).to.equal(true)
  })

  it("does not include OpenAI's own refusal, whose text is the reply", async () => {
    const refused = { text: 'I cannot help with that.', finish_reason: 'content_filter' }
    const message = { role: 'assistant', content: null, refusal: refused.text }
    provider.behave(() => ({
      raw: json({
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      }),
    }))
    expect(await ask(makeCall())).to.include(refused)
    const piece = (delta: object, finish_reason: string | null = null) =>
      `data: ${json({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
    provider.behave(() => ({
      status: 200,
      headers: { 'Content-Type': 'text/event-stream' },
      body: [
        piece({ refusal: 'I cannot ' }),
        piece({ refusal: 'help with that.' }),
        piece({}, 'stop'),
        'data: [DONE]\n\n',
      ].join(''),
    }))
    expect(await ask(makeCall(), () => {})).to.include(refused)
  })
})
