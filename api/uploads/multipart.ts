import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import { AppError } from '../../shared/lib/errors.ts'
import { findUnstorableText } from '../../shared/lib/storable.ts'
import type { Ctx } from '../context.ts'
import { invalidText, validationFailed } from '../http/fieldErrors.ts'
import { isEncoded } from '../middleware/body.ts'
import type { UploadCapacity } from './uploadCapacity.ts'

/** The limits of a form. */
export interface FormLimits {
  /** Bytes of its file. */
  fileBytes: number
  fields: number
  /** Bytes of the value of a field. */
  fieldBytes: number
}

/** A form with one file. */
export interface UploadForm {
  /** The fields beside the file, as received and in order. */
  fields: [name: string, value: string][]
  file: UploadedFile
}

export interface UploadedFile {
  /** The name that the client sent. It may have a path. */
  name: string
  bytes: Buffer
}

const MAX_NAME = 255

/**
 * Reads a multipart body with one file, in the field `file`, into memory and never to a disk.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text,
 *   validation_failed, unavailable
 */
export async function readForm(
  ctx: Ctx,
  capacity: UploadCapacity,
  limits: FormLimits,
): Promise<UploadForm> {
  if (!ctx.is('multipart/form-data') || isEncoded(ctx))
    throw new AppError(
      'unsupported_media_type',
      'Send the file as multipart/form-data, uncompressed.',
    )
  const body = await readBytes(ctx, capacity, limits)
  const { fields, files } = await parse(ctx.headers as BusboyHeaders, body, limits)
  const [file, ...more] = files
  if (!file) throw invalidFile('required', 'is required')
  if (more.length) throw invalidFile('maxItems', 'must be one file')
  const path = findUnstorableText({ ...Object.fromEntries(fields), file: file.name })
  if (path !== undefined) throw invalidText(path)
  return { fields, file }
}

async function readBytes(ctx: Ctx, capacity: UploadCapacity, limits: FormLimits): Promise<Buffer> {
  // Includes the form's own bytes around file and fields.
  const most = limits.fileBytes + limits.fields * limits.fieldBytes + 64 * 1024
  if ((ctx.request.length ?? 0) > most) throw tooLarge(limits)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // `middleware/errors.ts` reads the rest of a refused body.
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > most) throw tooLarge(limits)
      capacity.take(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('malformed_request', 'The body ended before it was complete.', {
      cause: error,
    })
  }
  return Buffer.concat(chunks)
}

interface Parsed {
  fields: UploadForm['fields']
  files: UploadedFile[]
}

function parse(headers: BusboyHeaders, body: Buffer, limits: FormLimits): Promise<Parsed> {
  return new Promise((resolve, reject) => {
    const parsed: Parsed = { fields: [], files: [] }
    const malformed = (cause?: unknown) =>
      reject(
        new AppError('malformed_request', 'This is not a multipart body that can be read.', {
          cause,
        }),
      )
    const parts = {
      fileSize: limits.fileBytes,
      // Reads one file more than the limit, so that the request is refused instead of cut.
      files: 2,
      fields: limits.fields,
      fieldSize: limits.fieldBytes,
      parts: limits.fields + 2,
      headerPairs: 20,
    }
    try {
      new Busboy({ headers, limits: parts })
        .on('file', (field: string, stream: BusboyFileStream, name: string) => {
          const chunks: Buffer[] = []
          stream.on('error', malformed)
          stream.on('limit', () => reject(tooLarge(limits)))
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            // A form whose file was left empty sends a part without a name.
            if (field !== 'file') parsed.fields.push([field, ''])
            else if (name)
              parsed.files.push({ name: withQuotes(name), bytes: Buffer.concat(chunks) })
          })
        })
        .on('field', (name: string, value: string, _: boolean, valueIsCut: boolean) => {
          if (valueIsCut)
            reject(
              new AppError('payload_too_large', `A field is over ${limits.fieldBytes / 1024} kB.`),
            )
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

/** Browsers escape quotation marks in the name of a file, and nothing else but line ends. */
const withQuotes = (name: string) => name.replaceAll('%22', '"')

function tooLarge({ fileBytes }: FormLimits): AppError {
  const kilobytes = fileBytes / 1024
  const most = kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`
  return new AppError('payload_too_large', `The file is over ${most}.`)
}

export const invalidFile = (code: string, detail: string) =>
  validationFailed([{ field: 'file', code, detail }])

/** Returns the name of a file without its path and control characters. */
export const baseName = (name: string): string =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
    .toWellFormed()
