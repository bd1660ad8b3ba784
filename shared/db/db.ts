import { readdirSync } from 'node:fs'
import knex, { type Knex } from 'knex'
import { TIMES, type Times } from '../config/times.ts'
import { type Client, clientWithin } from './connection.ts'

/** A pool, or a transaction: store functions take either, so that a caller decides what belongs together. */
export type Db = Knex

/**
 * @param seconds the most that a statement may take; then PostgreSQL ends it, and when it is silent even so, the connection
 * is broken. Without, a statement takes as long as it takes: for commands.
 * @param prepare whether the connections keep the statements of `prepared.ts`
 */
export function makeDb(
  databaseUrl: string,
  poolSize: number,
  seconds?: number,
  prepare = true,
  { connectMs, silenceMs }: Times = TIMES,
): Db {
  const config = knexConfig(databaseUrl, poolSize, connectMs)
  const milliseconds = (seconds ?? 0) * 1000
  const db = knex({
    ...config,
    pool: { ...config.pool, afterCreate: sets({ statement_timeout: milliseconds }) },
  })
  if (!milliseconds) return db
  // knex has no setting for it.
  db.client.driver = { Client: clientWithin(milliseconds + silenceMs, connectMs) }
  db.userParams = { prepares: prepare }
  return db
}

/**
 * Sets limits of a session, unless it is a pooler's: that would hand them on to other clients, so there the role has them
 * (docs/scaling.md). A pooler sends a process id of its own.
 */
const sets = (settings: Record<string, number>) => (client: Client, done: (error: Error | null) => void) =>
  client.query(
    `select ${Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)}
        where pg_backend_pid() = ${client.processID ?? 0}`,
    done,
  )

/** Opens a small pool for a command or chore, and closes it when the work is done or has failed. */
export async function withDb<T>(
  databaseUrl: string,
  work: (db: Db) => Promise<T>,
  seconds?: number,
): Promise<T> {
  const db = makeDb(databaseUrl, 2, seconds)
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
export function knexConfig(databaseUrl: string, poolSize = 2, connectMs = TIMES.connectMs): Knex.Config {
  const folder = new URL('../../migrations/', import.meta.url)
  return {
    client: 'pg',
    connection: {
      connectionString: databaseUrl,
      application_name: 'parley',
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: connectMs,
    // knex would print past our log; it throws the same errors.
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

/** Opens the pool of the release step. @param lockMs milliseconds that a statement waits for a table that others use */
export function makeReleaseDb(databaseUrl: string, lockMs: number): Db {
  const config = knexConfig(databaseUrl, 3)
  const afterCreate = sets({ statement_timeout: 0, lock_timeout: lockMs })
  return knex({ ...config, pool: { ...config.pool, afterCreate } })
}

const silent = () => undefined

/** How many of the pool's connections are used and idle, and how many statements wait for one. */
export function poolUse(db: Db): { used: number; idle: number; waiting: number } {
  const { pool } = db.client
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }
}

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
 * Whether a retry may help: PostgreSQL was away, silent, or ended the connection (class 08, 57P0x, a socket error),
 * ended a statement that took too long (57014), gave up one of two transactions that waited for each other (40P01), has no room on
 * its disk (53100), trouble with its machine (class 58), or is no longer the one that is written to (25006).
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|57P0|57014|58|53100|53300|25006|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
      code,
    ) ||
    error.name === 'KnexTimeoutError' ||
    /Connection terminated|is not queryable|Timeout acquiring a connection|^timeout expired$/.test(
      error.message,
    )
  )
}
