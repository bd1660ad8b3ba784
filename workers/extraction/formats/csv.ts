import Papa from 'papaparse'
import type { Part } from '../rows/qaRows.ts'
import { partsOfSheet } from '../rows/sheets.ts'
import { clean } from '../text/text.ts'

const EXCELS_SEPARATOR = /^sep=(.)\r?\n/i

/** Reads the rows of a table as text, each with the names of its columns. */
export function readCsv(source: string): Part[] {
  const delimiter = EXCELS_SEPARATOR.exec(source)?.[1] ?? ''
  const text = source.replace(EXCELS_SEPARATOR, '')
  return partsOfSheet(parse(text, delimiter).map((cells) => cells.map(clean)))
}

/** Skips empty lines, which Papa Parse would count when it guesses the delimiter. */
const skipEmptyLines = 'greedy'

function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines })
  const isUnclosed = errors.some(({ code }) => code === 'MissingQuotes')
  // A quote that is never closed is a character, as in `5" pipe`. As a quote, it would put the rest
  // of the file into a single cell.
  return isUnclosed
    ? Papa.parse<string[]>(text, { delimiter, skipEmptyLines, quoteChar: '\0' }).data
    : data
}
