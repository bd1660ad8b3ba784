import type { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import type { CallPiece } from './toolCallPieces.ts'

/**
 * Returns the tool calls of a message, or the pieces of calls of a part of one, as LangChain's
 * clients pass them on. OpenAI's protocol leaves them as they came in `additional_kwargs`. Other
 * clients have `tool_call_chunks` for pieces, and `tool_calls` for whole calls.
 */
export function callsIn(message: AIMessage | AIMessageChunk): CallPiece[] {
  const { tool_calls: raw } = message.additional_kwargs
  if (Array.isArray(raw)) return raw.map(ofOpenAi)
  const { tool_call_chunks: pieces } = message as Partial<AIMessageChunk>
  if (pieces?.length)
    return pieces.map(({ index, id, name, args }) => ({ index, id, name, written: args ?? '' }))
  const whole = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    id,
    name,
    written: JSON.stringify(args),
  }))
  const unread = (message.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
    id,
    name,
    written: args ?? '',
  }))
  return [...whole, ...unread]
}

/** Reads `{index?, id?, function: {name?, arguments?}}`. Some servers send arguments as an object. */
function ofOpenAi(raw: unknown): CallPiece {
  const { index, id, function: asked } = Object(raw)
  const { name, arguments: args } = Object(asked)
  return {
    index: typeof index === 'number' ? index : undefined,
    id: textOr(id),
    name: textOr(name),
    written: typeof args === 'string' ? args : args ? JSON.stringify(args) : '',
  }
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined)
