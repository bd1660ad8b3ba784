import {
  type Completion,
  event,
  inputOf,
  inThrees,
  ofTools,
  type Protocol,
  textOf,
} from './fixture.ts'

const WORDS = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal', calls: 'tool_use' }
const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  input_tokens: input - cached,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
  output_tokens: output,
})
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }
const typed = (data: { type: string; [more: string]: unknown }) => event(data, data.type)
const error = (type: string, text: string) => ({ type: 'error', error: { type, message: text } })

const hasType = (content: unknown, type: string) =>
  Array.isArray(content) && content.some((block) => block.type === type)
const ofType = (messages: any[], type: string): any[] =>
  messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.filter((block) => block.type === type) : [],
  )

/** Anthropic's Messages API. */
export const anthropicMessages: Protocol = {
  path: () => '/v1/messages',
  key: (headers) => headers['x-api-key'] as string,
  read: ({ body: { model, system, messages, temperature, max_tokens: limit, tools } }) => ({
    model,
    temperature,
    limit,
    system: system && textOf(system),
    turns: messages
      .filter(({ content }: any) => !hasType(content, 'tool_result'))
      .map(({ role, content }: any) => [role, textOf(content)]),
    ...ofTools({
      tools: tools?.map(({ input_schema: parameters, ...tool }: any) => ({ ...tool, parameters })),
      calls: ofType(messages, 'tool_use').map(({ id, name, input }) => ({ id, name, input })),
      results: ofType(messages, 'tool_result').map(({ tool_use_id: id, content }) => ({
        id,
        text: textOf(content),
      })),
    }),
  }),
  whole: ({ pieces, calls = [], ends, usage }) => ({
    ...message,
    content: [
      ...(pieces.length ? [{ type: 'text', text: pieces.join('') }] : []),
      ...calls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: inputOf(call),
      })),
    ],
    stop_reason: WORDS[ends],
    usage: usageOf(usage),
  }),
  stream: {
    type: 'text/event-stream',
    begin: ({ pieces, usage }) =>
      `${typed({
        type: 'message_start',
        message: {
          ...message,
          content: [],
          stop_reason: null,
          usage: { ...usageOf(usage), output_tokens: 1 },
        },
      })}${pieces.length ? typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) : ''}${typed(
        {
          type: 'ping',
        },
      )}`,
    piece: (text) =>
      typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    calls: ({ calls = [] }) =>
      calls
        .flatMap((call, at) => {
          const { id, name } = call
          const index = at + 1
          const content_block = { type: 'tool_use', id, name, input: {} }
          return [
            typed({ type: 'content_block_start', index, content_block }),
            ...inThrees(call).map((partial_json) =>
              typed({
                type: 'content_block_delta',
                index,
                delta: { type: 'input_json_delta', partial_json },
              }),
            ),
            typed({ type: 'content_block_stop', index }),
          ]
        })
        .join(''),
    end: ({ pieces, ends, usage }) =>
      `${pieces.length ? typed({ type: 'content_block_stop', index: 0 }) : ''}${typed({
        type: 'message_delta',
        delta: { stop_reason: WORDS[ends], stop_sequence: null },
        usage: { output_tokens: usage.output },
      })}${typed({ type: 'message_stop' })}`,
    error: typed(error('overloaded_error', 'Overloaded')),
  },
  errors: {
    tooLong: {
      status: 400,
      body: error('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    },
    wrongKey: { status: 401, body: error('authentication_error', 'invalid x-api-key') },
    gone: { status: 404, body: error('not_found_error', 'model: claude-1') },
    temperature: {
      status: 400,
      body: error('invalid_request_error', '`temperature` is deprecated for this model.'),
    },
    other: error('api_error', 'Internal server error'),
  },
}
