import knex, { type Knex } from 'knex'
import { makeDb, type Pool } from '../../../shared/db/db.ts'
import { knexConfig } from '../../../shared/db/migrations.ts'

/** What store functions take, and knex beside it, with which a test looks at tables. */
export type TestDb = Pool &
  Knex['table'] &
  Pick<Knex, 'raw' | 'fn' | 'migrate' | 'withSchema' | 'batchInsert'> & {
    /** A transaction of knex's. */
    knexTransaction: Knex['transaction']
  }

/** Takes what `makeDb` takes. Knex has connections of its own. */
export function makeTestDb(...options: Parameters<typeof makeDb>): TestDb {
  const pool = makeDb(...options)
  const tables = knex(knexConfig(options[0]))
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
