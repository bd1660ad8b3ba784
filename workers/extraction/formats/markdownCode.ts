/** The beginnings of tags and pictures, which are text in code. */
const BEGINNINGS = /[<!]/g

/**
 * Replaces each `<` and `!` in code by a blank, because tags and pictures are text there: between
 * fences, and between equal runs of backticks on a line. The text keeps its length.
 */
export function withoutTagsInCode(text: string): string {
  let fence: string | undefined
  return text
    .split('\n')
    .map((line) => {
      const [, mark] = /^ {0,3}(```|~~~)/.exec(line) ?? []
      const wasOpen = fence !== undefined
      if (mark) fence = fence === undefined ? mark : fence === mark ? undefined : fence
      return wasOpen || mark ? line.replace(BEGINNINGS, ' ') : withoutTagsInSpans(line)
    })
    .join('\n')
}

function withoutTagsInSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  // Maps the length of runs to their last place, so that an unclosed run is not sought repeatedly.
  const last = new Map(runs.map(({ length, index }) => [length, index]))
  let masked = ''
  let end = 0
  for (let at = 0; at < runs.length; at++) {
    const { length, index } = runs[at]!
    if (last.get(length) === index) continue
    while (runs[++at]!.length !== length);
    const close = runs[at]!.index + length
    masked += line.slice(end, index) + line.slice(index, close).replace(BEGINNINGS, ' ')
    end = close
  }
  return masked + line.slice(end)
}
