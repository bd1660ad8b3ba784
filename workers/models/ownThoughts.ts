import type { BaseMessage } from '@langchain/core/messages'

/**
 * Returns the thoughts that a provider sends apart from its text, as LangChain's clients pass them
 * on: `reasoning_content` of OpenAI's and Ollama's protocols, blocks of the others.
 */
export function thoughtsIn({ content, additional_kwargs }: BaseMessage): string {
  const { reasoning_content } = additional_kwargs
  const apart = typeof reasoning_content === 'string' ? reasoning_content : ''
  return typeof content === 'string' ? apart : apart + content.map(thoughtOf).join('')
}

/** Reads a block: `thinking` of Anthropic, `reasoning` of Bedrock, a text with `thought` of Gemini. */
function thoughtOf(block: unknown): string {
  const { type, thinking, reasoning, thought, text } = Object(block)
  const words = { thinking, reasoning, text: thought === true ? text : '' }[String(type)]
  return typeof words === 'string' ? words : ''
}
