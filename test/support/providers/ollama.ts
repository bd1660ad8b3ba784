import type { Protocol } from './fixture.ts'

const WORDS = { stop: 'stop', length: 'length', filter: 'content_filter' }
const line = (content: string, more: object = { done: false }) =>
  `${JSON.stringify({ model: 'm', created_at: '', message: { role: 'assistant', content }, ...more })}\n`
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
  read: ({ body: { model, messages, options } }) => {
    const [{ content: system }, ...rest] = messages
    const turns = rest.map(({ role, content }: any) => [role, content])
    return { model, system, turns, temperature: options.temperature, limit: options.num_predict }
  },
  whole: (completion) => JSON.parse(line(completion.pieces.join(''), ended(completion))),
  stream: {
    type: 'application/x-ndjson',
    begin: () => '',
    piece: (text) => line(text),
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
