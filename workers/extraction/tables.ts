import { closePair, openPair } from './marks.ts'
import { type Field, linesOf, nameOf, pairOf } from './records.ts'

/** A table within a document: a line for each row, with the names of its columns. */
export function textOfTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const texts = rows.map((cells) => {
    const fields = cells.map((value, column): Field => [nameOf(names[column] ?? ''), value])
    const pair = pairOf(fields)
    if (pair) return `\n${openPair(pair.question!)}${pair.text}${closePair}\n`
    const lines = linesOf(fields)
    return lines.length > 1 ? `\n${lines.join('\n')}\n` : (lines[0] ?? '')
  })
  return texts
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const MARKDOWN_TABLE =
  /^ {0,3}\|?.*\|.*\n {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$(?:\n.*\|.*$)*/gm

export const withMarkdownTables = (text: string) =>
  text.replace(MARKDOWN_TABLE, (table) => {
    const [names = [], , ...rows] = table.split('\n').map(cellsOf)
    return rows.length ? textOfTable(names, rows) : table
  })

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
