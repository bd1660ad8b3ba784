import type { Grid } from './grids.ts'
import type { Part } from './qaRows.ts'
import { partsOfRecords, recordsOf } from './records.ts'
import { type Table, tablesIn } from './tables.ts'

/**
 * Reads a sheet, whose cells must be clean texts: of each table the lines above it, such as its
 * title, and then the rows, each with the names of its columns.
 */
export function partsOfSheet(sheet: Grid, heading = ''): Part[] {
  const tables = tablesIn(sheet)
  return tables.flatMap((table) => partsOfTable(table, heading, tables.length > 1))
}

/** @param isOneOfSeveral whether its title must tell its rows from those of other tables */
function partsOfTable(table: Table, sheet: string, isOneOfSeveral: boolean): Part[] {
  const records = recordsOf(table)
  const rows = partsOfRecords(records, sheet)
  const title = isOneOfSeveral || rows.length > 1 ? titleIn(table.above) : ''
  const heading = [sheet, title.replace(/\s+/g, ' ')].filter(Boolean).join(' › ')
  const above = table.above.filter((line) => line !== title)
  const lines = (heading: string, lines: readonly string[]) =>
    lines.length ? [{ heading, text: lines.join('\n') }] : []
  return [
    ...lines(heading, above),
    ...(title ? partsOfRecords(records, heading) : rows),
    ...lines(heading, table.below),
  ]
}

const MAX_IN_TITLE = 120

/** Returns the last line above a table that is a title, not a label with its value; '': none. */
const titleIn = (above: readonly string[]) =>
  above.findLast((line) => line.length <= MAX_IN_TITLE && !line.includes(': ')) ?? ''
