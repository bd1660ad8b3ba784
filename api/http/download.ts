import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { Ctx } from '../context.ts'
import type { Schema } from './schemas.ts'

/** The query parameter that asks for all rows as a file, for routes that list rows. */
export const downloadFormat = {
  type: 'string',
  enum: ['csv', 'jsonl'],
  description:
    'Answers with all matching rows as a file, regardless of paging: CSV with a header line, or one JSON object per line. A failure closes the connection early, so a file that ends normally is complete.',
} as const
export type DownloadFormat = 'csv' | 'jsonl'

const TYPES: Record<DownloadFormat, string> = { csv: 'text/csv', jsonl: 'application/x-ndjson' }

/** Schemas of the files that such a route answers with, apart from its JSON. */
export const fileAnswers: readonly Schema[] = Object.values(TYPES).map((contentMediaType) => ({
  type: 'string',
  contentMediaType,
  description: 'A file with all rows, where `format` asks for one.',
}))

export interface Download<Row> {
  format: DownloadFormat
  /** The file's name without its extension: `[\w.-]+`. */
  name: string
  /** The columns of a CSV file, in order. JSON lines have all fields of the rows. */
  columns: readonly (keyof Row & string)[]
  /** Read as fast as the client accepts them. No database connection is used between two pages. */
  pages: AsyncIterable<readonly Row[]>
}

/**
 * Answers with a file. Times are ISO 8601. In CSV, null is empty, and objects and lists are JSON.
 */
export function answerDownload<Row extends object>(
  ctx: Ctx,
  { format, name, columns, pages }: Download<Row>,
): void {
  ctx.attachment(`${name}.${format}`)
  ctx.set('Content-Type', `${TYPES[format]}; charset=utf-8`)
  // Koa reads no faster than the client, stops when it disconnects, and closes the connection at an
  // error.
  ctx.body = Readable.from(format === 'csv' ? csvOf(columns, pages) : linesOf(pages))
}

async function* linesOf(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const rows of pages)
    if (rows.length) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function* csvOf<Row extends object>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvLines([columns])
  for await (const rows of pages)
    if (rows.length) yield csvLines(rows.map((row) => columns.map((column) => cellOf(row[column]))))
}

/**
 * Texts that a spreadsheet would run as a formula, which could send the sheet's contents elsewhere.
 * They get an apostrophe. The library's own pattern misses texts of several lines, leading blanks,
 * and the full-width signs of East Asian keyboards.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/**
 * Matches the place in a text at which a spreadsheet would begin a formula: after `;` or tabs, if
 * it separates cells by these, as in many languages, and does not take our quotes for the beginning
 * of a cell.
 */
const FORMULA_WITHIN = /([;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g

const csvLines = (lines: readonly (readonly unknown[])[]) =>
  `${Papa.unparse(lines as unknown[][], { escapeFormulae: FORMULA })}\r\n`

const cellOf = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object' && value !== null
      ? inCell(JSON.stringify(value))
      : typeof value === 'string'
        ? inCell(value)
        : value

const inCell = (text: string) => text.replace(FORMULA_WITHIN, "$1'")
