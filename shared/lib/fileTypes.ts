/** The file types that knowledge can have, each with its file name extensions and media types. */
const TYPES = {
  pdf: { endings: ['pdf'], media: ['application/pdf'] },
  docx: { endings: ['docx'], media: [officeMedia('wordprocessingml.document')] },
  xlsx: { endings: ['xlsx'], media: [officeMedia('spreadsheetml.sheet')] },
  pptx: { endings: ['pptx'], media: [officeMedia('presentationml.presentation')] },
  odt: { endings: ['odt'], media: ['application/vnd.oasis.opendocument.text'] },
  ods: { endings: ['ods'], media: ['application/vnd.oasis.opendocument.spreadsheet'] },
  odp: { endings: ['odp'], media: ['application/vnd.oasis.opendocument.presentation'] },
  epub: { endings: ['epub'], media: ['application/epub+zip'] },
  rtf: { endings: ['rtf'], media: ['application/rtf', 'text/rtf'] },
  eml: { endings: ['eml'], media: ['message/rfc822'] },
  txt: { endings: ['txt', 'text'], media: ['text/plain'] },
  md: { endings: ['md', 'markdown'], media: ['text/markdown'] },
  html: { endings: ['html', 'htm', 'xhtml'], media: ['text/html', 'application/xhtml+xml'] },
  csv: { endings: ['csv'], media: ['text/csv'] },
  json: { endings: ['json'], media: ['application/json'] },
  // Without media types: a site's pictures are not read with its pages.
  png: { endings: ['png'], media: [] },
  jpg: { endings: ['jpg', 'jpeg'], media: [] },
  webp: { endings: ['webp'], media: [] },
} as const satisfies Record<string, { endings: readonly string[]; media: readonly string[] }>

function officeMedia<Name extends string>(name: Name) {
  return `application/vnd.openxmlformats-officedocument.${name}` as const
}

export type FileType = keyof typeof TYPES
export const FILE_TYPES = Object.keys(TYPES) as FileType[]
/** All file name extensions, in small letters. */
export const FILE_ENDINGS: readonly string[] = FILE_TYPES.flatMap((type) => TYPES[type].endings)

/**
 * Returns the type of a file by the extension of its name; undefined: no type has this extension.
 */
export function fileTypeOf(name: string): FileType | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return FILE_TYPES.find((type) => (TYPES[type].endings as readonly string[]).includes(ending))
}

/**
 * Returns the file type of a media type such as `text/html`, in small letters; undefined: no file
 * type has it.
 */
export const fileTypeOfMedia = (media: string): FileType | undefined =>
  FILE_TYPES.find((type) => (TYPES[type].media as readonly string[]).includes(media))

const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-')
/** Whether it begins like a page, which may name the sign of a PDF in its title. */
const isMarkup = (bytes: Buffer) =>
  /^[^<]{0,9}<(?:!doctype|html|\?xml)/i.test(bytes.toString('latin1', 0, 30))
const isZip = (bytes: Buffer) => startsWith(bytes, 'PK\x03\x04')
// Encrypted files have the second signature. They are refused later, when they are read.
const isOffice = (bytes: Buffer) =>
  isZip(bytes) || startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const isRtf = (bytes: Buffer) => startsWith(bytes, '{\\rtf')
/**
 * Whether the first line is a header, or the line that separates messages of a mailbox. Programs
 * also save mails as UTF-16, and with a byte order mark.
 */
const isMail = (bytes: Buffer) =>
  isText(bytes) &&
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s{0,9}(?:From |[!-9;-~]{1,76}:)/.test(
    bytes.toString('latin1', 0, 200).replaceAll('\0', ''),
  )

const SIGNS: Partial<Record<FileType, (bytes: Buffer) => boolean>> = {
  pdf: isPdf,
  docx: isOffice,
  xlsx: isOffice,
  pptx: isOffice,
  odt: isZip,
  ods: isZip,
  odp: isZip,
  epub: isZip,
  rtf: isRtf,
  eml: isMail,
  png: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n'),
  jpg: (bytes) => startsWith(bytes, '\xff\xd8\xff'),
  webp: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes.subarray(8), 'WEBP'),
}

/** Whether the bytes begin like a file of this type. Anything that is not binary counts as text. */
export const looksLike = (type: FileType, bytes: Buffer): boolean => (SIGNS[type] ?? isText)(bytes)

function isText(bytes: Buffer): boolean {
  if ((isPdf(bytes) && !isMarkup(bytes)) || isOffice(bytes) || isRtf(bytes)) return false
  return startsAsUtf16(bytes) || !bytes.includes(0) || utf16Of(bytes) !== undefined
}

const startsWith = (bytes: Buffer, sign: string) =>
  bytes.subarray(0, sign.length).equals(Buffer.from(sign, 'latin1'))

const startsAsUtf16 = (bytes: Buffer) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** The most bytes of a text that are examined. */
const MAX_LOOKED_AT = 64 * 1024

/**
 * Guesses the byte order of a UTF-16 text that has no byte order mark. A reading is impossible if
 * it has control characters or unassigned code points. If both are possible, the reading with more
 * ASCII characters wins.
 * @returns undefined for other texts: without a zero byte, with an odd number of bytes, or without
 *   a possible reading that has ASCII characters
 */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, MAX_LOOKED_AT)
  if (bytes.length % 2 || !start.includes(0)) return undefined
  const readings = (['utf-16le', 'utf-16be'] as const).map((label) => {
    // The last character may be incomplete.
    const text = new TextDecoder(label).decode(start).slice(0, -1)
    return { label, ascii: NO_TEXT.test(text) ? -1 : (text.match(/[\t\n\r -~]/g)?.length ?? 0) }
  })
  const [best] = readings.sort((left, right) => right.ascii - left.ascii)
  return best!.ascii > 0 ? best!.label : undefined
}
const NO_TEXT = /[\ufffd\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/u
