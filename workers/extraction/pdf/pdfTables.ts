import type { MergedCells, Table } from '../rows/grids.ts'
import { linesOf, recordsOf } from '../rows/records.ts'
import { tablesIn } from '../rows/tables.ts'
import { clean } from '../text/text.ts'
import { chartLines } from './charts.ts'
import type { ColumnLine } from './columns.ts'
import { type FoundGrid, type GridRow, gridsIn, rowsByHeight } from './tableGrid.ts'

/** A row of a table, or a line above or below it. */
export interface TableLine {
  text: string
  y: number
  size: number
}

/** A table of a page. */
export interface PageTable {
  /** The numbers of the lines that it takes the place of. */
  lines: ReadonlySet<number>
  written: TableLine[]
}

/** The names of a table's columns, which may go on on the next page. */
export interface ColumnNames {
  names: string[]
  columns: FoundGrid['columns']
}

/** The share of the usual step between rows, below which a line continues the row above it. */
const CLOSE = 0.8

/**
 * Reads the tables of a page whose columns have names: each row with them, as in other files.
 * Tables without names stay as they are.
 * @param lines the lines of the page, a column after the other
 * @param before the names of the last table on the page before, whose rows may go on here
 */
export function tablesOnPage(
  lines: readonly ColumnLine[],
  before?: ColumnNames,
): { tables: PageTable[]; header?: ColumnNames } {
  const tables: PageTable[] = []
  let header = before
  const columns = new Set(lines.map(({ column }) => column))
  const beside = chartLines(lines)
  const grids = [...columns].flatMap((column) => gridsIn(rowsByHeight(lines, column, beside)))
  for (const grid of grids) {
    const rows = joinedRows(grid)
    const read = namedRows(rows, grid, header)
    header = read?.header
    if (read) tables.push({ lines: new Set(grid.rows.flatMap(({ lines }) => lines)), ...read })
  }
  return { tables, ...(header && { header }) }
}

/** A row whose cells of several lines are joined: the text of each column. */
interface Joined {
  cells: string[]
  /** Cells that span columns: the first one, and their number. */
  spans: { column: number; width: number }[]
  y: number
  size: number
}

function joinedRows({ rows, columns }: FoundGrid): Joined[] {
  const steps = rows
    .slice(1)
    .map((row, at) => rows[at]!.y - row.y)
    .sort((one, other) => one - other)
  const usual = steps[steps.length >> 1] ?? 0
  const joined: Joined[] = []
  for (const [at, row] of rows.entries()) {
    const own = cellsOf(row, columns)
    const last = joined.at(-1)
    const step = at > 0 ? rows[at - 1]!.y - row.y : Number.POSITIVE_INFINITY
    const isPart = row.cells.length < columns.length || !last?.cells.every(Boolean)
    const isSection = row.isSection || rows[at - 1]?.isSection
    if (last && isPart && !isSection && step < CLOSE * usual && !haveFigures(last, own)) {
      for (const [column, text] of own.cells.entries())
        if (text) last.cells[column] = [last.cells[column], text].filter(Boolean).join(' ')
    } else joined.push(own)
  }
  return joined
}

/** Whether a column has a figure in both rows: figures are not broken into lines. */
const haveFigures = (one: Joined, other: Joined) =>
  one.cells.some((cell, at) => FIGURE.test(cell) && FIGURE.test(other.cells[at] ?? ''))
const FIGURE = /^[-–+(]?\p{Sc}?\p{Nd}/u

function cellsOf(row: GridRow, columns: FoundGrid['columns']): Joined {
  const cells = columns.map(() => '')
  const spans: Joined['spans'] = []
  if (row.isSection) {
    const text = row.cells.map(({ text }) => clean(text)).join(' ')
    spans.push({ column: 0, width: columns.length })
    return { cells: [text, ...cells.slice(1)], spans, y: row.y, size: row.height }
  }
  for (const { from, to, text } of row.cells) {
    const over = columns.flatMap((column, at) => (from < column.to && to > column.from ? [at] : []))
    const column = over[0] ?? nearest(columns, (from + to) / 2)
    if (over.length > 1) spans.push({ column, width: over.length })
    cells[column] = [cells[column], clean(text)].filter(Boolean).join(' ')
  }
  return { cells, spans, y: row.y, size: row.height }
}

function nearest(columns: FoundGrid['columns'], middle: number): number {
  const away = columns.map(({ from, to }) => Math.abs((from + to) / 2 - middle))
  return away.indexOf(Math.min(...away))
}

function namedRows(
  rows: readonly Joined[],
  { columns }: FoundGrid,
  before: ColumnNames | undefined,
): { written: TableLine[]; header: ColumnNames } | undefined {
  const own = tablesOf(rows)
  const isOwn = own.length === 1 && own[0]!.names.length > 0 && !isValueRow(own[0]!)
  const isSame = before?.columns.length === columns.length && areAlike(before.columns, columns)
  if (!isOwn && !isSame) return undefined
  const [table] = isOwn ? own : tablesOf([rowOf(before!.names, rows[0]!), ...rows], true)
  if (!table || (columns.length < 3 && !table.isEvident)) return undefined
  const [first] = rows
  const start = rows.length - table.rows.length - table.below.length
  const placed = (text: string, at: number): TableLine => {
    const { y, size } = rows[Math.min(Math.max(at, 0), rows.length - 1)] ?? first!
    return { text, y, size }
  }
  const written = [
    ...table.above.map((text, at) => placed(text, at)),
    ...recordsOf(table).flatMap((fields, at) =>
      linesOf(fields).map((text) => placed(text, start + at)),
    ),
    ...table.below.map((text, at) => placed(text, rows.length - table.below.length + at)),
  ]
  return { written, header: { names: table.names, columns } }
}

const rowOf = (cells: readonly string[], { y, size }: Joined): Joined => ({
  cells: [...cells],
  spans: [],
  y,
  size,
})

function tablesOf(rows: readonly Joined[], hasHeader = false) {
  const merged: MergedCells[] = rows.flatMap(({ spans }, row) =>
    spans.map(({ column, width }) => ({ row, column, height: 1, width })),
  )
  const grid = { rows: rows.map(({ cells }) => cells), merged }
  return tablesIn(hasHeader ? { ...grid, isHeader: [true] } : grid)
}

/** The share of a column's cells that are written as its name is, if the name is itself a value. */
const ALIKE = 0.6

/** Whether the names are values like those below: `3 euros` above `1 euro`. */
function isValueRow({ names, rows }: Table): boolean {
  const shapeOf = (text: string) => text.replace(/[\d.,]+/g, '#').toLowerCase()
  return names.some((name, column) => {
    const shape = shapeOf(name)
    if (!/\d/.test(name) || !/\p{L}/u.test(name)) return false
    const cells = rows.map((cells) => shapeOf(cells[column] ?? '')).filter(Boolean)
    const alike = cells.filter(
      (cell) => /\p{L}/u.test(cell) && (cell.startsWith(shape) || shape.startsWith(cell)),
    )
    return alike.length > 0 && alike.length >= ALIKE * cells.length
  })
}

/** The most points between the edges of a column on two pages of one table. */
const NEAR = 12

/** Whether columns stand in the same places, as on the pages of one table. */
const areAlike = (some: FoundGrid['columns'], others: FoundGrid['columns']) =>
  some.every(({ from, to }, at) => {
    const other = others[at]!
    const isNear = Math.abs(other.from - from) < NEAR || Math.abs(other.to - to) < NEAR
    return isNear && other.from < to && other.to > from
  })
