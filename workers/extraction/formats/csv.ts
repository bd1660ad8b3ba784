import Papa from 'papaparse'
import type { Part } from '../rows/qaRows.ts'
import { partsOfRecords, recordsOf } from '../rows/records.ts'
import { clean } from '../text/text.ts'

const EXCELS_SEPARATOR = /^sep=(.)\r?\n/i

/** Reads the rows of a table as text, each with the names of its columns. */
export function readCsv(source: string): Part[] {
  const delimiter = EXCELS_SEPARATOR.exec(source)?.[1] ?? ''
  const text = source.replace(EXCELS_SEPARATOR, '')
  const rows = parse(text, delimiter)
    .map((cells) => cells.map(clean))
    .filter((cells) => cells.some(Boolean))
  const start = rows.findIndex((cells) => cells.filter(Boolean).length > 1)
  // The lines above the table, such as its title.
  const above = rows.slice(0, Math.max(start, 0)).map((cells) => cells.filter(Boolean).join(' '))
  const table = rows.slice(Math.max(start, 0))
  const parts = partsOfRecords(recordsOf(table))
  return above.length ? [{ heading: '', text: above.join('\n') }, ...parts] : parts
}

/** Papa Parse would count empty lines when it guesses the delimiter. */
const skipEmptyLines = 'greedy'

function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines })
  const isUnclosed = errors.some(({ code }) => code === 'MissingQuotes')
  // A quote that is never closed is a character, as in `5" pipe`. Otherwise it would take all that follows
  // into one cell.
  return isUnclosed ? Papa.parse<string[]>(text, { delimiter, skipEmptyLines, quoteChar: '\0' }).data : data
}
