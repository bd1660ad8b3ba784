import type { NewAttachment } from '../../../shared/chat/attachments.ts'
import {
  attachmentName,
  attachmentTypeOf,
  MAX_IMAGE_SIDE,
  maxAttachmentBytes,
} from '../../../shared/lib/attachmentTypes.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Ctx } from '../../context.ts'
import { readLoneFile, requireShowable } from '../../uploads/loneFile.ts'
import { invalidFile } from '../../uploads/multipart.ts'
import type { UploadCapacity } from '../../uploads/uploadCapacity.ts'

/** The largest file: a PDF. */
export const MAX_FILE_BYTES = maxAttachmentBytes('application/pdf')

/**
 * Reads a form with one file. The bytes determine its type.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text,
 *   validation_failed, unavailable
 */
export async function readFile(
  ctx: Ctx,
  capacity: UploadCapacity,
): Promise<Omit<NewAttachment, 'id'>> {
  const { name, bytes } = await readLoneFile(ctx, capacity, MAX_FILE_BYTES)
  const media_type = attachmentTypeOf(bytes)
  if (!media_type)
    throw invalidFile('file_type', 'must be a PNG, JPEG, WebP or GIF image or a PDF, by its bytes')
  const most = maxAttachmentBytes(media_type)
  if (bytes.length > most)
    throw new AppError('payload_too_large', `An image may have at most ${most / 1024 / 1024} MB.`)
  if (media_type !== 'application/pdf') requireShowable(media_type, bytes, MAX_IMAGE_SIDE)
  return { file_name: attachmentName(name, media_type), media_type, bytes }
}
