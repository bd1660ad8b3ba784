import { completions } from './completions.ts'
import { type Completion, event, type Protocol, textOf } from './fixture.ts'

const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
})

const REASONS = { length: 'max_output_tokens', filter: 'content_filter' }

const response = ({ pieces, ends, usage }: Completion) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  error: null,
  status: ends === 'stop' ? 'completed' : 'incomplete',
  incomplete_details: ends === 'stop' ? null : { reason: REASONS[ends] },
  output: [
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: pieces.join(''), annotations: [] }],
    },
  ],
  usage: usageOf(usage),
})

const typed = (data: { type: string; [more: string]: unknown }) => event(data, data.type)

/** OpenAI's Responses API. */
export const responses: Protocol = {
  ...completions(),
  path: () => '/responses',
  read({ body }) {
    const { model, input, temperature, max_output_tokens: limit } = body
    const [first, ...rest] = input
    const turns = (first.role === 'system' ? rest : input).map(({ role, content }: any) => [
      role,
      textOf(content),
    ])
    return {
      model,
      system: first.role === 'system' ? textOf(first.content) : undefined,
      turns,
      temperature,
      limit,
    }
  },
  whole: response,
  stream: {
    type: 'text/event-stream',
    begin: (completion) => {
      const begun = {
        ...response({ ...completion, pieces: [] }),
        output: [],
        status: 'in_progress',
        usage: null,
      }
      return `${typed({ type: 'response.created', response: begun })}${typed({
        type: 'response.output_item.added',
        output_index: 0,
        item: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'in_progress',
          content: [],
        },
      })}`
    },
    piece: (delta) =>
      typed({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta,
      }),
    end: (completion) =>
      typed({
        type: `response.${completion.ends === 'stop' ? 'completed' : 'incomplete'}`,
        response: response(completion),
      }),
    error: typed({
      type: 'response.failed',
      response: {
        id: 'resp_1',
        status: 'failed',
        error: { code: 'server_error', message: 'sorry' },
      },
    }),
  },
}
