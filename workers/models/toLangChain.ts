import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import type { ContentPart } from '../../shared/lib/catalog/protocols/provider.ts'
import type { PromptImage } from '../prompt/attachments.ts'
import type { ModelMessage } from '../prompt/prompt.ts'

/**
 * Makes a LangChain message. It contains the images that the model takes; its text mentions the
 * other images.
 * @param types the types of images that the model takes
 * @param cachedUpTo see `Provider`; undefined: the provider has no such mark
 */
export function toLangChain(
  message: ModelMessage,
  types: readonly AttachmentType[],
  cachedUpTo?: (text: string) => ContentPart[] | undefined,
): BaseMessage {
  if (message.role === 'tool') {
    const { call, content } = message
    return new ToolMessage({ content, tool_call_id: call.own_id ?? call.call_id, name: call.name })
  }
  if ('calls' in message) {
    const calls = message.calls.map(({ own_id, call_id, name, input }) => ({
      id: own_id ?? call_id,
      name,
      args: input ?? {},
    }))
    return new AIMessage({ content: message.content, tool_calls: calls })
  }
  const { role, content, images = [], isStable } = message
  const shown = (isStable && cachedUpTo?.(content)) || content
  if (role === 'system') return new SystemMessage({ content: shown })
  if (role === 'assistant') return new AIMessage({ content: shown })
  const text = [content, ...images.filter(({ type }) => !types.includes(type)).map(unseen)].join(
    '\n',
  )
  const seen = images.filter(({ type }) => types.includes(type))
  if (!seen.length) return new HumanMessage(text)
  return new HumanMessage({ content: [{ type: 'text', text }, ...seen.map(partOf)] })
}

/** Writes an image in OpenAI's form, which LangChain's clients of all providers read. */
const partOf = ({ type, data }: PromptImage) => ({
  type: 'image_url' as const,
  image_url: { url: `data:${type};base64,${data}` },
})

const unseen = ({ name }: PromptImage) =>
  `(The user attached an image, ${JSON.stringify(name)}, which you cannot see. If the answer depends on it, say that you cannot see images, and ask for what is needed in words.)`
