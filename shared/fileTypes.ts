/** The kinds of file that can be knowledge, each with the endings of its names. */
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

/** By the ending of a file's name; undefined for one that says nothing we know. */
export function fileTypeOf(name: string): FileType | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return FILE_TYPES.find((type) => (ENDINGS[type] as readonly string[]).includes(ending))
}

const BINARY = {
  pdf: (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-'),
  // Also an encrypted one, which is told of when it is read.
  docx: (bytes: Buffer) =>
    startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
}

/** Whether the bytes begin as those of such a file do; a text is what is nothing binary. */
export function looksLike(type: FileType, bytes: Buffer): boolean {
  if (type === 'pdf' || type === 'docx') return BINARY[type](bytes)
  const isBinary = startsWith(bytes, '%PDF-') || BINARY.docx(bytes)
  return !isBinary && (startsAsUtf16(bytes) || !bytes.includes(0))
}

const startsWith = (bytes: Buffer, sign: string) =>
  bytes.subarray(0, sign.length).equals(Buffer.from(sign, 'latin1'))

const startsAsUtf16 = (bytes: Buffer) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
