/** Merged cells: the place of the first, from 0, and their numbers of rows and columns. */
export interface MergedCells {
  row: number
  column: number
  height: number
  width: number
}

/** The cells of a sheet, page or document. All texts must be clean. */
export interface Grid {
  /** Rows in order, with '' for an empty cell, and empty rows where the source has them. */
  rows: readonly (readonly string[])[]
  /** Merged cells, whose text is in the first one alone. */
  merged?: readonly MergedCells[]
  /** Whether the source marks a row as the names of columns, by the number of the row. */
  isHeader?: readonly boolean[]
}

/** A row of a grid whose merged cells all have their text. */
export interface Row {
  cells: string[]
  /** Of each cell, whether it continues the cell at its `LEFT`, `ABOVE` it, or both; absent: none. */
  joins?: Uint8Array
  isHeader: boolean
  /** Whether it is known as a sub-heading of the rows below. */
  isSection?: boolean
}

export const LEFT = 1
export const ABOVE = 2
/** The most cells that merged cells may fill, because a few bytes can claim any number. */
const MAX_FILLED = 2_000_000

/** Writes the text of merged cells into each of them, and makes all rows equally long. */
export function filledRows({ rows: read, merged = [], isHeader = [] }: Grid): Row[] {
  const width = read.reduce((most, cells) => Math.max(most, cells.length), 0)
  const rows = read.map(
    (cells, at): Row => ({
      cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
      isHeader: isHeader[at] ?? false,
    }),
  )
  let filled = 0
  for (const { row: top, column: first, height, width: across } of merged) {
    const text = rows[top]?.cells[first] ?? ''
    if (!text) continue
    for (const [down, row] of rows.slice(top, top + height).entries()) {
      row.joins ??= new Uint8Array(width)
      for (let column = first; column < Math.min(first + across, width); column++) {
        if (++filled > MAX_FILLED) return rows
        row.cells[column] = text
        row.joins[column] = (column > first ? LEFT : 0) | (down ? ABOVE : 0)
      }
    }
  }
  return rows
}

export const isJoined = ({ joins }: Row, column: number, to: number) =>
  ((joins?.[column] ?? 0) & to) !== 0

/** The columns whose cells have a text of their own: not one of merged cells before or above. */
export const ownColumns = (row: Row) =>
  row.cells.flatMap((text, column) => (text && !row.joins?.[column] ? [column] : []))

/** Whether the row has no cell of its own. */
export const isEmpty = (row: Row) => !row.cells.some((text, column) => text && !row.joins?.[column])

/** Returns the row's cells from one column up to another. */
export const sliced = (row: Row, from: number, to: number): Row => ({
  cells: row.cells.slice(from, to),
  isHeader: row.isHeader,
  ...(row.joins && { joins: row.joins.slice(from, to) }),
})

/** A table of a grid. */
export interface Table {
  /** Lines above its header, such as its title. */
  above: string[]
  /** The name of each column, of all header rows: `2025 Q1`; '' for a column without one. */
  names: string[]
  /** Whether the names differ from the rows below, and not only by their place. */
  isEvident: boolean
  /** Rows with a value for each name. */
  rows: string[][]
  /** For each row, the sub-heading above it, such as `Europe`; '' for none. */
  under: string[]
  /** Lines below it, such as its notes. */
  below: string[]
}
