import { type ImageType, sizeOfImage } from '../../shared/lib/attachmentTypes.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from '../http/fieldErrors.ts'
import { invalidFile, readForm, type UploadedFile } from './multipart.ts'
import type { UploadCapacity } from './uploadCapacity.ts'

/** The schema of a form with a single file. @param name of the file in the example */
export const loneFile = (description: string, name: string) => ({
  type: 'object',
  additionalProperties: false,
  contentMediaType: 'multipart/form-data',
  required: ['file'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description },
  },
  examples: [{ file: name }],
})

/**
 * Reads a form with a single file.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text,
 *   validation_failed, unavailable
 */
export async function readLoneFile(
  ctx: Ctx,
  capacity: UploadCapacity,
  fileBytes: number,
): Promise<UploadedFile> {
  const { fields, file } = await readForm(ctx, capacity, { fileBytes, fields: 2, fieldBytes: 1024 })
  if (fields.length)
    throw validationFailed(
      fields.map(([field]) => ({
        field,
        code: 'unknown_field',
        detail: 'is not a field of this request',
      })),
    )
  return file
}

/**
 * Refuses an image that does not state its size, or is large enough to be a decompression bomb.
 * @param most pixels a side
 * @throws AppError validation_failed
 */
export function requireShowable(type: ImageType, bytes: Buffer, most: number): void {
  const size = sizeOfImage(type, bytes)
  if (!size) throw invalidFile('file_broken', 'is broken: the size of its image cannot be read')
  if (Math.max(size.width, size.height) > most)
    throw invalidFile('image_size', `must have at most ${most} pixels a side`)
}
