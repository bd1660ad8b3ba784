/** The file types that knowledge can have, each with its file name extensions. */
const ENDINGS = {
  pdf: ['pdf'],
  docx: ['docx'],
  txt: ['txt', 'text'],
  md: ['md', 'markdown'],
  html: ['html', 'htm', 'xhtml'],
  csv: ['csv'],
  json: ['json'],
} as const satisfies Record<string, readonly string[]>

export type FileType = keyof typeof ENDINGS
export const FILE_TYPES = Object.keys(ENDINGS) as FileType[]

/** The type of a file by the extension of its name; undefined: none has it. */
export function fileTypeOf(name: string): FileType | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return FILE_TYPES.find((type) => (ENDINGS[type] as readonly string[]).includes(ending))
}

const BINARY = {
  pdf: (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-'),
  // The second signature is that of encrypted files, which are refused when they are read.
  docx: (bytes: Buffer) =>
    startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
}

/** Whether the bytes begin like a file of this type; anything that is not binary counts as text. */
export function looksLike(type: FileType, bytes: Buffer): boolean {
  if (type === 'pdf' || type === 'docx') return BINARY[type](bytes)
  const isBinary = startsWith(bytes, '%PDF-') || BINARY.docx(bytes)
  return !isBinary && (startsAsUtf16(bytes) || !bytes.includes(0) || utf16Of(bytes) !== undefined)
}

const startsWith = (bytes: Buffer, sign: string) =>
  bytes.subarray(0, sign.length).equals(Buffer.from(sign, 'latin1'))

const startsAsUtf16 = (bytes: Buffer) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** How many bytes of a text are examined. */
const MAX_LOOKED_AT = 64 * 1024

/**
 * Guesses the byte order of a UTF-16 text that has no byte order mark. A reading is
 * impossible if it has control characters or unassigned code points. If both are possible,
 * the one with more ASCII characters wins.
 * @returns undefined for other texts: without a zero byte, with an odd number of bytes, or without a possible
 *   reading that has ASCII characters
 */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, MAX_LOOKED_AT)
  if (bytes.length % 2 || !start.includes(0)) return undefined
  const readings = (['utf-16le', 'utf-16be'] as const).map((label) => {
    // The last character may be incomplete.
    const text = new TextDecoder(label).decode(start).slice(0, -1)
    return { label, ascii: NO_TEXT.test(text) ? -1 : (text.match(/[\t\n\r -~]/g)?.length ?? 0) }
  })
  const [best] = readings.sort((one, other) => other.ascii - one.ascii)
  return best!.ascii > 0 ? best!.label : undefined
}
const NO_TEXT = /[\ufffd\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/u
