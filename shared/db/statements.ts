import { createHash } from 'node:crypto'
import type { Db, SqlStatement } from './db.ts'

/** Runs one statement and returns its rows; each `${value}` becomes a bind parameter. */
export function sql<Row>(db: Db) {
  return async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>({ text: positional(parts), values })).rows
}

/** The same for a text that is put together, with values as `:name`. */
export async function sqlText<Row>(db: Db, text: string, values: NamedValues = {}): Promise<Row[]> {
  return (await db.query<Row>(withValues(numbered(text), values))).rows
}

/**
 * Runs a statement that every message runs. A connection parses it once and plans it a few times. The text must be
 * made of constants only: what differs from call to call is a value.
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

/** The same for a text that is put together, with values as `:name`. It keeps every text, so there must be few. */
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

const positional = (parts: TemplateStringsArray) => parts.reduce((text, part, at) => `${text}$${at}${part}`)

/** `:name` to `$1`; a cast has two colons. */
function numbered(text: string) {
  const names: string[] = []
  const positional = text.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, name: string) => {
    const at = names.indexOf(name)
    return `$${at < 0 ? names.push(name) : at + 1}`
  })
  return { text: positional, names }
}

const withValues = <Text extends { names: string[] }>({ names, ...text }: Text, values: NamedValues) => ({
  ...text,
  values: names.map((name) => values[name]),
})

const named = (text: string): PreparedStatement => ({
  name: `parley_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  text,
})
