import { lookUp } from '../lib/lookUp.ts'

/**
 * Why a model ended its reply: it was done (`stop`), it reached a limit (`length`), a filter or the
 * model itself refused (`content_filter`), it called a tool, or anything else (`other`).
 */
export const FINISH_REASONS = ['stop', 'length', 'content_filter', 'tool_calls', 'other'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

/** The reason for each word of the providers. Gemini has a word for each of its filters. */
const WORDS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
  content_filtered: 'content_filter',
  guardrail_intervened: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  spii: 'content_filter',
  image_safety: 'content_filter',
  language: 'content_filter',
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
}

/**
 * The words for a reply that the provider could not finish: `error` of OpenRouter and Mistral, and
 * DeepSeek's.
 */
const BROKEN: readonly unknown[] = ['error', 'insufficient_system_resource']
export const isBroken = (word: unknown): boolean => BROKEN.includes(word)

/** The words for a tool call that the provider could not read: of Gemini and of Bedrock. */
const UNREADABLE: readonly string[] = [
  'malformed_function_call',
  'unexpected_tool_call',
  'too_many_tool_calls',
  'malformed_tool_use',
  'malformed_model_output',
]
export const isUnreadable = (word: unknown): boolean =>
  typeof word === 'string' && UNREADABLE.includes(word.toLowerCase())

/**
 * Returns the reason for a provider's word.
 * @param word the provider's word. It may be any text, even contents, so an unknown word becomes
 *   `other`
 */
export const toFinishReason = (word: unknown): FinishReason =>
  (typeof word === 'string' && lookUp(WORDS, word.toLowerCase())) || 'other'
