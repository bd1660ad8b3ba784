import { asData } from '../prompt/delimiters.ts'
import type { ModelMessage, PromptMessage, ResultMessage } from '../prompt/prompt.ts'

/**
 * Writes calls and their results as texts of the user, for a model that takes no tools, or may not
 * call any now. A model that found them among its own words would imitate them. Messages without
 * calls stay as they are.
 * @param isOver whether the model may call none any more
 */
export function asText(
  messages: readonly ModelMessage[],
  isOver: boolean,
): readonly PromptMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'tool')
  return messages.flatMap((message, at): PromptMessage[] => {
    if (message.role === 'tool') {
      const result = resultText(message)
      return [{ role: 'user', content: isOver && at === last ? `${result}\n\n${OVER}` : result }]
    }
    if (!('calls' in message)) return [message]
    const said = message.content
      ? `Before you called tools, you wrote this, which is no part of your answer:\n${asData(message.content)}`
      : ''
    return said ? [{ role: 'user', content: said }] : []
  })
}

const OVER = 'No more tools can be used now. Answer with what is there.'

const resultText = ({ call, content }: ResultMessage) =>
  `You have called the tool ${asData(call.name)} with ${asData(call.written || '{}')}. Its result:\n${content}`
