import { unzipSync } from 'fflate'
import { AppError } from '../../../shared/lib/errors.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { unreadable } from '../contract/messages.ts'

/** The most bytes of all parts of a file that are read, after decompression. */
export const MAX_BYTES = 50 * 1024 * 1024
/** The most entries of an archive, including those that are not read. */
const MAX_ENTRIES = 10_000

/** The unpacked parts of a file, by their names. */
export type Parts = ReadonlyMap<string, Uint8Array>

/** The first bytes of an encrypted Office file, and of a file from before Office 2007. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Unpacks the parts of a zipped file whose names match. Checks the declared sizes before unpacking,
 * and cuts an entry at its declared size.
 * @throws AppError file_unreadable
 */
export function unpack(
  bytes: Buffer,
  type: FileType,
  wanted: { test(name: string): boolean },
): Parts {
  if (bytes.subarray(0, OLE.length).equals(OLE)) throw locked(type)
  // A flag of the first entry says that the file needs a password.
  if (bytes.length > 8 && bytes.readUInt16LE(6) & 1) throw locked(type)
  let entries = 0
  let size = 0
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        const isWanted = wanted.test(name)
        if (isWanted) size += originalSize
        if (++entries > MAX_ENTRIES || size > MAX_BYTES)
          throw unreadable('The file is too large, unpacked.')
        return isWanted
      },
    })
    return new Map(Object.entries(files))
  } catch (error) {
    throw error instanceof AppError ? error : broken()
  }
}

export const broken = () =>
  unreadable('The file is broken or incomplete. Open it, save it anew, and upload that.')

export const locked = (type: FileType) =>
  unreadable(
    `The file is encrypted, or in a format of before 2007. Save it as ${type} without a password, and upload that.`,
  )

/** Makes the error for an archive whose content has another type than its name says. */
export const isOther = (type: FileType, found?: string) =>
  new AppError(
    'unsupported_content',
    `Its content is not that of a ${type} file${found ? `, but of a ${found} file. Rename it, and upload that` : ''}.`,
  )
