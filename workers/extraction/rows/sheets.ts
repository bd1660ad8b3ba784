import type { Grid, Table } from './grids.ts'
import type { Part } from './qaRows.ts'
import { partsOfRecords, recordsOf } from './records.ts'
import { tablesIn } from './tables.ts'

/**
 * Reads a sheet, whose cells must be clean texts: of each table the lines above it, such as its
 * title, and then the rows, each with the names of its columns.
 */
export function partsOfSheet(sheet: Grid, heading = ''): Part[] {
  const tables = tablesIn(sheet)
  return tables.flatMap((table) => partsOfTable(table, heading, tables.length > 1))
}

/** @param isOneOfSeveral whether its title must distinguish its rows from those of others */
function partsOfTable(table: Table, sheet: string, isOneOfSeveral: boolean): Part[] {
  const rows = partsOfRecords(recordsOf(table))
  const titles = isOneOfSeveral || rows.length > 1 ? titlesIn(table.above) : []
  const title = titles.map((line) => line.replace(/\s+/g, ' '))
  const above = table.above.filter((line) => !titles.includes(line))
  const lines = (texts: readonly string[]): Part[] =>
    texts.length ? [{ heading: '', text: texts.join('\n') }] : []
  return [...lines(above), ...rows, ...lines(table.below)].map((part) => ({
    ...part,
    heading: [sheet, ...title, part.heading].filter(Boolean).join(' › '),
  }))
}

/** The most characters of the titles of a table. */
const MAX_IN_TITLES = 120

/** Returns the last lines above a table that are titles, not labels with their values. */
function titlesIn(above: readonly string[]): string[] {
  const titles = above.filter((line) => !line.includes(': '))
  while (titles.join(' › ').length > MAX_IN_TITLES) titles.shift()
  return titles
}
