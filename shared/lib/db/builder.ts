import knex, { type Knex } from 'knex'
import type { Db, Result } from './db.ts'

/**
 * knex's query builder. It has no connection: `run` sends its statements to a pool or a
 * transaction.
 */
export const builder = knex({ client: 'pg' })

export type Query = Knex.QueryBuilder

/** Runs a statement that was made with the builder. */
export function run<Row>(db: Db, query: Query): Promise<Result<Row>> {
  const { sql: text, bindings: values } = query.toSQL().toNative()
  return db.query<Row>({ text, values })
}
