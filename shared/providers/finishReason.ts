/** Why a model ended its reply: as it wanted, at a limit, because a filter or the model itself refused, to call a tool, or otherwise. */
export const FINISH_REASONS = ['stop', 'length', 'content_filter', 'tool_calls', 'other'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

/** What OpenAI, Anthropic, Ollama and servers compatible with them call it. */
const WORDS: Readonly<Record<string, FinishReason>> = {
  ...{ stop: 'stop', end_turn: 'stop', stop_sequence: 'stop', eos: 'stop' },
  ...{ length: 'length', max_tokens: 'length', model_context_window_exceeded: 'length' },
  ...{ content_filter: 'content_filter', refusal: 'content_filter', safety: 'content_filter' },
  ...{ tool_calls: 'tool_calls', tool_use: 'tool_calls', function_call: 'tool_calls' },
}

/** @param word the provider's, which may be anything: another text is not handed on, for contents belong nowhere here */
export const toFinishReason = (word: unknown): FinishReason =>
  (typeof word === 'string' && WORDS[word.toLowerCase()]) || 'other'
