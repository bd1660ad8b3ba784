import {
  bearerOf,
  type Completion,
  event,
  inThrees,
  ofTools,
  type Protocol,
  type Received,
  type StandInCall,
  textOf,
} from './fixture.ts'

interface Differences {
  path?: Protocol['path']
  key?: Protocol['key']
  /** How it counts the tokens. */
  usage?: (completion: Completion['usage']) => object
  /** A piece of a streamed text. Default: a string. */
  content?: (text: string) => unknown
  /** Whether the tokens come with the last choice, without being asked for. */
  isUsageInEnd?: boolean
  ends?: Partial<Record<Completion['ends'], string>>
  errors?: Partial<Protocol['errors']>
}

const refusal = (message: string, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
})

/** Makes the protocol of OpenAI's chat completions, with a provider's differences. */
export function completions({
  path = () => '/chat/completions',
  key = bearerOf,
  usage = usual,
  content = (text) => text,
  isUsageInEnd = false,
  ends = {},
  errors = {},
}: Differences = {}): Protocol {
  const words = {
    stop: 'stop',
    length: 'length',
    filter: 'content_filter',
    calls: 'tool_calls',
    ...ends,
  }
  const common = (object: string) => ({ id: 'c', object, created: 1, model: 'm' })
  const chunk = (more: object) => event({ ...common('chat.completion.chunk'), ...more })
  const withDelta = (call: object) =>
    chunk({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] })
  return {
    path,
    key,
    read: readCompletions,
    whole: ({ pieces, calls, ends: reason, usage: tokens }) => ({
      ...common('chat.completion'),
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: calls && !pieces.length ? null : content(pieces.join('')),
            ...(calls && { tool_calls: calls.map((call) => functionOf(call, call.written)) }),
          },
          finish_reason: words[reason],
        },
      ],
      usage: usage(tokens),
    }),
    stream: {
      type: 'text/event-stream',
      begin: () => `: a comment to keep the connection\n\n`,
      piece: (text) =>
        chunk({ choices: [{ index: 0, delta: { content: content(text) }, finish_reason: null }] }),
      calls: ({ calls = [] }) =>
        calls.flatMap((call, index) => callDeltas(call, index).map(withDelta)).join(''),
      end({ ends: reason, usage: tokens }) {
        const choices = [{ index: 0, delta: {}, finish_reason: words[reason] }]
        const completion = isUsageInEnd
          ? chunk({ choices, usage: usage(tokens) })
          : `${chunk({ choices })}${chunk({ choices: [], usage: usage(tokens) })}`
        return `${completion}data: [DONE]\n\n`
      },
      error: chunk({
        error: { code: 502, message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
    },
    errors: {
      tooLong: {
        status: 400,
        body: refusal("This model's maximum context length is 8192 tokens.", {
          code: 'context_length_exceeded',
        }),
      },
      wrongKey: {
        status: 401,
        body: refusal('Incorrect API key provided', { code: 'invalid_api_key' }),
      },
      gone: { status: 404, body: refusal('The model does not exist', { code: 'model_not_found' }) },
      temperature: {
        status: 400,
        body: refusal("Unsupported value: 'temperature' does not support 0.3", {
          param: 'temperature',
          code: 'unsupported_value',
        }),
      },
      other: refusal('some trouble', { type: 'server_error' }),
      ...errors,
    },
  }
}

export const usual = ({ input, cached, output }: Completion['usage']) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
})

const functionOf = ({ id, name }: StandInCall, written: string) => ({
  id,
  type: 'function',
  function: { name, arguments: written },
})

/** The first piece of a call has its id and name, and the others parts of its arguments. */
const callDeltas = (call: StandInCall, index: number): object[] => [
  { index, ...functionOf(call, '') },
  ...inThrees(call).map((piece) => ({ index, function: { arguments: piece } })),
]

function readCompletions({ body }: Received) {
  const { model, messages, temperature, max_tokens, max_completion_tokens, tools } = body
  const [first, ...rest] = messages
  const turns = (first.role === 'system' ? rest : messages)
    .filter(({ role }: any) => role !== 'tool')
    .map(({ role, content }: any) => [role, textOf(content)])
  const system = first.role === 'system' ? textOf(first.content) : undefined
  const asked = ofTools({
    tools: tools?.map((tool: any) => tool.function),
    calls: messages.flatMap(({ tool_calls = [] }: any) =>
      tool_calls.map(({ id, function: { name, arguments: written } }: any) => ({
        id,
        name,
        input: JSON.parse(written),
      })),
    ),
    results: messages
      .filter(({ role }: any) => role === 'tool')
      .map(({ tool_call_id: id, content }: any) => ({ id, text: textOf(content) })),
  })
  const limit = max_tokens ?? max_completion_tokens
  return { model, system, turns, temperature, limit, ...asked }
}
