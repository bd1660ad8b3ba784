import { type Field, groupsOf, linesOf, nameOf, pairOf } from '../rows/records.ts'
import { closePair, openPair, openRow } from '../text/sentinels.ts'

/** Writes a table within a document: a line for each row, with the names of its columns. */
export function textOfTable(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const texts = rows.map((cells) => {
    const fields = cells.map((value, column): Field => [nameOf(names[column] ?? ''), value])
    const pair = pairOf(fields)
    if (pair) return `\n${openPair(pair.question!)}${pair.text}${closePair}\n`
    const lines = linesOf(fields)
    return lines.length > 1 ? `\n${lines.join('\n')}\n` : (lines[0] ?? '')
  })
  const text = groupsOf(texts, names.length)
    .join(`\n${openRow}`)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text.includes(openRow) ? `${openRow}${text}${openRow}` : text
}

/**
 * Rewrites Markdown tables. A table is a line with bars, a line of dashes, and further lines with
 * bars.
 */
export function withMarkdownTables(text: string): string {
  const lines = text.split('\n')
  const written: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfTable(lines, at)
    // A header without rows stays as it is.
    if (end > at + 2) {
      const [names = [], , ...rows] = lines.slice(at, end).map(cellsOf)
      written.push(textOfTable(names, rows))
      at = end
    } else written.push(lines[at++]!)
  }
  return written.join('\n')
}

/** @returns the line after the table that begins at `start`; `start` if no table begins there */
function endOfTable(lines: readonly string[], start: number): number {
  const rule = lines[start + 1] ?? ''
  const isTable =
    lines[start]!.includes('|') && cellsOf(rule).every((cell) => /^:?-+:?$/.test(cell))
  if (!isTable) return start
  let end = start + 2
  while (lines[end]?.includes('|')) end++
  return end
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
