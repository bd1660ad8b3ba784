import type { Span } from '../../shared/lib/text/sentences.ts'
import type { Ahead } from './ahead.ts'
import { SOURCE_WORDS } from './sourceWords.ts'

/** What may stand around a mark: brackets also with blanks inside, other signs without. */
const BRACKETS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['（', '）'],
]
const SIGNS: readonly (readonly [string, string])[] = [
  ...['***', '**', '*', '___', '__', '_', '~~', '~', '^', '$'].map((sign) => [sign, sign] as const),
  ['[', ']'],
  ['{', '}'],
  // `^[1]`
  ['^', ''],
]

/** The most characters before a mark in which its word and its wrapping are looked for. */
const MAX_BEFORE = 80
const OPENING_TAG = /<([a-z]{1,10})(?:\s[^<>]{0,40})?>$/i
/** The colon, emphasis and blanks between a word such as `Source` and its mark. */
const AFTER_WORD = /[*_]{0,3}(?:[^\S\n]?[:：])?[*_]{0,3}[^\S\n]{0,3}$/u
const LAST_WORD = /[*_]{0,3}([\p{L}\p{M}]{1,16}\.?)$/u

/** The end of what a word such as `Source` may follow, if it belongs to a mark. */
const BEFORE_NAMING =
  /(?:^|[\n.!?…。！？:：,;、(（[{*_>|#“]|(?:^|\s)[–—•+-])[^\S\n]{0,3}[*_]{0,3}$/u

/**
 * Returns where a word for a source begins that ends a text: `Source: `, `**Quelle:** `, `see `;
 * undefined: it ends with none.
 */
function startOfNaming(before: string): number | undefined {
  const after = AFTER_WORD.exec(before)!.index
  const [written, word] = LAST_WORD.exec(before.slice(Math.max(0, after - 20), after)) ?? []
  if (!word || !SOURCE_WORDS.has(word.toLowerCase())) return undefined
  const start = after - written!.length
  return mayBeNamed(before.slice(0, start)) ? start : undefined
}

/** Whether a word such as `Source` after this text could belong to a mark. */
export const mayBeNamed = (before: string): boolean => BEFORE_NAMING.test(before.slice(-MAX_BEFORE))

/**
 * Returns the mark with all around it that makes no sense without it: `(source: [1])`, `**[1]**`,
 * `<sup>[1]</sup>`.
 */
export function withWrapping(ahead: Ahead, mark: Span): Span {
  let { start, end } = mark
  for (;;) {
    const before = ahead.text.slice(Math.max(0, start - MAX_BEFORE), start)
    const wrapped = wrapping(ahead, before, { start, end })
    if (wrapped) {
      ;({ start, end } = wrapped)
      continue
    }
    const named = startOfNaming(before)
    if (named === undefined) return { start, end }
    start -= before.length - named
  }
}

/** Returns the mark with the innermost pair of signs around it, if any. */
function wrapping(ahead: Ahead, before: string, { start, end }: Span): Span | undefined {
  const left = before.trimEnd()
  for (const [opening, closing] of BRACKETS)
    if (left.endsWith(opening)) {
      const right = ahead.afterBlanks(end)
      if (ahead.has(closing, right))
        return {
          start: start - (before.length - left.length) - opening.length,
          end: right + closing.length,
        }
    }
  for (const [opening, closing] of SIGNS)
    if (before.endsWith(opening) && ahead.has(closing, end))
      return { start: start - opening.length, end: end + closing.length }
  const [tag, name] = OPENING_TAG.exec(before) ?? []
  if (tag && ahead.has(`</${name}>`, end))
    return { start: start - tag.length, end: end + name!.length + 3 }
  return undefined
}

/**
 * Matches a piece at the end of a text that may go with a mark after it: blanks, opening signs,
 * stops, the beginning of a list's item, a tag.
 */
const LEADING = [
  /[\s,;:，、：(（[［{*_~^>#•+$–—-]{1,40}$/,
  /<[a-z]{1,10}(?:\s[^<>]{0,40})?>$/i,
  /(?<=(?:^|\n)[ \t>]{0,10})\d{1,3}[.)]?$/,
]
const MAX_LEADING = 500

/** Returns the start of such a piece; undefined: the text does not end with one. */
function startOfPiece(text: string): number | undefined {
  const starts = LEADING.flatMap((pattern) => pattern.exec(text)?.index ?? [])
  return starts.length ? Math.min(...starts) : undefined
}

/** Returns the place from which a mark that follows could remove text. */
export function startOfLeading(text: string, end: number): number {
  let start = end
  while (start > 0 && end - start < MAX_LEADING) {
    const before = text.slice(Math.max(0, start - MAX_BEFORE), start)
    const from = startOfNaming(before) ?? startOfPiece(before)
    if (from === undefined) break
    start -= before.length - from
  }
  return start
}
