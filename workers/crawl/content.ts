import { AnswerTooLarge, type BoundedAnswer } from '../../shared/lib/egress/boundedRequest.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { FileType } from '../../shared/lib/fileTypes.ts'
import { fileNameIn } from './fileName.ts'
import { type BodyLabels, HEAD_BYTES, mayBeRead, typeOfPage } from './pageType.ts'

/** The body of an answer, and what it is. */
export interface Content {
  bytes: Buffer
  type: FileType
  /** The character encoding that the server names, in lower case; null: none. */
  charset: string | null
  /** The file name that the server gives it; null: none. */
  fileName: string | null
}

/**
 * Reads a page's body. Ends after its first bytes if they show a type that is not read.
 * @throws AppError unsupported_content, and what `BoundedAnswer.pieces` throws
 */
export async function contentOf(response: BoundedAnswer, { pathname }: URL): Promise<Content> {
  const [mime = '', ...parameters] = (headerOf(response, 'content-type') ?? '')
    .toLowerCase()
    .split(';')
  const fileName = fileNameIn(headerOf(response, 'content-disposition') ?? '')
  const labels: BodyLabels = { media: mime.trim(), name: fileName ?? pathname }
  const unsupported = new AppError(
    'unsupported_content',
    `The page is ${labels.media || 'of no type'}, which is not read.`,
  )
  const bytes = await bodyOf(response, {
    look(head) {
      if (!mayBeRead(labels, head)) throw unsupported
    },
  })
  const type = typeOfPage(labels, bytes)
  if (!type) throw unsupported
  const charset = /charset\s*=\s*"?([^\s";]+)/.exec(parameters.join(';'))?.[1] ?? null
  return { bytes, type, charset, fileName }
}

/** Returns a header. Repeated headers are joined, as `fetch` does. */
export const headerOf = ({ headers }: BoundedAnswer, name: string): string | undefined =>
  headers[name] === undefined ? undefined : [headers[name]].flat().join(', ')

interface BodyOptions {
  /** Whether to cut a body that is over the limit, instead of throwing. */
  cuts?: boolean
  /** Called with the first `HEAD_BYTES` of the body, or all that it has; throws to refuse it. */
  look?: (head: Buffer) => void
}

/** @throws AppError what `look` throws, and what `BoundedAnswer.pieces` throws */
export async function bodyOf(
  { pieces }: BoundedAnswer,
  { cuts, look }: BodyOptions,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of pieces) {
      chunks.push(chunk)
      const isLooked = size >= HEAD_BYTES
      size += chunk.length
      if (!isLooked && size >= HEAD_BYTES) look?.(Buffer.concat(chunks))
    }
  } catch (error) {
    if (!cuts || !(error instanceof AnswerTooLarge)) throw error
  }
  const bytes = Buffer.concat(chunks)
  if (size < HEAD_BYTES) look?.(bytes)
  return bytes
}
