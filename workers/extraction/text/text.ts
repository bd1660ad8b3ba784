import { utf16Of } from '../../../shared/fileTypes.ts'
import { toStorableText } from '../../../shared/storable.ts'
import { withoutHidden } from '../../../shared/text/invisible.ts'
import { decodeAs } from './decoding.ts'
import { withoutMarks } from './sentinels.ts'

/**
 * Text of bytes: by their byte order mark, by the name that their sender gives the encoding, by the page's own, as
 * UTF-8, else as what their signs tell. A name by which more than a tenth of what is not ASCII cannot be read is wrong.
 * @throws AppError file_unreadable when they tell nothing
 */
export const decode = async (bytes: Buffer, charset: string | null, type?: 'html') =>
  withoutMarks(await decoded(bytes, charset, type))

async function decoded(bytes: Buffer, charset: string | null, type?: 'html'): Promise<string> {
  const own = type === 'html' ? charsetIn(bytes.toString('latin1', 0, 2048)) : undefined
  for (const label of [byteOrderMark(bytes), charset, own, utf16Of(bytes), 'utf-8'])
    try {
      const text = label ? decodeAs(bytes, label) : undefined
      if (text !== undefined && isMostlyRead(text)) return text
    } catch {}
  // Loading its models takes 0.1 s and 60 MB.
  const { encodingOf } = await import('./encodings.ts')
  return decodeAs(bytes, encodingOf(bytes))
}

/** One character cut at the end does not mean another encoding. */
const isMostlyRead = (text: string) =>
  (text.match(/\ufffd/g)?.length ?? 0) * 10 <= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)

/** The name that a page's own `<meta>` gives its encoding. */
function charsetIn(html: string): string | undefined {
  for (const [tag] of html.matchAll(/<meta[^<>]*/gi)) {
    const [, name] = /charset\s*=[\s"']*([\w:-]+)/i.exec(tag) ?? []
    if (name) return name
  }
  return undefined
}

function byteOrderMark([a, b, c]: Buffer): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** One kind of line end and blank, at most one empty line, nothing invisible, nothing that cannot be stored. */
export function clean(text: string): string {
  return withoutHidden(toStorableText(text).replace(/\r\n?|\f|\u2028|\u2029/g, '\n'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Joins the lines of a sentence that was wrapped at the margin; between two fences, lines of code stay lines. */
export const unwrap = (text: string) =>
  text
    .split(/^((?:```|~~~).*)$/m)
    .map((part, at) => (at % 4 === 0 ? joinLines(part) : part))
    .join('')

const joinLines = (text: string) =>
  text.replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '').replace(/(?<=[^.!?:;\n])\n(?=\p{Ll})/gu, ' ')
