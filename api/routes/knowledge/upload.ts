import type { FileContent } from '../../../shared/knowledge/files.ts'
import { FILE_TYPES, fileTypeOf, looksLike } from '../../../shared/lib/fileTypes.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { uuid } from '../../http/schemas.ts'
import {
  baseName,
  invalidFile,
  readForm,
  type UploadedFile,
  type UploadForm,
} from '../../uploads/multipart.ts'
import type { UploadCapacity } from '../../uploads/uploadCapacity.ts'
import { servedAgents } from './entries.ts'
import { fileFields } from './fileEntry.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024
const MAX_FIELDS = 10
/** Room for the longest summary: 5,000 characters of up to 4 bytes. */
const MAX_FIELD_BYTES = 20 * 1024

/** The fields beside the file. */
export const uploadFields = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: {
      ...fileFields.title,
      description: `${fileFields.title.description} Default: the title inside the file, else its name; with \`knowledge_id\`, the entry's title.`,
    },
    summary: fileFields.summary,
    agent_ids: {
      ...servedAgents.agent_ids,
      description: `${servedAgents.agent_ids.description} The field is repeated, or has commas between ids.`,
    },
    knowledge_id: uuid(
      'Id of an entry whose content the file replaces. Without it, creates an entry.',
    ),
  },
} as const

export interface Upload {
  /** The fields as received, with `agent_ids` as a list; not validated yet. */
  fields: Record<string, string | string[]>
  file: FileContent
}

/**
 * Reads a multipart body with one file of at most 20 MB, into memory and never to a disk.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text,
 *   validation_failed, unavailable
 */
export async function readUpload(ctx: Ctx, capacity: UploadCapacity): Promise<Upload> {
  const limits = { fileBytes: MAX_FILE_BYTES, fields: MAX_FIELDS, fieldBytes: MAX_FIELD_BYTES }
  const { fields, file } = await readForm(ctx, capacity, limits)
  return { fields: asBody(fields), file: toContent(file) }
}

/**
 * Makes a body of the fields: `agent_ids` may be repeated or have commas. @throws AppError
 * validation_failed: another field is repeated
 */
function asBody(fields: UploadForm['fields']): Upload['fields'] {
  const body: Upload['fields'] = Object.create(null)
  for (const [name, value] of fields) {
    if (name === 'agent_ids')
      body.agent_ids = [
        ...(body.agent_ids ?? []),
        ...value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ]
    else if (name in body)
      throw validationFailed([{ field: name, code: 'conflict', detail: 'must not be given twice' }])
    // A form sends an omitted field as an empty input. Forms end their lines with CR and LF.
    else if (value !== '' || !Object.hasOwn(uploadFields.properties, name))
      body[name] = value.replaceAll('\r\n', '\n')
  }
  return { ...body }
}

function toContent({ name, bytes }: UploadedFile): FileContent {
  const file_name = baseName(name)
  const file_type = fileTypeOf(file_name)
  if (!file_type)
    throw invalidFile(
      'file_type',
      `must be one of ${FILE_TYPES.join(', ')}, by the ending of its name`,
    )
  if (!looksLike(file_type, bytes))
    throw invalidFile('file_type', `is named like a ${file_type} file, but is not one`)
  return { file_name, file_type, bytes }
}
