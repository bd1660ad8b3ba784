import { crc32 } from 'node:zlib'
import {
  bearerOf,
  type Completion,
  inputOf,
  inThrees,
  ofTools,
  type Protocol,
  textOf,
} from './fixture.ts'

const WORDS = {
  stop: 'end_turn',
  length: 'max_tokens',
  filter: 'guardrail_intervened',
  calls: 'tool_use',
}
const usageOf = ({ input, cached, output }: Completion['usage']) => ({
  inputTokens: input - cached,
  cacheReadInputTokens: cached,
  outputTokens: output,
  totalTokens: input + output,
})

/** One message of Amazon's binary event stream. */
function frame(headers: Record<string, string>, payload: object): Buffer {
  const named = Object.entries({ ':content-type': 'application/json', ...headers }).map(
    ([name, value]) => {
      const head = Buffer.alloc(4 + name.length)
      head.writeUInt8(name.length, 0)
      head.write(name, 1)
      head.writeUInt8(7, 1 + name.length)
      head.writeUInt16BE(value.length, 2 + name.length)
      return Buffer.concat([head, Buffer.from(value)])
    },
  )
  const all = Buffer.concat(named)
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + all.length + body.length, 0)
  prelude.writeUInt32BE(all.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const start = Buffer.concat([prelude, all, body])
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(start))
  return Buffer.concat([start, end])
}
export const part = (type: string, payload: object) =>
  frame({ ':message-type': 'event', ':event-type': type }, payload)

const partsOf = (messages: any[], name: string): any[] =>
  messages.flatMap(({ content }) => content.flatMap((part: any) => part[name] ?? []))

/** Bedrock's Converse API. */
export const converse: Protocol = {
  path: (model, isStreamed) => `/model/${model}/${isStreamed ? 'converse-stream' : 'converse'}`,
  key: bearerOf,
  read: ({ path, body: { system, messages, inferenceConfig, toolConfig } }) => ({
    model: /model\/(.{1,40})\/converse/.exec(path)?.[1],
    system: system && textOf(system),
    turns: messages
      .filter(({ content }: any) => !content.some((part: any) => part.toolResult))
      .map(({ role, content }: any) => [role, textOf(content)]),
    temperature: inferenceConfig?.temperature,
    limit: inferenceConfig?.maxTokens,
    ...ofTools({
      tools: toolConfig?.tools.map(({ toolSpec: { inputSchema, ...tool } }: any) => ({
        ...tool,
        parameters: inputSchema.json,
      })),
      calls: partsOf(messages, 'toolUse').map(({ toolUseId: id, name, input }) => ({
        id,
        name,
        input,
      })),
      results: partsOf(messages, 'toolResult').map(({ toolUseId: id, content }) => ({
        id,
        text: textOf(content),
      })),
    }),
  }),
  whole: ({ pieces, calls = [], ends, usage }) => ({
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(pieces.length ? [{ text: pieces.join('') }] : []),
          ...calls.map((call) => ({
            toolUse: { toolUseId: call.id, name: call.name, input: inputOf(call) },
          })),
        ],
      },
    },
    stopReason: WORDS[ends],
    usage: usageOf(usage),
    metrics: { latencyMs: 1 },
  }),
  stream: {
    type: 'application/vnd.amazon.eventstream',
    begin: () => part('messageStart', { role: 'assistant' }),
    piece: (text) => part('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
    calls: ({ calls = [] }) =>
      Buffer.concat(
        calls.flatMap((call, at) => {
          const contentBlockIndex = at + 1
          const toolUse = { toolUseId: call.id, name: call.name }
          return [
            part('contentBlockStart', { contentBlockIndex, start: { toolUse } }),
            ...inThrees(call).map((input) =>
              part('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }),
            ),
            part('contentBlockStop', { contentBlockIndex }),
          ]
        }),
      ),
    end: ({ pieces, ends, usage }) =>
      Buffer.concat([
        ...(pieces.length ? [part('contentBlockStop', { contentBlockIndex: 0 })] : []),
        part('messageStop', { stopReason: WORDS[ends] }),
        part('metadata', { usage: usageOf(usage), metrics: { latencyMs: 1 } }),
      ]),
    error: frame(
      { ':message-type': 'exception', ':exception-type': 'internalServerException' },
      { message: 'The system encountered an unexpected error.' },
    ),
  },
  errors: {
    tooLong: { status: 400, body: { message: 'Input is too long for requested model.' } },
    wrongKey: { status: 403, body: { Message: 'Bearer token is not valid' } },
    gone: { status: 404, body: { message: 'Could not resolve the foundation model.' } },
    temperature: { status: 400, body: { message: '`temperature` is deprecated for this model.' } },
    other: { message: 'Too many requests, please wait before trying again.' },
  },
}
