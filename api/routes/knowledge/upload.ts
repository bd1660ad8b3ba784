import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { AppError } from '../../../shared/errors.ts'
import { FILE_TYPES, fileTypeOf, looksLike } from '../../../shared/fileTypes.ts'
import { findUnstorableText } from '../../../shared/storable.ts'
import type { FileContent } from '../../../shared/store/knowledge/files.ts'
import type { Ctx } from '../../context.ts'
import { invalidText, validationFailed } from '../../http/fieldErrors.ts'
import { uuid } from '../../http/schemas.ts'
import type { UploadCapacity } from '../../http/uploadCapacity.ts'
import { isEncoded } from '../../middleware/body.ts'
import { servedAgents } from './entries.ts'
import { fileFields } from './fileEntry.ts'

export const MAX_FILE_BYTES = 20 * 1024 * 1024
const MAX_FIELDS = 10
/** Room for the longest summary: 5,000 characters of up to 4 bytes. */
const MAX_FIELD_BYTES = 20 * 1024
/** Bytes of a whole body, with what stands around file and fields. */
const MAX_BODY_BYTES = MAX_FILE_BYTES + MAX_FIELDS * MAX_FIELD_BYTES + 64 * 1024
const MAX_NAME = 255

/** The fields beside the file. */
export const uploadFields = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: {
      ...fileFields.title,
      description: `${fileFields.title.description} Default: the title that the file gives itself, else its name; with \`knowledge_id\`, as it was.`,
    },
    summary: fileFields.summary,
    agent_ids: {
      ...servedAgents.agent_ids,
      description: `${servedAgents.agent_ids.description} The field is repeated, or has commas between ids.`,
    },
    knowledge_id: uuid(
      'Id of an entry whose content the file becomes, in place of what it had. Without it: a new entry.',
    ),
  },
} as const

export interface Upload {
  /** The fields as they came, with `agent_ids` as a list; not validated yet. */
  fields: Record<string, string | string[]>
  file: FileContent
}

/**
 * Reads a multipart body with one file of at most 20 MB, into memory and never to a disk.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text, validation_failed, unavailable
 */
export async function readUpload(ctx: Ctx, capacity: UploadCapacity): Promise<Upload> {
  if (!ctx.is('multipart/form-data') || isEncoded(ctx))
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data, uncompressed.')
  const { fields, files } = await parse(ctx.headers as BusboyHeaders, await readBytes(ctx, capacity))
  const [file, ...more] = files
  if (!file) throw invalidFile('required', 'is required')
  if (more.length) throw invalidFile('maxItems', 'must be one file')
  const body = asBody(fields)
  const path = findUnstorableText({ ...body, file: file.name })
  if (path !== undefined) throw invalidText(path)
  return { fields: body, file: toContent(file) }
}

async function readBytes(ctx: Ctx, capacity: UploadCapacity): Promise<Buffer> {
  if ((ctx.request.length ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // `middleware/errors.ts` reads the rest of a refused body.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > MAX_BODY_BYTES) throw tooLarge()
      capacity.take(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('malformed_request', 'The body ended before it was complete.', { cause: error })
  }
  return Buffer.concat(chunks)
}

interface Parsed {
  fields: [name: string, value: string][]
  files: { name: string; bytes: Buffer }[]
}

function parse(headers: BusboyHeaders, body: Buffer): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    const parsed: Parsed = { fields: [], files: [] }
    const malformed = (cause?: unknown) =>
      reject(new AppError('malformed_request', 'This is not a multipart body that can be read.', { cause }))
    const limits = {
      fileSize: MAX_FILE_BYTES,
      // Reads one more than the limit, so that the request is refused instead of cut.
      files: 2,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 2,
      headerPairs: 20,
    }
    try {
      new Busboy({ headers, limits })
        .on('file', (field: string, stream: BusboyFileStream, name: string) => {
          const chunks: Buffer[] = []
          stream.on('error', malformed)
          stream.on('limit', () => reject(tooLarge()))
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            // A form whose file was left empty sends a part without a name.
            if (field !== 'file') parsed.fields.push([field, ''])
            else if (name) parsed.files.push({ name, bytes: Buffer.concat(chunks) })
          })
        })
        .on('field', (name: string, value: string, _: boolean, valueIsCut: boolean) => {
          if (valueIsCut) reject(tooLarge(`A field is over ${MAX_FIELD_BYTES / 1024} kB.`))
          parsed.fields.push([name, value])
        })
        .on('partsLimit', () => malformed())
        .on('fieldsLimit', () => malformed())
        .on('filesLimit', () => malformed())
        .on('error', malformed)
        .on('finish', () => resolve(parsed))
        .end(body)
    } catch (error) {
      malformed(error)
    }
  })
}

const tooLarge = (detail = `The file is over ${MAX_FILE_BYTES / 1024 / 1024} MB.`) =>
  new AppError('payload_too_large', detail)
const invalidFile = (code: string, detail: string) => validationFailed([{ field: 'file', code, detail }])

/** Makes a body of the fields: `agent_ids` may be repeated or have commas. @throws AppError validation_failed: another field is repeated */
function asBody(fields: Parsed['fields']): Upload['fields'] {
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
    // An empty input of a form says nothing. Forms end their lines with CR and LF.
    else if (value !== '' || !(name in uploadFields.properties)) body[name] = value.replaceAll('\r\n', '\n')
  }
  return { ...body }
}

function toContent({ name, bytes }: Parsed['files'][number]): FileContent {
  const file_name = name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
    .toWellFormed()
  const file_type = fileTypeOf(file_name)
  if (!file_type)
    throw invalidFile('file_type', `must be one of ${FILE_TYPES.join(', ')}, by the ending of its name`)
  if (!looksLike(file_type, bytes))
    throw invalidFile('file_type', `is named like a ${file_type} file and is none`)
  return { file_name, file_type, bytes }
}
