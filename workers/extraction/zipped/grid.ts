import { unreadable } from '../contract/messages.ts'
import type { Part } from '../rows/qaRows.ts'
import { partsOfSheet } from '../rows/sheets.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean } from '../text/text.ts'

/**
 * Cells of a sheet, with the empty ones between others. Far cells would make many from few bytes.
 */
const MAX_CELLS = 2_000_000

/** Where merged cells begin, from 0, and how many rows and columns they have. */
interface MergedCells {
  row: number
  column: number
  height: number
  width: number
}

/** Collects the cells of a sheet. Rows and columns without any are left out. */
export function makeGrid(name: string) {
  const rows = new Map<number, Map<number, string>>()
  const hidden: [from: number, to: number][] = []
  const merged: MergedCells[] = []
  const used = new Set<number>()
  let cells = 0

  function add(row: number, column: number, text: string): void {
    if (++cells > MAX_CELLS) throw tooLarge(name)
    used.add(column)
    if (!rows.has(row)) rows.set(row, new Map())
    rows.get(row)!.set(column, text)
  }

  /**
   * Copies the text of merged cells into each of their rows. What stands below them in the others
   * is not seen.
   */
  function spread(): void {
    let steps = 0
    for (const { row, column, height, width } of merged) {
      const text = rows.get(row)?.get(column)
      for (let down = row; down < row + height; down++) {
        if (++steps > MAX_CELLS) throw tooLarge(name)
        if (!rows.has(down)) continue
        for (const one of rows.get(down)!.keys())
          if (one >= column && one < column + width) rows.get(down)!.delete(one)
        if (text !== undefined) add(down, column, text)
      }
    }
  }

  return {
    set(row: number, column: number, text: string): void {
      if (!text.trim()) return
      const cleaned = withoutMarks(clean(text))
      if (cleaned) add(row, column, cleaned)
    },
    hideColumns: (from: number, to: number) => void hidden.push([from, to]),
    merge: (cells: MergedCells) => void merged.push(cells),
    parts(): Part[] {
      spread()
      const columns = [...used]
        .filter((column) => !hidden.some(([from, to]) => column >= from && column <= to))
        .sort((one, other) => one - other)
      if (rows.size * columns.length > MAX_CELLS) throw tooLarge(name)
      const numbers = [...rows.keys()].sort((one, other) => one - other)
      const table = numbers.map((row) => columns.map((column) => rows.get(row)!.get(column) ?? ''))
      return partsOfSheet(table, clean(name).replace(/\s+/g, ' '))
    },
  }
}

const tooLarge = (name: string) =>
  unreadable(
    `The sheet ${name} has over ${MAX_CELLS.toLocaleString('en')} cells. Split it, and upload the pieces.`,
  )
