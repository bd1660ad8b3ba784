import { withoutHidden } from '../../shared/hidden.ts'
import { toStorableText } from '../../shared/schema.ts'
import { withoutMarks } from './marks.ts'

/**
 * Text of bytes: by their byte order mark, by the name that their sender gives the encoding, by the page's own, as
 * UTF-8 if they are, else as windows-1252, which everything is.
 */
export const decode = (bytes: Buffer, charset: string | null, type?: 'html') =>
  withoutMarks(decoded(bytes, charset, type))

function decoded(bytes: Buffer, charset: string | null, type?: 'html'): string {
  const own = type === 'html' ? META_CHARSET.exec(bytes.toString('latin1', 0, 2048))?.[1] : undefined
  for (const label of [byteOrderMark(bytes), charset, own, 'utf-8'])
    try {
      // Only a guess may fail: what is named wrongly is read all the same.
      if (label) return new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes)
    } catch {}
  return new TextDecoder('windows-1252').decode(bytes)
}

const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i

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

/** Joins the lines of a sentence that was wrapped at the margin. */
export const unwrap = (text: string) =>
  text.replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '').replace(/(?<=[^.!?:;\n])\n(?=\p{Ll})/gu, ' ')
