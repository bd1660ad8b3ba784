import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'

export type Value = string | number | boolean | null | Date | object

/** Characters that are sent at once. */
const PIECE = 64 * 1024

/**
 * Stores rows by COPY. Defaults, checks, foreign keys and indexes apply as to any other row.
 * @param columns the columns of a row, in its order
 */
export async function copyInto(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(pieces(rows), { objectMode: false }), stream)
}

function* pieces(rows: Iterable<readonly Value[]>): Generator<Buffer> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(written).join('\t')}\n`
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece) yield Buffer.from(piece)
}

function written(value: Value): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign]!) : text
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
