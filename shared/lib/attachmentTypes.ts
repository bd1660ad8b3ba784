/**
 * The types of files that messages can have, with the endings of their names, the usual ending
 * first.
 */
const TYPES = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
} as const satisfies Record<string, readonly string[]>

export type AttachmentType = keyof typeof TYPES
export type ImageType = Exclude<AttachmentType, 'application/pdf'>
export const ATTACHMENT_TYPES = Object.keys(TYPES) as AttachmentType[]
/** The endings of all these files' names, in small letters. */
export const ATTACHMENT_ENDINGS: readonly string[] = ATTACHMENT_TYPES.flatMap((type) => TYPES[type])

/** Returns the most bytes of a file: 5 MB for an image, 10 MB for a PDF. */
export const maxAttachmentBytes = (type: AttachmentType): number =>
  (type === 'application/pdf' ? 10 : 5) * 1024 * 1024

/**
 * The most pixels of an image along a side: more than any model accepts, and the most that a
 * browser should unpack.
 */
export const MAX_IMAGE_SIDE = 8_000

const startsWith = (bytes: Buffer, sign: string, at = 0) =>
  bytes.subarray(at, at + sign.length).equals(Buffer.from(sign, 'latin1'))

/**
 * How files of each type begin. A PDF with bytes before its sign is refused, although many readers
 * accept it.
 */
const SIGNS: Record<AttachmentType, (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') && startsWith(bytes, 'IHDR', 12),
  'image/jpeg': (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  'image/webp': (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBPVP8', 8),
  'image/gif': (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'),
  'application/pdf': (bytes) => startsWith(bytes, '%PDF-'),
}

/**
 * Returns the type of a file by its first bytes, whatever its name says; undefined: another type.
 */
export const attachmentTypeOf = (bytes: Buffer): AttachmentType | undefined =>
  ATTACHMENT_TYPES.find((type) => SIGNS[type](bytes))

interface Size {
  width: number
  height: number
}

/**
 * Reads the size of an image in pixels. Returns undefined or throws RangeError if the file ends
 * before its size. We do not use `image-size` (2.1), because it reads a broken JPEG byte by byte,
 * so that 5 MB block the process for 2 s.
 */
const SIZES: Record<ImageType, (bytes: Buffer) => Size | undefined> = {
  'image/png': (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  'image/gif': (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  'image/jpeg': sizeOfJpeg,
  'image/webp': sizeOfWebp,
}

/**
 * Returns the size of an image in pixels; undefined: the file has no size, so it cannot be shown as
 * an image.
 */
export function sizeOfImage(type: ImageType, bytes: Buffer): Size | undefined {
  try {
    const size = SIZES[type](bytes)
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reads the size of a JPEG from the first segment that begins a frame. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    // Any number of fill bytes may stand between segments.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Reads the size of a WebP in any of its three forms: lossy, lossless, and with further parts. */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (form === 'VP8X')
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (form !== 'VP8L') return undefined
  const bits = bytes.readUInt32LE(21)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

/** Invisible characters that change how a name looks, such as those that reverse its direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const MAX_NAME = 120

/**
 * Returns the name under which a file is kept and downloaded: without path and invisible
 * characters, at most 120 characters long, and with an ending of its type, so that no program opens
 * an image as a web page.
 */
export function attachmentName(name: string, type: AttachmentType): string {
  const endings: readonly string[] = TYPES[type]
  const said = (name.split(/[\\/]/).at(-1) ?? '').replace(UNSEEN, '').trim()
  const ending = endings.find((known) => said.toLowerCase().endsWith(`.${known}`))
  const stem = ending ? said.slice(0, -ending.length - 1) : said
  const short = stem
    .slice(0, MAX_NAME - 5)
    .toWellFormed()
    .trim()
  return `${short || 'file'}.${ending ?? endings[0]}`
}
