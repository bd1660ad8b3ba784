import type { Grid, Table } from '../rows/grids.ts'
import { arePairs, groupsOf, linesOf, pairOf, recordsOf } from '../rows/records.ts'
import { tablesIn } from '../rows/tables.ts'
import { closePair, openPair, openRow } from '../text/sentinels.ts'
import type { HtmlTable } from './tableRows.ts'

/** Writes a table within a document: a line for each row, with the names of its columns. */
export function textOfTable(table: Table): string {
  const texts = recordsOf(table).map((fields) => {
    const pair = pairOf(fields)
    if (pair) return `\n${openPair(pair.question!)}${pair.text}${closePair}\n`
    const lines = linesOf(fields)
    return lines.length > 1 ? `\n${lines.join('\n')}\n` : (lines[0] ?? '')
  })
  const rows = textOfRows(texts, table.rows[0]?.length ?? 0)
  return [...table.above, rows, ...table.below].filter(Boolean).join('\n')
}

function textOfRows(rows: readonly string[], columns: number): string {
  const text = groupsOf(rows, columns)
    .join(`\n${openRow}`)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text.includes(openRow) ? `${openRow}${text}${openRow}` : text
}

const textOfTables = (grid: Grid, write = textOfTable) => tablesIn(grid).map(write).join('\n')

/**
 * Writes a table of a page that marks its names, or whose rows are questions and answers.
 * @returns undefined for any other table, which may lay out the page
 */
export function textOfPageTable({ grid, looks }: HtmlTable): string | undefined {
  const start = looks.findIndex(({ isCaption }) => !isCaption)
  const first = looks[start]
  if (!first) return undefined
  if (looks.slice(start).some(({ isHeader, isCaption }) => !isHeader || isCaption)) {
    if (first.isHeader) return textOfTables(grid)
    if (first.isBold && looks.length > start + 1) return textOfTables(withHeader(grid, start))
  }
  if (arePairs(grid.rows)) return textOfTables(grid)
  const areNamed = looks.every(({ isNamed, isCaption }) => isNamed || isCaption)
  if (areNamed) return grid.rows.map(namedLine).filter(Boolean).join('\n')
  return textOfPlainTable(grid)
}

/** The most characters of a cell by which a table without header cells is known from layout. */
const MAX_IN_CELL = 80

/**
 * Writes a table without header cells, as programs for sheets and mails write it, if its cells are
 * short and the rows of each of its tables have values below their names.
 */
function textOfPlainTable(grid: Grid): string | undefined {
  if (grid.rows.flat().some((cell) => cell && (cell.length > MAX_IN_CELL || cell.includes('\n'))))
    return undefined
  const tables = tablesIn(grid)
  const areData = tables.every(
    ({ isEvident, names, rows }) =>
      isEvident && rows.length > 1 && names.filter(Boolean).length > 1,
  )
  return areData && tables.length ? tables.map(textOfTable).join('\n') : undefined
}

const withHeader = (grid: Grid, row: number): Grid => ({
  ...grid,
  isHeader: grid.rows.map((_, at) => at === row || grid.isHeader?.[at] === true),
})

function namedLine([name = '', ...values]: readonly string[]): string {
  const said = values.filter(Boolean).join('; ')
  return [name.replace(/ ?[:：]$/, ''), said].filter(Boolean).join(': ')
}

/**
 * Writes a table of a document. Unlike a page's table, it is never layout, and its first row may
 * name the columns without being marked as a header.
 */
export const textOfDocumentTable = (table: HtmlTable): string =>
  textOfPageTable(table) ?? textOfTables(table.grid, textOfUnmarked)

/** The most characters of a cell that names its row. */
const MAX_IN_NAME = 80

/** Writes a table whose first row, if it has two columns, may also be like the others. */
function textOfUnmarked(table: Table): string {
  const { names, rows, above, below } = table
  const columns = rows[0]?.length ?? 0
  if (names.length && (table.isEvident || columns > 2)) return textOfTable(table)
  const all = names.length ? [names, ...rows] : rows
  const areNamed = columns === 2 && all.every(([name]) => name!.length <= MAX_IN_NAME)
  const lines = all.map((cells) => (areNamed ? namedLine(cells) : cells.filter(Boolean).join('; ')))
  return [...above, ...lines, ...below].filter(Boolean).join('\n')
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
      written.push(textOfTables({ rows: [names, ...rows], isHeader: [true] }))
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
