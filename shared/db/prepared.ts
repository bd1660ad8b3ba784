import { createHash } from 'node:crypto'
import type { Client } from './connection.ts'
import type { Db } from './db.ts'

/**
 * A statement that every message runs. A connection parses it once and plans it a few times. It bypasses knex, whose overhead
 * is most of the cost of a short statement.
 */
interface PreparedStatement {
  name: string
  text: string
}

/** Runs one statement and returns its rows; each `${value}` becomes a bind parameter. Made of constants only: what differs from call to call is a value. */
export function prepared<Row>(db: Db) {
  return (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    let statement = ofTemplate.get(parts)
    if (!statement) {
      statement = named(parts.reduce((text, part, at) => `${text}$${at}${part}`))
      ofTemplate.set(parts, statement)
    }
    return run(db, statement, values)
  }
}
const ofTemplate = new WeakMap<TemplateStringsArray, PreparedStatement>()

/**
 * The same for a text that is put together, with values as `:name`. As many texts are kept as there are, so there must be
 * few: what differs from call to call is a value.
 */
export async function preparedText<Row>(
  db: Db,
  text: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  let made = ofText.get(text)
  if (!made) {
    made = numbered(text)
    ofText.set(text, made)
  }
  return run(
    db,
    made.statement,
    made.names.map((name) => values[name]),
  )
}
const ofText = new Map<string, ReturnType<typeof numbered>>()

/** `:name` to `$1`; a cast has two colons. */
function numbered(text: string) {
  const names: string[] = []
  const positional = text.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, name: string) => {
    const at = names.indexOf(name)
    return `$${at < 0 ? names.push(name) : at + 1}`
  })
  return { statement: named(positional), names }
}

function named(text: string): PreparedStatement {
  return { name: `parley_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text }
}

/** What is not to be prepared has no name: behind a pooler that hands connections on after each transaction, for one. */
async function run<Row>(db: Db, { name, text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
  const { prepares } = db.userParams as { prepares?: boolean }
  const query = prepares ? { name, text, values } : { text, values }
  const connection: Disposable = await db.client.acquireConnection()
  try {
    return (await connection.query(query)).rows as Row[]
  } catch (error) {
    if (!isOutdated(error) || db.isTransaction) throw error
    // A migration has changed the statement's result. Nothing was executed; the next connection prepares it again.
    connection.__knex__disposed = error
    return (await connection.query({ text, values })).rows as Row[]
  } finally {
    await db.client.releaseConnection(connection)
  }
}

/** knex's pool hands on no connection that has this. */
type Disposable = Client & { __knex__disposed?: unknown }

const isOutdated = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
