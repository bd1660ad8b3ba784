import { unreadable } from '../contract/messages.ts'

/** The most levels of parts, of which mails have some five. */
const MAX_LEVELS = 50
/** The most parts of an e-mail and of the messages within it. */
const MAX_PARTS = 2_000
/** The most bytes of the headers of all parts together. */
const MAX_HEADER_BYTES = 1024 * 1024

/** A part of an e-mail (RFC 2045, 2046), or the e-mail itself. */
export interface MimePart {
  /** The lines of its header in order: names in small letters, and bytes as Latin-1. */
  headers: readonly [name: string, value: string][]
  /** The media type in small letters, such as `text/plain`. */
  type: string
  /** The parameters of the media type, by their names in small letters. */
  parameters: Readonly<Record<string, string>>
  /** What the part asks to be: `attachment`, `inline`; empty: it does not say. */
  disposition: string
  /** The content without its transfer encoding; of a multipart nothing. */
  body: Buffer
  /** The parts of a multipart, in order. */
  parts: readonly MimePart[]
}

/** Counts what all parts of an e-mail together may take. */
interface Allowance {
  parts: number
  headerBytes: number
}

/**
 * Splits an e-mail into its parts. Messages within it stay a `body`, which `parseMail` reads.
 * @throws AppError file_unreadable if it has too many parts, levels or headers
 */
export const parseMail = (bytes: Buffer): MimePart =>
  parsePart(withNewlines(bytes.toString('latin1')), 'text/plain', 0, {
    parts: MAX_PARTS,
    headerBytes: MAX_HEADER_BYTES,
  })

/** Returns a mail with line feeds at line ends, without a line that separates it in a mailbox. */
const withNewlines = (source: string) =>
  source
    .replace(/\r\n?/g, '\n')
    .replace(/^\s{0,9}From [^\n]{0,999}\n/, '')
    .replace(/^\n{1,9}/, '')

function parsePart(
  source: string,
  otherwise: string,
  level: number,
  allowance: Allowance,
): MimePart {
  const end = source.startsWith('\n') ? 0 : source.indexOf('\n\n')
  const head = end === -1 ? source : source.slice(0, end)
  const body = end === -1 ? '' : source.slice(end + (end ? 2 : 1))
  allowance.headerBytes -= head.length
  if (level > MAX_LEVELS || allowance.headerBytes < 0 || --allowance.parts < 0)
    throw unreadable('The e-mail is broken, or nested too deeply.')
  const headers = headersOf(head)
  const [type, parameters] = structured(headerIn(headers, 'content-type') || otherwise)
  const [disposition] = structured(headerIn(headers, 'content-disposition'))
  const part = { headers, type, parameters, disposition, body: Buffer.alloc(0), parts: [] }
  const inner = type.startsWith('multipart/') ? splitAt(body, parameters.boundary ?? '') : []
  if (inner.length) {
    const ofInner = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    return { ...part, parts: inner.map((each) => parsePart(each, ofInner, level + 1, allowance)) }
  }
  const encoding = headerIn(headers, 'content-transfer-encoding')
  return {
    ...part,
    // A multipart whose boundary is wrong is shown as text by mail programs as well.
    type: type.startsWith('multipart/') ? 'text/plain' : type,
    body: withoutTransferEncoding(body, encoding),
  }
}

/** Returns the value of a header; empty: the part has none. */
export const headerOf = ({ headers }: MimePart, wanted: string) => headerIn(headers, wanted)

const headerIn = (headers: MimePart['headers'], wanted: string) =>
  headers.find(([name]) => name === wanted)?.[1] ?? ''

function headersOf(head: string): [name: string, value: string][] {
  return head
    .replace(/\n[ \t]/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon).trim().toLowerCase()
      return colon > 0 && /^[!-9;-~]+$/.test(name) ? [[name, line.slice(colon + 1).trim()]] : []
    })
}

/** Splits the body of a multipart at the lines that are its boundary. */
function splitAt(body: string, boundary: string): string[] {
  if (!boundary) return []
  const source = `\n${body}`
  const mark = `\n--${boundary}`
  const parts: string[] = []
  let start = -1
  for (let at = source.indexOf(mark); at !== -1; ) {
    const lineEnd = source.indexOf('\n', at + mark.length)
    const rest = source.slice(at + mark.length, lineEnd === -1 ? undefined : lineEnd).trim()
    if (rest === '' || rest === '--') {
      if (start !== -1) parts.push(source.slice(start, at))
      start = rest || lineEnd === -1 ? -1 : lineEnd + 1
      if (rest || parts.length > MAX_PARTS) break
    }
    // The next boundary may begin with the line feed that ends this one.
    at = source.indexOf(mark, lineEnd === -1 ? source.length : lineEnd)
  }
  // The last part of a message that was cut has no boundary below.
  if (start !== -1) parts.push(source.slice(start))
  return parts
}

/**
 * Splits a header such as `text/plain; charset="utf-8"` into its value and parameters. Those that
 * are continued or encoded (RFC 2231: `name*0*=utf-8''a%20b`) are joined.
 */
function structured(header: string): [value: string, parameters: Record<string, string>] {
  const pieces = header.match(/(?:[^;"]|"(?:[^"\\]|\\[\s\S])*(?:"|$))+/g) ?? []
  const parameters: Record<string, string> = {}
  for (const piece of pieces.slice(1)) {
    const equals = piece.indexOf('=')
    const [name = '', ...marks] = piece.slice(0, equals).trim().toLowerCase().split('*')
    if (equals < 0 || !name) continue
    const isEncoded = marks.at(-1) === ''
    const value = unquoted(piece.slice(equals + 1).trim())
    const isFirst = !marks[0] || marks[0] === '0'
    if (!isFirst || !Object.hasOwn(parameters, name))
      parameters[name] = (parameters[name] ?? '') + (isEncoded ? percentDecoded(value) : value)
  }
  return [(pieces[0] ?? '').trim().toLowerCase(), parameters]
}

const unquoted = (value: string) =>
  value.startsWith('"') ? value.slice(1).replace(/\\([\s\S])|"[\s\S]*/g, '$1') : value

const percentDecoded = (value: string) =>
  value
    .replace(/^[^']*'[^']*'/, '')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function withoutTransferEncoding(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64')
  return Buffer.from(/quoted-printable/i.test(encoding) ? quotedPrintable(body) : body, 'latin1')
}

/** Decodes quoted-printable text. What is no escape stays as it is. */
export const quotedPrintable = (text: string) =>
  text
    .replace(/=[ \t]{0,99}\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
