import type { RowBlock } from './blocks.ts'
import { ownColumns, type Row } from './grids.ts'
import { headerOf, kindsOf, MAX_SAMPLE } from './headers.ts'
import { isValueKind, kindOf } from './kinds.ts'

/** The most rows that are compared with the rows around them. */
const MAX_CANDIDATES = 1_000

/**
 * Finds where other tables begin directly below a table, without an empty row between: at a header
 * that the source marks, or at names above columns that hold other things than those above. A title
 * directly above the names begins the table.
 * @returns the numbers of their first rows, in order
 */
export function furtherTables({ rows, header }: RowBlock): number[] {
  const starts: number[] = []
  let top = header?.isEvident ? header.height : rows.length
  let values = valuesIn(rows, top)
  let candidates = 0
  for (let at = top + 1; at < rows.length - 1 && candidates < MAX_CANDIDATES; at++) {
    const row = rows[at]!
    const hasTitle = at > top + 1 && ownColumns(rows[at - 1]!).length === 1
    if (!row.isHeader && !isHeaderLike(row, values)) continue
    const isRepeated = row.cells.every((cell, column) => cell === rows[top - 1]!.cells[column])
    if (isRepeated && !hasTitle) continue
    candidates++
    const below = headerOf(rows.slice(at, at + MAX_SAMPLE))
    if (!below?.isEvident || !(row.isHeader || hasTitle || isOther(rows, at, top))) continue
    starts.push(hasTitle ? at - 1 : at)
    top = at + below.height
    values = valuesIn(rows, top)
    at = top
  }
  return starts
}

/** The columns with values in the rows from `top`. */
const valuesIn = (rows: readonly Row[], top: number) =>
  kindsOf(rows.slice(top, top + MAX_SAMPLE), rows[0]?.cells.length ?? 0).flatMap((kind, column) =>
    isValueKind(kind) ? [column] : [],
  )

/** Whether a row has different texts, also where the rows above have values. */
function isHeaderLike({ cells }: Row, values: readonly number[]): boolean {
  const filled = cells.filter(Boolean)
  return (
    filled.length > 1 &&
    new Set(filled).size === filled.length &&
    filled.every((cell) => kindOf(cell) === 'text') &&
    values.some((column) => cells[column])
  )
}

/** Whether the columns hold other things below a row than above it. */
function isOther(rows: readonly Row[], at: number, top: number): boolean {
  const columns = rows[at]!.cells.length
  const above = kindsOf(rows.slice(Math.max(top, at - MAX_SAMPLE), at), columns)
  const below = kindsOf(rows.slice(at + 1, at + MAX_SAMPLE), columns)
  return above.some(
    (kind, column) =>
      kind !== 'empty' &&
      below[column] !== 'empty' &&
      isValueKind(kind) !== isValueKind(below[column]!),
  )
}
