import { isUtf8 } from 'node:buffer'
import { utf16Of } from '../../../shared/lib/fileTypes.ts'
import { toStorableText } from '../../../shared/lib/storable.ts'
import { withoutHidden } from '../../../shared/lib/text/invisible.ts'
import { decodeAs } from './decoding.ts'
import { withoutMarks } from './sentinels.ts'

/**
 * Decodes bytes by the first encoding that fits: that of their byte order mark, that of the sender,
 * the page's own, UTF-16 if the bytes look like it, UTF-8, or else a guess by their characters. An
 * encoding does not fit if it leaves more than one unreadable character for ten others beyond
 * ASCII. Valid UTF-8 always fits, because its author may have written U+FFFD.
 * @throws AppError file_unreadable if the guess fails, too
 */
export const decode = async (bytes: Buffer, charset: string | null, type?: 'html') =>
  withoutMarks(await decoded(bytes, charset, type))

async function decoded(bytes: Buffer, charset: string | null, type?: 'html'): Promise<string> {
  const own = type === 'html' ? charsetIn(bytes.toString('latin1', 0, 2048)) : undefined
  for (const label of [byteOrderMark(bytes), charset, own, utf16Of(bytes), 'utf-8'])
    try {
      const text = label ? decodeAs(bytes, label) : undefined
      if (text !== undefined && (isMostlyRead(text) || (label === 'utf-8' && isUtf8(bytes))))
        return text
    } catch {}
  // Imported here, because its models take 0.1 s and 60 MB to load.
  const { encodingOf } = await import('./encodings.ts')
  return decodeAs(bytes, encodingOf(bytes))
}

/** Whether few characters are broken. A character that is cut at the end means nothing. */
const isMostlyRead = (text: string) =>
  (text.match(/\ufffd/g)?.length ?? 0) * 10 <= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0)

/** Returns the encoding that a page's own `<meta>` names. */
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

/**
 * Normalizes a text: one kind of line end and of blank, no two empty lines in a row, no invisible
 * characters, and none that cannot be stored.
 */
export function clean(text: string): string {
  return withoutHidden(toStorableText(text).replace(/\r\n?|\f|\u2028|\u2029/g, '\n'))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Joins the lines of sentences that were wrapped at a margin, except in code between fences. */
export const unwrap = (text: string) =>
  text
    .split(/^((?:```|~~~).*)$/m)
    .map((part, at) => (at % 4 === 0 ? joinLines(part) : part))
    .join('')

const joinLines = (text: string) =>
  text.replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '').replace(/(?<=[^.!?:;\n])\n(?=\p{Ll})/gu, ' ')
