import { unreadable } from '../contract/messages.ts'
import type { Part } from '../rows/qaRows.ts'
import { partsOfSheet } from '../rows/sheets.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean } from '../text/text.ts'

/**
 * The most cells of a sheet, including empty cells between others: a few bytes can place a cell far
 * away.
 */
const MAX_CELLS = 2_000_000

/** The first row and column of merged cells, from 0, and their numbers of rows and columns. */
interface MergedCells {
  row: number
  column: number
  height: number
  width: number
}

/** Collects the cells of a sheet. Leaves out rows and columns without cells. */
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

  /** Copies the text of merged cells into each of their rows. Deletes the cells that they cover. */
  function spread(): void {
    let steps = 0
    for (const { row, column, height, width } of merged) {
      const text = rows.get(row)?.get(column)
      for (let down = row; down < row + height; down++) {
        if (++steps > MAX_CELLS) throw tooLarge(name)
        if (!rows.has(down)) continue
        for (const covered of rows.get(down)!.keys())
          if (covered >= column && covered < column + width) rows.get(down)!.delete(covered)
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
        .sort((left, right) => left - right)
      if (rows.size * columns.length > MAX_CELLS) throw tooLarge(name)
      const numbers = [...rows.keys()].sort((left, right) => left - right)
      const table = numbers.map((row) => columns.map((column) => rows.get(row)!.get(column) ?? ''))
      return partsOfSheet(table, clean(name).replace(/\s+/g, ' '))
    },
  }
}

const tooLarge = (name: string) =>
  unreadable(
    `The sheet ${name} has over ${MAX_CELLS.toLocaleString('en')} cells. Split it, and upload the pieces.`,
  )
