const MAX_CHARACTERS = 255

/**
 * Returns the file name in a `Content-Disposition` header, as RFC 6266 says and as browsers read
 * what does not follow it: names in UTF-8, percent-encoded, or with blanks and no quotes.
 * @param header as it was received, each byte a character
 * @returns null: the header names no file
 */
export function fileNameIn(header: string): string | null {
  const text = header.slice(0, 4 * MAX_CHARACTERS)
  const name = extendedName(text) ?? plainName(text)
  // A name with a folder could be meant to leave the folder of downloads.
  const own = name
    ?.split(/[/\\]/)
    .pop()
    ?.replace(/\p{Cc}/gu, '')
    .trim()
  return own ? own.slice(0, MAX_CHARACTERS).toWellFormed() : null
}

/** Reads `filename*=UTF-8''prices%20%E2%82%AC.pdf` of RFC 8187. */
function extendedName(header: string): string | undefined {
  const [, charset = '', value = ''] =
    /filename\*\s*=\s*"?([\w-]*)'[^';]*'([^;"\s]+)/i.exec(header) ?? []
  if (!value) return undefined
  return /^iso-8859-1$/i.test(charset)
    ? Buffer.from(unescaped(value), 'latin1').toString('latin1')
    : inUtf8(unescaped(value))
}

function plainName(header: string): string | undefined {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)|([^;"]+))/i.exec(header) ?? []
  const name = quoted?.replace(/\\(["\\])/g, '$1') ?? bare?.trim()
  return name && inUtf8(unescaped(name))
}

/** Undoes percent-encoding byte by byte, and leaves what is no such encoding. */
const unescaped = (text: string) =>
  text.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads characters that are bytes as UTF-8; if they are not UTF-8, they stay Latin-1. */
function inUtf8(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString()
  return text.includes('\ufffd') ? bytes : text
}
