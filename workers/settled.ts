/** Longer than all that may be pending. */
const WINDOW = 3_000
/** More beginnings without an end, one after the other, are no text that anybody would read. */
const MOST_ROUNDS = 8

/**
 * The beginning of a text that still grows, without the end of its last line of which `pending` cannot tell yet what it becomes.
 * @param pending with the flags `g` and `m`; matches up to the end of a line, and not more than 3,000 characters
 */
export function settled(text: string, pending: RegExp): string {
  let whole = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    pending.lastIndex = Math.max(whole.lastIndexOf('\n') + 1, whole.length - WINDOW)
    const match = pending.exec(whole)
    if (!match) break
    // What stands before may have ended in what is held back.
    whole = whole.slice(0, match.index)
  }
  return whole
}

/** The same without code that has no end yet: what stands in it is no mark, no tag and no picture. */
export function withClosedCode(text: string): string {
  const start = text.lastIndexOf('\n') + 1
  const line = text.slice(start).replace(CLOSED_SPAN, (span) => 'x'.repeat(span.length))
  const open = line.indexOf('`')
  const whole = open < 0 ? text : text.slice(0, start + open)
  const fences = [...whole.matchAll(/^ {0,3}```/gm)]
  return fences.length % 2 ? whole.slice(0, fences.at(-1)!.index) : whole
}

const CLOSED_SPAN = /(?<![\\`])`[^`\n]+`(?!`|$)/g
