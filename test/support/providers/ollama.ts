import { type Completion, inputOf, ofTools, type Protocol } from './fixture.ts'

const WORDS = { stop: 'stop', length: 'length', filter: 'content_filter', calls: 'stop' }
const line = (
  content: string,
  more: object = { done: false },
  calls: NonNullable<Completion['calls']> = [],
) => {
  const tool_calls = calls.map((call) => ({
    function: { name: call.name, arguments: inputOf(call) },
  }))
  const message = { role: 'assistant', content, ...(calls.length && { tool_calls }) }
  return `${JSON.stringify({ model: 'm', created_at: '', message, ...more })}\n`
}
const ended = ({ ends, usage }: Parameters<Protocol['whole']>[0]) => ({
  done: true,
  done_reason: WORDS[ends],
  prompt_eval_count: usage.input,
  eval_count: usage.output,
})

/**
 * Ollama's /api/chat, which always streams, reports no cached tokens, and has no keys and no
 * filters.
 */
export const ollamaChat: Protocol = {
  path: () => '/api/chat',
  key: () => undefined,
  read: ({ body: { model, messages, options, tools } }) => {
    const [{ content: system }, ...rest] = messages
    const turns = rest
      .filter(({ role }: any) => role !== 'tool')
      .map(({ role, content }: any) => [role, content])
    const asked = ofTools({
      tools: tools?.map((tool: any) => tool.function),
      calls: rest.flatMap(({ tool_calls = [] }: any) =>
        tool_calls.map(({ id, function: { name, arguments: input } }: any) => ({
          id,
          name,
          input,
        })),
      ),
      results: rest
        .filter(({ role }: any) => role === 'tool')
        .map(({ tool_call_id: id, tool_name: name, content: text }: any) => ({ id, name, text })),
    })
    const { temperature, num_predict: limit } = options
    return { model, system, turns, temperature, limit, ...asked }
  },
  whole: (completion) =>
    JSON.parse(line(completion.pieces.join(''), ended(completion), completion.calls)),
  stream: {
    type: 'application/x-ndjson',
    begin: () => '',
    piece: (text) => line(text),
    // Calls are never in pieces.
    calls: ({ calls = [] }) => calls.map((call) => line('', { done: false }, [call])).join(''),
    end: (completion) => line('', ended(completion)),
    error: `${JSON.stringify({ error: 'llama runner process has terminated' })}\n`,
  },
  errors: {
    tooLong: { status: 400, body: { error: 'the input length exceeds the context length' } },
    wrongKey: { status: 401, body: { error: 'unauthorized' } },
    gone: { status: 404, body: { error: "model 'm' not found" } },
    temperature: { status: 400, body: { error: 'temperature is not supported' } },
    other: { error: 'something failed' },
  },
}
