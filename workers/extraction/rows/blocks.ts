import { usedColumns } from './besides.ts'
import { isJoined, LEFT, ownColumns, type Row } from './grids.ts'
import { type Header, headerOf, kindsOf, withoutColon } from './headers.ts'
import { isValueKind, kindOf } from './kinds.ts'

/** Rows of a grid without an empty row between them. */
export interface RowBlock {
  /** Titles and labels above the header. */
  above: string[]
  /** The used columns of the grid, from 0. */
  columns: number[]
  /** The header and the rows below it, with the used columns alone. */
  rows: Row[]
  /** Its names, by used column. */
  header: Header | undefined
}

/** The most lines above a header. */
const MAX_LABELS = 12

/** Reads a block. */
export function blockOf(read: readonly Row[]): RowBlock {
  const used = usedColumns(read)
  const columns = used.flatMap((isUsed, column) => (isUsed ? [column] : []))
  const rows = read.map((row) => pick(row, columns))
  const start = startOf(rows)
  const table = rows.slice(start)
  return {
    above: rows.slice(0, start).map(lineOf),
    columns,
    rows: table,
    header: table.length ? headerOf(table) : undefined,
  }
}

/** Returns the row's cells of these columns. */
const pick = ({ cells, joins, isHeader }: Row, columns: readonly number[]): Row => ({
  cells: columns.map((column) => cells[column]!),
  isHeader,
  ...(joins && { joins: Uint8Array.from(columns, (column) => joins[column]!) }),
})

/** Writes a row as a line: `Printed on: 3 May`, or a title. */
export function lineOf(row: Row): string {
  const [first = '', ...more] = ownColumns(row).map((column) => row.cells[column]!)
  if (!more.length) return first
  return more.length === 1 ? `${withoutColon(first)}: ${more[0]}` : [first, ...more].join('; ')
}

/** @returns the number of rows above the table: titles, and labels with their values */
function startOf(rows: readonly Row[]): number {
  const counts = rows.slice(0, MAX_LABELS + 1).map((row) => ownColumns(row).length)
  const titles = counts.findIndex((count, at) => count > 1 || isGroupAbove(rows, at))
  if (titles === -1) return counts.length < rows.length ? 0 : rows.length
  const columns = rows[0]!.cells.length
  return columns > 2 ? afterLabels(rows, counts, titles) : afterFacts(rows, titles)
}

/** Whether a row's only cell, beyond the first column, is a name above those of the next row. */
function isGroupAbove(rows: readonly Row[], at: number): boolean {
  const [row, next] = [rows[at]!, rows[at + 1]]
  const [own = 0] = ownColumns(row)
  const isWide = row.cells.some(
    (_, column) => column > 0 && isJoined(row, column, LEFT) && own === 0,
  )
  return (
    own > 0 && !isWide && next !== undefined && ownColumns(next).length > 2 && isGroup(rows, at)
  )
}

const isGroup = (rows: readonly Row[], at: number) => {
  const header = headerOf(rows.slice(at))
  return header !== undefined && header.height > 1
}

/**
 * Skips rows of a label and its value above a wider table, such as `Printed on; 3 May`, as far as
 * they do not belong to its header.
 */
function afterLabels(rows: readonly Row[], counts: readonly number[], start: number): number {
  const wide = counts.findIndex((count, at) => at >= start && count > 2)
  if (wide <= start || hasAmounts(rows.slice(start, wide))) return start
  const header = headerOf(rows.slice(wide))
  const areMarked = rows.slice(start, wide).every(({ cells }) => isMarked(cells.find(Boolean)!))
  const isHeader = header && (header.isEvident || areMarked || wide - start > 1)
  if (!isHeader) return start
  const last = rows[wide - 1]!
  // `Printed on; 3 May` stands above a row with a label, and a group's name beside none.
  const isLabel = last.cells[0] && last.cells[1] && !last.joins && rows[wide]!.cells[0]
  const group = isLabel ? undefined : headerOf(rows.slice(wide - 1))
  return group && group.height > header.height ? wide - 1 : wide
}

const isMarked = (label: string) => /[:：]$/.test(label)

/** Whether rows of two columns are a table with amounts, not labels with values. */
function hasAmounts(rows: readonly Row[]): boolean {
  const header = rows.length > 1 ? headerOf(rows) : undefined
  const kinds = kindsOf(rows.slice(header?.height), rows[0]?.cells.length ?? 0)
  return header?.isEvident === true && kinds.some((kind) => kind === 'number' || kind === 'measure')
}

/** Whether a block has a few labels with values, above a wider table. */
export const areLabels = ({ columns, rows }: RowBlock, below: RowBlock) =>
  columns.length === 2 &&
  rows.length <= MAX_LABELS / 2 &&
  !hasAmounts(rows) &&
  below.header !== undefined &&
  below.columns.length > 2

/** Skips labels with their values above a table of two columns, if something separates them. */
function afterFacts(rows: readonly Row[], start: number): number {
  const isFact = ({ cells }: Row) => isMarked(cells[0]!) && cells[1] !== ''
  const marked = rows.findIndex((row, at) => at >= start && !isFact(row))
  if (marked > start) return marked
  const kinds = rows.slice(0, MAX_LABELS + 1).map(({ cells }) => kindOf(cells[1]!))
  const names = kinds.lastIndexOf('text')
  const below = kinds.slice(names + 1)
  const isAbove = (kind: string) => kind === 'time' || kind === 'prose'
  return names > start &&
    below.length > 0 &&
    below.every((kind) => kind === 'number') &&
    kinds.slice(start, names).some(isAbove) &&
    !kinds.slice(start, names).includes('number')
    ? names
    : start
}

/** Whether all rows may be the names of a table below. */
export const isHeaderAlone = ({ rows }: RowBlock) =>
  rows.length > 0 &&
  rows.length < 4 &&
  rows.every(({ cells }) =>
    cells.every((cell) => !isValueKind(kindOf(cell)) || kindOf(cell) === 'time'),
  ) &&
  rows.some((row) => ownColumns(row).length > 1)

/**
 * Whether a block has labels and values of different kinds, such as a name, a date and an amount,
 * and no names above them.
 */
export function isFacts({ rows, columns, header }: RowBlock): boolean {
  if (columns.length !== 2 || rows.length < 2) return false
  if (rows.every(({ cells }) => isMarked(cells[0]!))) return true
  if (header?.isEvident) return false
  const kinds = new Set(rows.slice(0, 50).map(({ cells }) => kindOf(cells[1]!)))
  kinds.delete('empty')
  kinds.delete('gap')
  const labels = rows.map(({ cells }) => cells[0]!)
  return (
    labels.every((label) => label && !isValueKind(kindOf(label)) && !/[?？؟]$/u.test(label)) &&
    new Set(labels).size === labels.length &&
    kinds.size > 2
  )
}
