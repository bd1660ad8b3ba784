import { completions } from './completions.ts'
import {
  type Completion,
  event,
  inThrees,
  ofTools,
  type Protocol,
  type StandInCall,
  textOf,
} from './fixture.ts'

const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
})

const REASONS = { length: 'max_output_tokens', filter: 'content_filter' }

const isDone = (ends: Completion['ends']): ends is 'stop' | 'calls' =>
  ends === 'stop' || ends === 'calls'

const callItem = ({ id, name, written }: StandInCall) => ({
  id: `fc_${id}`,
  type: 'function_call',
  status: 'completed',
  call_id: id,
  name,
  arguments: written,
})

const response = ({ pieces, calls = [], ends, usage }: Completion) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  error: null,
  status: isDone(ends) ? 'completed' : 'incomplete',
  incomplete_details: isDone(ends) ? null : { reason: REASONS[ends] },
  output: [
    ...(pieces.length || !calls.length
      ? [
          {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: pieces.join(''), annotations: [] }],
          },
        ]
      : []),
    ...calls.map(callItem),
  ],
  usage: usageOf(usage),
})

const typed = (data: { type: string; [more: string]: unknown }) => event(data, data.type)

/** OpenAI's Responses API. */
export const responses: Protocol = {
  ...completions(),
  path: () => '/responses',
  read({ body }) {
    const { model, input, temperature, max_output_tokens: limit, tools } = body
    const [first, ...rest] = input
    const turns = (first.role === 'system' ? rest : input)
      .filter(({ role }: any) => role)
      .map(({ role, content }: any) => [role, textOf(content)])
    const ofType = (wanted: string) => input.filter(({ type }: any) => type === wanted)
    return {
      model,
      system: first.role === 'system' ? textOf(first.content) : undefined,
      turns,
      temperature,
      limit,
      ...ofTools({
        tools,
        calls: ofType('function_call').map(({ call_id: id, name, arguments: written }: any) => ({
          id,
          name,
          input: JSON.parse(written),
        })),
        results: ofType('function_call_output').map(({ call_id: id, output: text }: any) => ({
          id,
          text,
        })),
      }),
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
    calls: ({ calls = [] }) =>
      calls
        .flatMap((call, at) => {
          const place = { output_index: at + 1, item_id: `fc_${call.id}` }
          const item = { ...callItem(call), arguments: '', status: 'in_progress' }
          return [
            typed({ type: 'response.output_item.added', ...place, item }),
            ...inThrees(call).map((delta) =>
              typed({ type: 'response.function_call_arguments.delta', ...place, delta }),
            ),
            typed({
              type: 'response.function_call_arguments.done',
              ...place,
              arguments: call.written,
            }),
            typed({ type: 'response.output_item.done', ...place, item: callItem(call) }),
          ]
        })
        .join(''),
    end: (completion) =>
      typed({
        type: `response.${isDone(completion.ends) ? 'completed' : 'incomplete'}`,
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
