import {
  type AttachmentType,
  attachmentName,
  attachmentTypeOf,
  MAX_IMAGE_SIDE,
  maxAttachmentBytes,
  sizeOfImage,
} from '../../../shared/attachmentTypes.ts'
import { AppError } from '../../../shared/errors.ts'
import type { NewAttachment } from '../../../shared/store/attachments/attachments.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { invalidFile, readForm } from '../../uploads/multipart.ts'
import type { UploadCapacity } from '../../uploads/uploadCapacity.ts'

/** The largest file: a PDF. */
export const MAX_FILE_BYTES = maxAttachmentBytes('application/pdf')
const LIMITS = { fileBytes: MAX_FILE_BYTES, fields: 2, fieldBytes: 1024 }

/**
 * Reads a form with one file, whose bytes tell its type.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text, validation_failed, unavailable
 */
export async function readFile(ctx: Ctx, capacity: UploadCapacity): Promise<Omit<NewAttachment, 'id'>> {
  const { fields, file } = await readForm(ctx, capacity, LIMITS)
  if (fields.length)
    throw validationFailed(
      fields.map(([field]) => ({ field, code: 'unknown_field', detail: 'is not a field of this request' })),
    )
  const { bytes } = file
  const media_type = attachmentTypeOf(bytes)
  if (!media_type)
    throw invalidFile('file_type', 'must be a PNG, JPEG, WebP or GIF image or a PDF: its bytes are of none')
  const most = maxAttachmentBytes(media_type)
  if (bytes.length > most)
    throw new AppError('payload_too_large', `An image may have at most ${most / 1024 / 1024} MB.`)
  requireShowable(media_type, bytes)
  return { file_name: attachmentName(file.name, media_type), media_type, bytes }
}

/** Refuses an image that tells no size, or so large a one that it could be a bomb. @throws AppError validation_failed */
function requireShowable(type: AttachmentType, bytes: Buffer): void {
  if (type === 'application/pdf') return
  const size = sizeOfImage(type, bytes)
  if (!size) throw invalidFile('file_broken', 'is broken: it does not tell the size of its image')
  if (Math.max(size.width, size.height) > MAX_IMAGE_SIDE)
    throw invalidFile('image_size', `must have at most ${MAX_IMAGE_SIDE} pixels a side`)
}
