import Papa from 'papaparse'
import type { Part } from '../rows/qaRows.ts'
import { partsOfSheet } from '../rows/sheets.ts'
import { clean } from '../text/text.ts'

const EXCELS_SEPARATOR = /^sep=(.)\r?\n/i

/** Reads the rows of a table as text, each with the names of its columns. */
export function readCsv(source: string): Part[] {
  const text = source.replace(EXCELS_SEPARATOR, '')
  const delimiter = EXCELS_SEPARATOR.exec(source)?.[1] ?? delimiterOf(text)
  return partsOfSheet({ rows: parse(text, delimiter).map((cells) => cells.map(clean)) })
}

/** The most lines by which Papa Parse guesses the delimiter, without empty ones. */
const PREVIEW = 10

const delimiterOf = (text: string) =>
  Papa.parse<string[]>(text, { preview: PREVIEW, skipEmptyLines: 'greedy' }).meta.delimiter

/** Keeps empty lines, which separate tables. */
function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const isUnclosed = errors.some(({ code }) => code === 'MissingQuotes')
  // A quote that is never closed is a character, as in `5" pipe`. As a quote, it would put the rest
  // of the file into a single cell.
  return isUnclosed ? Papa.parse<string[]>(text, { delimiter, quoteChar: '\0' }).data : data
}
