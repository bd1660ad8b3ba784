import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { Ctx } from '../context.ts'
import type { Schema } from './schemas.ts'

/** The query parameter of a list by which all its rows come as a file. */
export const downloadFormat = {
  type: 'string',
  enum: ['csv', 'jsonl'],
  description:
    'Returns a file with all rows that the filters choose, whatever the page: CSV with a header line, or one JSON object per line. A failure on the way breaks the connection, so a file that ends properly is complete.',
} as const
export type DownloadFormat = 'csv' | 'jsonl'

const TYPES: Record<DownloadFormat, string> = { csv: 'text/csv', jsonl: 'application/x-ndjson' }

/** The files that such a route answers, beside its JSON. */
export const fileAnswers: readonly Schema[] = Object.values(TYPES).map((contentMediaType) => ({
  type: 'string',
  contentMediaType,
  description: 'A file with all rows, where `format` asks for one.',
}))

export interface Download<Row> {
  format: DownloadFormat
  /** The file's name without its extension: `[\w.-]+`. */
  name: string
  /** The columns of a CSV file, in order; JSON lines have what the rows have. */
  columns: readonly (keyof Row & string)[]
  /** Read piece by piece, as the client takes them: no database connection is held meanwhile. */
  pages: AsyncIterable<readonly Row[]>
}

/** Answers a file. Times are ISO 8601; in CSV, null is empty, and objects and lists are JSON. */
export function answerDownload<Row extends object>(
  ctx: Ctx,
  { format, name, columns, pages }: Download<Row>,
): void {
  ctx.attachment(`${name}.${format}`)
  ctx.set('Content-Type', `${TYPES[format]}; charset=utf-8`)
  // Koa reads on only as fast as the client does, stops when it goes away, and cuts the connection at an error.
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
 * Puts an apostrophe before a text that a spreadsheet would take for a formula, which could send the sheet elsewhere.
 * Also after blanks, and in the wide forms of East Asian keyboards; the library's own rule passes texts of several lines.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const csvLines = (lines: readonly (readonly unknown[])[]) =>
  `${Papa.unparse(lines as unknown[][], { escapeFormulae: FORMULA })}\r\n`

const cellOf = (value: unknown) =>
  value instanceof Date
    ? value.toISOString()
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : value
