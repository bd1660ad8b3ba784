import type { Part } from './qaRows.ts'
import { partsOfRecords, recordsOf } from './records.ts'

/**
 * Reads the rows of a sheet, whose cells must be clean texts. Returns the lines above the table,
 * such as its title, and then the rows, each with the names of its columns.
 */
export function partsOfSheet(sheet: readonly (readonly string[])[], heading = ''): Part[] {
  const rows = sheet.filter((cells) => cells.some(Boolean))
  const start = Math.max(
    0,
    rows.findIndex((cells) => cells.filter(Boolean).length > 1),
  )
  const above = rows.slice(0, start).map((cells) => cells.filter(Boolean).join(' '))
  const parts = partsOfRecords(recordsOf(rows.slice(start)), heading)
  return above.length ? [{ heading, text: above.join('\n') }, ...parts] : parts
}
