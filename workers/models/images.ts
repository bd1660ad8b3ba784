import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import type { PromptImage } from '../prompt/attachments.ts'
import type { PromptMessage } from '../prompt/prompt.ts'

/** Whether one of the messages has an image of a type that the model takes. */
export const hasImagesOf = (
  messages: readonly PromptMessage[],
  types: readonly AttachmentType[],
): boolean => messages.some(({ images = [] }) => images.some(({ type }) => types.includes(type)))

/**
 * Makes a message of LangChain's. Images that the model takes go with it; of others the text tells
 * that they are there.
 * @param types the types of images that the model takes
 */
export function toLangChain(
  { role, content, images = [] }: PromptMessage,
  types: readonly AttachmentType[],
): BaseMessage {
  if (role === 'system') return new SystemMessage(content)
  if (role === 'assistant') return new AIMessage(content)
  const text = [content, ...images.filter(({ type }) => !types.includes(type)).map(unseen)].join(
    '\n',
  )
  const seen = images.filter(({ type }) => types.includes(type))
  if (!seen.length) return new HumanMessage(text)
  return new HumanMessage({ content: [{ type: 'text', text }, ...seen.map(partOf)] })
}

/** Every provider's client of LangChain reads images in this form of OpenAI's. */
const partOf = ({ type, data }: PromptImage) => ({
  type: 'image_url' as const,
  image_url: { url: `data:${type};base64,${data}` },
})

const unseen = ({ name }: PromptImage) =>
  `(The user attached an image, ${JSON.stringify(name)}, which you cannot see. If the answer depends on it, say that you cannot see images, and ask for what is needed in words.)`

/** Statuses of a request whose form is refused, as images are by servers that know of none. */
const OF_FORM = [400, 413, 415, 422]

/**
 * Whether a call may have been refused because of its images, so that it is worth to ask once more
 * without them.
 */
export function mayBeOfImages(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { status, isOfKey, isBlocked, isOfImages } = error.refusal
  return !isOfKey && !isBlocked && status !== 429 && (isOfImages || OF_FORM.includes(status))
}
