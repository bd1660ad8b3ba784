import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'

/** A part of a tool call, or a whole one, as a provider sent it. */
export interface CallPiece {
  /** The place of its call among those of the answer; undefined: the protocol has none. */
  index?: number | string | undefined
  /** The provider's id of the call. Many protocols send it with the first piece only. */
  id?: string | undefined
  name?: string | undefined
  /** The next part of the arguments, which are JSON. */
  written: string
  /** Opaque: the provider wants it back with the call. */
  signature?: string | undefined
}

/** A call of an earlier round as it goes to a client, with what some providers want back. */
export interface SentCall {
  id: string
  name: string
  args: Record<string, unknown>
  type: 'tool_call'
  /** Whether the model that is asked now has made it. */
  isOwn: boolean
  /** Of a call of its own; undefined: it sent none. */
  signature?: string | undefined
}

/** Reads the calls of a client's message. */
export type ReadCalls = (message: BaseMessage) => CallPiece[]

const kept = new WeakMap<BaseMessage, readonly CallPiece[]>()

/** Returns the tool calls of a message, or of a piece of one, that a client has answered with. */
export const callsOf = (message: BaseMessage): readonly CallPiece[] => kept.get(message) ?? []

/**
 * Has a client keep tool calls apart from its messages. LangChain parses all arguments so far anew
 * with each piece, which takes 28 s for 64 kB in 16,000 pieces, completes arguments that were cut
 * off, and joins calls whose ids are the same.
 */
export function keepingCalls<Of extends BaseChatModel>(
  model: Of,
  read: ReadCalls = readChunks,
): Of {
  const generate = model._generate.bind(model)
  const stream = model._streamResponseChunks.bind(model)
  // Ollama's client makes a whole message of a stream.
  let streamed: CallPiece[] = []
  const keep = (message: BaseMessage, pieces = read(message)) => {
    kept.set(message, pieces)
    leaveOutCalls(message as Partial<AIMessageChunk>)
    return pieces
  }
  model._generate = async (...asked) => {
    streamed = []
    const result = await generate(...asked)
    for (const { message } of result.generations)
      keep(message, streamed.length ? streamed : undefined)
    return result
  }
  model._streamResponseChunks = async function* (...asked) {
    streamed = []
    for await (const chunk of stream(...asked)) {
      streamed.push(...keep(chunk.message))
      yield chunk
    }
  }
  return model
}

/** The blocks of a message's content that belong to calls: of Anthropic and of Gemini. */
const OF_CALLS: readonly unknown[] = ['tool_use', 'input_json_delta', 'functionCall']

function leaveOutCalls(message: Partial<AIMessageChunk>): void {
  Object.assign(message, { tool_calls: [], invalid_tool_calls: [], tool_call_chunks: [] })
  delete message.additional_kwargs?.tool_calls
  if (Array.isArray(message.content))
    message.content = message.content.filter((block) => !OF_CALLS.includes(Object(block).type))
}

/** Reads calls where most clients have them: pieces of a stream, or whole calls. */
export function readChunks(message: BaseMessage): CallPiece[] {
  const {
    tool_call_chunks = [],
    tool_calls = [],
    invalid_tool_calls = [],
  } = message as Partial<AIMessageChunk>
  if (tool_call_chunks.length)
    return tool_call_chunks.map(({ index, id, name, args }) => ({
      index,
      id,
      name,
      written: args ?? '',
    }))
  return [
    ...tool_calls.map(({ id, name, args }) => ({ id, name, written: JSON.stringify(args) ?? '' })),
    ...invalid_tool_calls.map(({ id, name, args }) => ({ id, name, written: args ?? '' })),
  ]
}
