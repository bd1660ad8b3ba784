/**
 * The beginning of a text that still grows, without the end of its last line of which `pending` cannot tell yet what it becomes.
 * @param pending matches up to the end of a line; it must not reach beyond one
 */
export function settled(text: string, pending: RegExp): string {
  const start = text.lastIndexOf('\n') + 1
  let line = text.slice(start)
  // What stands before what is held back is at the end now.
  for (let at = line.search(pending); at >= 0; at = line.search(pending)) line = line.slice(0, at)
  return text.slice(0, start) + line
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
