import { toStorableText } from '../../../shared/lib/storable.ts'
import { withoutHidden } from '../../../shared/lib/text/invisible.ts'
import { decodeByHints } from './decoding.ts'
import { withoutMarks } from './sentinels.ts'

/**
 * Decodes bytes to a text in which none of the marks of `sentinels.ts` stand.
 * @param charset the encoding that the sender names; null: none
 * @throws AppError file_unreadable if the encoding is unknown and cannot be guessed
 */
export const decode = async (bytes: Buffer, charset: string | null, type?: 'html') =>
  withoutMarks(await decodeByHints(bytes, charset, type))

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
