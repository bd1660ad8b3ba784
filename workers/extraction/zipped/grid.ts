import { unreadable } from '../contract/messages.ts'
import type { Grid, MergedCells } from '../rows/grids.ts'
import type { Part } from '../rows/qaRows.ts'
import { partsOfSheet } from '../rows/sheets.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean } from '../text/text.ts'
import { placeOf, type Range, shownOf } from './shown.ts'

/**
 * The most cells of a sheet, including empty cells between others: a few bytes can place a cell far
 * away.
 */
const MAX_CELLS = 2_000_000

/**
 * Collects the cells of a sheet. Of adjacent empty rows and columns, one each remains as a border
 * between tables.
 */
export function makeGrid(name: string) {
  const rows = new Map<number, Map<number, string>>()
  const hidden = { rows: [] as Range[], columns: [] as Range[] }
  const merged: MergedCells[] = []
  const used = new Set<number>()
  let cells = 0

  function add(row: number, column: number, text: string): void {
    if (++cells > MAX_CELLS) throw tooLarge(name)
    used.add(column)
    if (!rows.has(row)) rows.set(row, new Map())
    rows.get(row)!.set(column, text)
  }

  /** Deletes the cells that merged cells cover. */
  function uncover(): void {
    let steps = 0
    for (const { row, column, height, width } of merged)
      for (let down = row; down < row + height; down++) {
        if (++steps > MAX_CELLS) throw tooLarge(name)
        for (const covered of rows.get(down)?.keys() ?? [])
          if (covered >= column && covered < column + width && (down > row || covered > column))
            rows.get(down)!.delete(covered)
      }
  }

  function shown(): Grid {
    uncover()
    const columns = shownOf(used, hidden.columns)
    const numbers = shownOf(rows.keys(), hidden.rows)
    if (numbers.length * columns.length > MAX_CELLS) throw tooLarge(name)
    return {
      rows: numbers.map((row) => columns.map((column) => rows.get(row)?.get(column) ?? '')),
      merged: merged.flatMap((cells) => placed(cells, numbers, columns)),
    }
  }

  return {
    set(row: number, column: number, text: string): void {
      if (!text.trim()) return
      const cleaned = withoutMarks(clean(text))
      if (cleaned) add(row, column, cleaned)
    },
    /** Hides columns, from 0. */
    hideColumns: (from: number, to: number) => void hidden.columns.push([from, to]),
    /** Hides rows, from 0. */
    hideRows: (from: number, to: number) => void hidden.rows.push([from, to]),
    merge: (cells: MergedCells) => void merged.push(cells),
    parts: (): Part[] => partsOfSheet(shown(), clean(name).replace(/\s+/g, ' ')),
  }
}

/**
 * Returns merged cells by the places of rows and columns among those shown. A first column that is
 * hidden has no text.
 */
function placed(
  { row, column, height, width }: MergedCells,
  rows: readonly number[],
  columns: readonly number[],
): MergedCells[] {
  const [top, bottom] = [row, row + height].map((at) => placeOf(rows, at)) as [number, number]
  const [left, right] = [column, column + width].map((at) => placeOf(columns, at)) as [
    number,
    number,
  ]
  return rows[top] === row && columns[left] === column
    ? [{ row: top, column: left, height: bottom - top, width: right - left }]
    : []
}

const tooLarge = (name: string) =>
  unreadable(
    `The sheet ${name} has over ${MAX_CELLS.toLocaleString('en')} cells. Split it, and upload the pieces.`,
  )
