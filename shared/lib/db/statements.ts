import { createHash } from 'node:crypto'
import type { Db, SqlStatement } from './db.ts'

/** Runs a statement and returns its rows. Each `${value}` becomes a bind parameter. */
export function sql<Row>(db: Db) {
  return async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>({ text: positional(parts), values })).rows
}

/** Runs a statement whose text is composed, with values as `:name`, and returns its rows. */
export async function sqlText<Row>(db: Db, text: string, values: NamedValues = {}): Promise<Row[]> {
  return (await db.query<Row>(withValues(numbered(text), values))).rows
}

/**
 * Runs a prepared statement and returns its rows: for statements of each message, and statements
 * that a worker repeats all day. A connection parses it once and plans it a few times. Each
 * `${value}` becomes a bind parameter.
 */
export function prepared<Row>(db: Db) {
  return async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    let statement = ofTemplate.get(parts)
    if (!statement) {
      statement = named(positional(parts))
      ofTemplate.set(parts, statement)
    }
    return (await db.query<Row>({ ...statement, values })).rows
  }
}
const ofTemplate = new WeakMap<TemplateStringsArray, PreparedStatement>()

/**
 * Runs a prepared statement whose text is composed, with values as `:name`. This process and each
 * connection keep every distinct text, so compose it of constants only.
 */
export async function preparedText<Row>(db: Db, text: string, values: NamedValues): Promise<Row[]> {
  let made = ofText.get(text)
  if (!made) {
    const { text: positional, names } = numbered(text)
    made = { ...named(positional), names }
    ofText.set(text, made)
  }
  return (await db.query<Row>(withValues(made, values))).rows
}
const ofText = new Map<string, PreparedStatement & { names: string[] }>()

type NamedValues = Readonly<Record<string, unknown>>
type PreparedStatement = Required<Pick<SqlStatement, 'name' | 'text'>>

const positional = (parts: TemplateStringsArray) =>
  parts.reduce((text, part, at) => `${text}$${at}${part}`)

/** Replaces each `:name` by `$1`, `$2`, … Casts have two colons and stay. */
function numbered(text: string) {
  const names: string[] = []
  const positional = text.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, name: string) => {
    const at = names.indexOf(name)
    return `$${at < 0 ? names.push(name) : at + 1}`
  })
  return { text: positional, names }
}

const withValues = <Text extends { names: string[] }>(
  { names, ...text }: Text,
  values: NamedValues,
) => ({
  ...text,
  values: names.map((name) => values[name]),
})

const named = (text: string): PreparedStatement => ({
  name: `parley_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  text,
})
