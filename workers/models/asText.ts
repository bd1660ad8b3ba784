import { asData } from '../prompt/delimiters.ts'
import type { ModelMessage, PromptMessage, ResultMessage } from '../prompt/prompt.ts'

/**
 * Writes calls and their results as texts of the user, for a model that takes no tools, or may not
 * call any now. A model that found them among its own words would imitate them. Messages without
 * calls stay as they are.
 */
export const asText = (messages: readonly ModelMessage[]): readonly PromptMessage[] =>
  messages.flatMap((message): PromptMessage[] => {
    if (message.role === 'tool') return [{ role: 'user', content: resultText(message) }]
    if (!('calls' in message)) return [message]
    const said = message.content
      ? `Before you called tools, you wrote this, which is no part of your answer:\n${asData(message.content)}`
      : ''
    return said ? [{ role: 'user', content: said }] : []
  })

const resultText = ({ call, content }: ResultMessage) =>
  `You have called the tool ${asData(call.name)} with ${asData(call.written || '{}')}. Its result:\n${content}`
