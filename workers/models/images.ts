import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import { imagesOf, type ModelMessage } from '../prompt/prompt.ts'

/** Whether a message has an image of a type that the model takes. */
export const hasImagesOf = (
  messages: readonly ModelMessage[],
  types: readonly AttachmentType[],
): boolean => messages.some((message) => imagesOf(message).some(({ type }) => types.includes(type)))

/** HTTP statuses that refuse the form of a request, as servers do that take no images. */
const OF_FORM = [400, 413, 415, 422]

/** Whether a call may have been refused because of its images: then it is repeated without them. */
export function mayBeOfImages(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { status, isOfKey, isBlocked, isOfCall, isOfImages } = error.refusal
  const isOfOther = isOfKey || isBlocked || isOfCall || status === 429
  return !isOfOther && (isOfImages || OF_FORM.includes(status))
}
