import pg from 'pg'
import { TIMES, type Times } from '../config/times.ts'
import { clientWithin, limitSession } from './connection.ts'
import { isPlanOutdated, isReadOnly } from './failures.ts'

/**
 * One statement with its values for `$1`, `$2`, … A connection keeps a named statement and its
 * plan.
 */
export interface SqlStatement {
  name?: string
  text: string
  values?: readonly unknown[]
}

export interface Result<Row> {
  rows: Row[]
  /** How many rows the statement returned or changed. */
  rowCount: number
}

/**
 * A pool or a transaction. Store functions take either, so callers decide what a transaction
 * includes.
 */
export interface Db {
  query<Row>(statement: SqlStatement): Promise<Result<Row>>
  /**
   * Runs `work` in a transaction, or in a savepoint if this is a transaction already. Commits when
   * `work` resolves, and rolls back when it throws.
   * @throws what `work` throws; an Error if `work` caught the error of a statement, because
   *   PostgreSQL then rolls back
   */
  transaction<T>(work: (transaction: Db) => Promise<T>): Promise<T>
}

export interface Pool extends Db {
  /** Counts the pool's used and idle connections, and the callers that wait for a connection. */
  use(): { used: number; idle: number; waiting: number }
  /** Closes the connections as they become free. */
  destroy(): Promise<void>
}

/** Milliseconds that a connection may be idle before the pool closes it. */
const IDLE_MS = 30_000

/**
 * Opens a pool, which connects when a connection is first needed.
 * @param poolSize the most connections
 * @param seconds how long a statement may take before PostgreSQL ends it; if PostgreSQL stays
 *   silent for `silenceMs` more, the connection is broken. 0: no limit, for commands
 * @param keepsPlans whether connections keep named statements prepared. false behind a pooler in
 *   transaction mode that does not support prepared statements
 */
export function makeDb(
  databaseUrl: string,
  poolSize: number,
  seconds = 0,
  keepsPlans = true,
  { connectMs, silenceMs }: Times = TIMES,
): Pool {
  const milliseconds = seconds * 1000
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'parley',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: IDLE_MS,
    max: poolSize,
    // Idle connections do not keep a process running.
    allowExitOnIdle: true,
    ...(milliseconds && { Client: clientWithin(milliseconds + silenceMs, connectMs) }),
    // PostgreSQL would compile (`jit`) statements that it expects to take long, for up to 3 s of
    // processor time.
    onConnect: limitSession({ statement_timeout: milliseconds, jit: 'off' }),
  })
  let closing: Promise<void> | undefined
  // A broken connection fails its running statement and leaves the pool. Without listeners, its
  // error would end the process.
  pool.on('connect', (client) => client.on('error', ignore)).on('error', ignore)
  return {
    async query<Row>(statement: SqlStatement) {
      const client = await pool.connect()
      let isUnusable = false
      try {
        return await send<Row>(client, statement, keepsPlans)
      } catch (error) {
        isUnusable = isPlanOutdated(error) || isReadOnly(error)
        if (!isPlanOutdated(error)) throw error
        // A migration has changed the columns of the result. PostgreSQL has executed nothing, so
        // the statement is sent again, unprepared. The connection is then closed, because its
        // prepared statement stays outdated.
        return await send<Row>(client, statement, false)
      } finally {
        client.release(isUnusable || !isIdle(client))
      }
    },
    async transaction(work) {
      const client = await pool.connect()
      let isUnusable = false
      try {
        return await between(client, ['begin', 'commit', 'rollback'], () =>
          work(transactionOf(client, keepsPlans, 1)),
        )
      } catch (error) {
        isUnusable = isReadOnly(error)
        throw error
      } finally {
        client.release(isUnusable || !isIdle(client))
      }
    },
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    destroy: () => (closing ??= pool.end()),
  }
}

const ignore = () => undefined

const isIdle = (client: pg.ClientBase) => client.getTransactionStatus() === 'I'

async function send<Row>(
  client: pg.ClientBase,
  { name, text, values }: SqlStatement,
  keepsPlans: boolean,
): Promise<Result<Row>> {
  const { rows, rowCount } = await client.query({
    ...(keepsPlans && name && { name }),
    text,
    values: values as unknown[],
  })
  return { rows, rowCount: rowCount ?? 0 }
}

function transactionOf(client: pg.ClientBase, keepsPlans: boolean, depth: number): Db {
  return {
    query: (statement) => send(client, statement, keepsPlans),
    transaction(work) {
      const name = `nested_${depth}`
      const steps = [
        `savepoint ${name}`,
        `release savepoint ${name}`,
        `rollback to savepoint ${name}`,
      ] as const
      return between(client, steps, () => work(transactionOf(client, keepsPlans, depth + 1)))
    },
  }
}

async function between<T>(
  client: pg.ClientBase,
  [begin, commit, rollback]: readonly [string, string, string],
  work: () => Promise<T>,
): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    const { command } = await client.query(commit)
    // PostgreSQL answers `commit` with ROLLBACK if a statement has failed and `work` has caught the
    // error.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed, and was rolled back.')
    return result
  } catch (error) {
    await client.query(rollback).catch(ignore)
    throw error
  }
}

/**
 * Opens a pool of two connections for a command or a chore, and closes it when `work` has ended.
 * @param seconds as in `makeDb`
 * @throws what `work` throws
 */
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
