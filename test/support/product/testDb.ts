import knex, { type Knex } from 'knex'
import { makeDb, type Pool } from '../../../shared/lib/db/db.ts'
import { knexConfig } from '../../../shared/lib/db/migrations.ts'

/** The parameter of store functions, with knex beside it, by which a test reads tables. */
export type TestDb = Pool &
  Knex['table'] &
  Pick<Knex, 'raw' | 'fn' | 'migrate' | 'withSchema' | 'batchInsert'> & {
    /** A transaction of knex's. */
    knexTransaction: Knex['transaction']
  }

/** Takes what `makeDb` takes. */
export const makeTestDb = (...options: Parameters<typeof makeDb>): TestDb =>
  withKnex(options[0], makeDb(...options))

/**
 * @param pool to the database of the URL. Knex has connections of its own. `destroy` closes both.
 */
export function withKnex(databaseUrl: string, pool: Pool): TestDb {
  const tables = knex(knexConfig(databaseUrl))
  return Object.assign((table: string) => tables(table), pool, {
    raw: tables.raw.bind(tables),
    fn: tables.fn,
    migrate: tables.migrate,
    withSchema: tables.withSchema.bind(tables),
    batchInsert: tables.batchInsert.bind(tables),
    knexTransaction: tables.transaction.bind(tables),
    destroy: async () => {
      await Promise.all([pool.destroy(), tables.destroy()])
    },
  }) as TestDb
}
