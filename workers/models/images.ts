import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import type { ContentPart } from '../../shared/lib/catalog/protocols/provider.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import type { PromptImage } from '../prompt/attachments.ts'
import type { PromptMessage } from '../prompt/prompt.ts'

/** Whether a message has an image of a type that the model takes. */
export const hasImagesOf = (
  messages: readonly PromptMessage[],
  types: readonly AttachmentType[],
): boolean => messages.some(({ images = [] }) => images.some(({ type }) => types.includes(type)))

/**
 * Makes a LangChain message. It contains the images that the model takes; its text mentions the
 * other images.
 * @param types the types of images that the model takes
 * @param cachedUpTo see `Provider`; undefined: the provider has no such mark
 */
export function toLangChain(
  { role, content, images = [], isStable }: PromptMessage,
  types: readonly AttachmentType[],
  cachedUpTo?: (text: string) => ContentPart[] | undefined,
): BaseMessage {
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

/** HTTP statuses that refuse the form of a request, as servers do that take no images. */
const OF_FORM = [400, 413, 415, 422]

/** Whether a call may have been refused because of its images: then it is repeated without them. */
export function mayBeOfImages(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { status, isOfKey, isBlocked, isOfImages } = error.refusal
  return !isOfKey && !isBlocked && status !== 429 && (isOfImages || OF_FORM.includes(status))
}
