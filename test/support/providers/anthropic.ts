import { type Completion, event, type Protocol, textOf } from './fixture.ts'

const WORDS = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }
const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  input_tokens: input - cached,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
  output_tokens: output,
})
const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }
const typed = (data: { type: string; [more: string]: unknown }) => event(data, data.type)
const error = (type: string, text: string) => ({ type: 'error', error: { type, message: text } })

/** Anthropic's Messages API. */
export const anthropicMessages: Protocol = {
  path: () => '/v1/messages',
  key: (headers) => headers['x-api-key'] as string,
  read: ({ body: { model, system, messages, temperature, max_tokens: limit } }) => ({
    model,
    temperature,
    limit,
    system: system && textOf(system),
    turns: messages.map(({ role, content }: any) => [role, textOf(content)]),
  }),
  whole: ({ pieces, ends, usage }) => ({
    ...message,
    content: [{ type: 'text', text: pieces.join('') }],
    stop_reason: WORDS[ends],
    usage: usageOf(usage),
  }),
  stream: {
    type: 'text/event-stream',
    begin: ({ usage }) =>
      `${typed({
        type: 'message_start',
        message: {
          ...message,
          content: [],
          stop_reason: null,
          usage: { ...usageOf(usage), output_tokens: 1 },
        },
      })}${typed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })}${typed(
        {
          type: 'ping',
        },
      )}`,
    piece: (text) =>
      typed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    end: ({ ends, usage }) =>
      `${typed({ type: 'content_block_stop', index: 0 })}${typed({
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
