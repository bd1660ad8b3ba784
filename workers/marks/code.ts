import type { Span } from '../../shared/lib/text/sentences.ts'
import type { Ahead } from './ahead.ts'

/** A line that opens a block of code, also within a quotation or a list. */
const FENCE = /^(?:[ \t]{0,20}(?:>|[-*+]|\d{1,3}[.)])){0,4}[ \t]{0,20}(`{3,}(?=[^`]*$)|~{3,})/
const CLOSED = /^[ \t>]{0,40}(`{3,}|~{3,})[ \t]{0,20}$/
const ITEM = /^([ \t]{0,20})(?:[-*+]|\d{1,9}[.)])([ \t]{1,4}|$)/
/** Columns by which a block of code is indented more than its surroundings. */
const INDENT = 4

/**
 * Finds the blocks of code: those between fences, the last of which may be missing, and indented
 * ones after an empty line, by the rules of CommonMark. Within a list, code is indented by four
 * columns more than the text of its item.
 */
export function blocksOfCode(text: string): Span[] {
  if (!/[`~]{3}|(?:^|\n)(?: {4}| {0,3}\t)/.test(text)) return []
  const blocks: Span[] = []
  let fence: { sign: string; start: number } | undefined
  let isAfterEmpty = true
  let column = 0
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    if (fence) {
      const [, sign] = CLOSED.exec(line) ?? []
      if (sign?.startsWith(fence.sign)) {
        blocks.push({ start: fence.start, end })
        fence = undefined
      }
    } else if (!line.trim()) isAfterEmpty = true
    else {
      const [, sign] = FENCE.exec(line) ?? []
      const indent = columnsOf(line)
      if (sign) fence = { sign, start }
      else if (isAfterEmpty && indent >= column + INDENT) blocks.push({ start, end })
      else {
        const [item] = ITEM.exec(line) ?? []
        if (item !== undefined) column = columnsOf(`${item.replace(/\S/g, ' ')}.`)
        else if (indent < column && isAfterEmpty) column = 0
        isAfterEmpty = false
      }
    }
    start = end + 1
  }
  if (fence) blocks.push({ start: fence.start, end: text.length })
  return blocks
}

/** Returns the width of the blanks that a line begins with; a tab goes on to the next fourth. */
function columnsOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === '\t') columns += INDENT - (columns % INDENT)
    else if (sign === ' ') columns++
    else break
  }
  return columns
}

/** The most characters of a span of code or of a formula. */
const MAX_SPAN = 2_000

/** Returns the end of the span of code that begins at a place, or of its backticks alone. */
export function endOfCodeSpan(ahead: Ahead, start: number): number {
  const { text } = ahead
  let from = start
  while (ahead.at(from) === '`') from++
  const ticks = from - start
  const limit = Math.min(text.length, from + MAX_SPAN)
  for (let at = from; at < limit; at++) {
    if (text[at] === '\n' && /^[^\S\n]{0,20}\n/.test(text.slice(at + 1, at + 22))) return from
    if (text[at] !== '`') continue
    let end = at
    while (ahead.at(end) === '`') end++
    if (end - at === ticks) return end
    at = end
  }
  if (limit === text.length) ahead.reachedEnd = true
  return from
}

/** Returns the end of a formula such as `\\[ x[1] \\]` or `$$x$$`, or of its beginning alone. */
export function endOfFormula(ahead: Ahead, start: number, closing: string): number {
  const from = start + 2
  const isKnown = ahead.hasLater(closing, from - 1)
  const end = isKnown ? ahead.text.slice(from, start + MAX_SPAN).indexOf(closing) : -1
  if (end >= 0) return from + end + closing.length
  if (start + MAX_SPAN >= ahead.text.length) ahead.reachedEnd = true
  return from
}
