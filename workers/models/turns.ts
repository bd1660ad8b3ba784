import type { ModelMessage, PromptMessage } from '../prompt/prompt.ts'

/**
 * Returns messages in the form that every chat template takes: neighbours of one role are joined,
 * because templates such as Mistral's and Gemma's want user and assistant in turns. Neighbours come
 * from replies that failed, and from people who write several messages.
 * @param takesSystem false: the model has no role `system`, so the text of these messages goes
 *   before the first user's message
 */
export function inTurns<Of extends ModelMessage>(
  messages: readonly Of[],
  takesSystem: boolean,
): (Of | PromptMessage)[] {
  const turns: (Of | PromptMessage)[] = []
  for (const message of takesSystem ? messages : messages.map(asUser)) {
    const last = turns.at(-1)
    if (last && isPlain(last) && isPlain(message) && last.role === message.role)
      turns[turns.length - 1] = joined(last, message)
    else turns.push(message)
  }
  return turns
}

/** Whether a message is a text alone. Calls and their results are never joined with another. */
const isPlain = (message: ModelMessage): message is PromptMessage =>
  message.role !== 'tool' && !('calls' in message)

const asUser = <Of extends ModelMessage>(message: Of): Of | PromptMessage =>
  message.role === 'system' ? { ...message, role: 'user' } : message

function joined(first: PromptMessage, second: PromptMessage): PromptMessage {
  const content = [first.content, second.content].filter(Boolean).join('\n\n')
  const images = [...(first.images ?? []), ...(second.images ?? [])]
  return {
    role: first.role,
    content,
    ...(images.length && { images }),
    ...(second.isStable && { isStable: true }),
  }
}
