import { readdirSync } from 'node:fs'
import knex, { type Knex } from 'knex'

/** A pool, or a transaction: store functions take either, so that a caller decides what belongs together. */
export type Db = Knex

export function makeDb(databaseUrl: string, poolSize: number): Db {
  return knex(knexConfig(databaseUrl, poolSize))
}

/** For a command: opens a small pool, and closes it when the work is done or has failed. */
export async function withDb<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = makeDb(databaseUrl, 2)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Migrations are named without their extension, so that those that ran as TypeScript are known as done when the
 * built JavaScript runs, and the other way round.
 */
export function knexConfig(databaseUrl: string, poolSize = 2): Knex.Config {
  const folder = new URL('../migrations/', import.meta.url)
  return {
    client: 'pg',
    connection: { connectionString: databaseUrl, application_name: 'parley', keepAlive: true },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 5_000,
    // What knex would print, past our log, is thrown as well.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    migrations: {
      migrationSource: {
        getMigrations: async () =>
          readdirSync(folder)
            .filter((file) => /^\d+_\w+\.[jt]s$/.test(file))
            .sort(),
        getMigrationName: (file: string) => file.replace(/\.[jt]s$/, ''),
        getMigration: (file: string) => import(new URL(file, folder).href),
      },
    },
  }
}

const silent = () => undefined

/**
 * Runs one statement and returns its rows; each `${value}` becomes a bind parameter.
 * A bare question mark outside a value would be taken for one: write jsonb operators as functions.
 */
export function sql<Row>(db: Db) {
  return async (text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.raw(text.join('?'), values as Knex.RawBinding[])
    return rows
  }
}

/** Whether a row names one that is not there: what the request named was deleted after it had been looked at. */
export const isReferenceGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'

/**
 * Whether trying again may help: PostgreSQL was away or ended the connection (class 08, 57P0x, a socket error), or gave up
 * one of two transactions that waited for each other (40P01).
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|57P0|53300|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    error.name === 'KnexTimeoutError' ||
    /Connection terminated|Client has encountered a connection error|Timeout acquiring a connection/.test(
      error.message,
    )
  )
}
