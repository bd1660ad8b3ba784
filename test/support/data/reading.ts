import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'

/** Reads a file as the worker does. */
export const read = (type: FileType, bytes: Buffer | string) =>
  chunksOf({ type, bytes: Buffer.from(bytes as string), charset: null, heading: null })

/** Returns its chunks as `heading: text`. */
export const linesOf = async (type: FileType, bytes: Buffer | string): Promise<string[]> =>
  (await read(type, bytes)).chunks.map(({ heading, text }) =>
    heading ? `${heading}: ${text}` : text,
  )

/** Returns the error with which it is refused: `code: message`. */
export const refusal = async (type: FileType, bytes: Buffer | string): Promise<string> => {
  try {
    await read(type, bytes)
    return 'it is read'
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code}: ${message}`
  }
}
