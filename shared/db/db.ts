import pg from 'pg'
import { TIMES, type Times } from '../config/times.ts'
import { clientWithin, limitSession } from './connection.ts'
import { isPlanOutdated } from './failures.ts'

/** One statement, whose values are `$1`, `$2`, … A connection keeps one that has a name, and its plan. */
export interface SqlStatement {
  name?: string
  text: string
  values?: readonly unknown[]
}

export interface Result<Row> {
  rows: Row[]
  /** How many rows it returned or changed. */
  rowCount: number
}

/** A pool, or a transaction: store functions take either, so that a caller decides what belongs together. */
export interface Db {
  query<Row>(statement: SqlStatement): Promise<Result<Row>>
  /**
   * Commits what `work` has done when it ends, and rolls it back when it throws. Within a transaction it makes a savepoint.
   * @throws what `work` throws
   */
  transaction<T>(work: (transaction: Db) => Promise<T>): Promise<T>
}

export interface Pool extends Db {
  /** How many of the pool's connections are used and idle, and how many callers wait for one. */
  use(): { used: number; idle: number; waiting: number }
  /** Closes the connections as they become free. */
  destroy(): Promise<void>
}

/** How long a connection may be idle before the pool closes it. */
const IDLE_MS = 30_000

/**
 * Opens a pool: connections are made when they are needed.
 * @param seconds the most that a statement may take; then PostgreSQL ends it, and when it is silent even so, the connection
 * is broken. Without, a statement takes as long as it takes: for commands.
 * @param keepsPlans whether the connections keep the statements that have a name: not behind a pooler that hands them to
 * other clients after each transaction
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
    ...(milliseconds && { Client: clientWithin(milliseconds + silenceMs, connectMs) }),
    onConnect: limitSession({ statement_timeout: milliseconds }),
  })
  let closing: Promise<void> | undefined
  // A connection that breaks fails its statement, if it has one, and leaves the pool: without listeners it would end the process.
  pool.on('connect', (client) => client.on('error', ignore)).on('error', ignore)
  return {
    async query<Row>(statement: SqlStatement) {
      const client = await pool.connect()
      let isOutdated = false
      try {
        return await send<Row>(client, statement, keepsPlans)
      } catch (error) {
        isOutdated = isPlanOutdated(error)
        if (!isOutdated) throw error
        // A migration has changed the statement's result. Nothing was executed; the next connection prepares it again.
        return await send<Row>(client, statement, false)
      } finally {
        client.release(isOutdated || !isIdle(client))
      }
    },
    async transaction(work) {
      const client = await pool.connect()
      try {
        return await between(client, ['begin', 'commit', 'rollback'], () =>
          work(transactionOf(client, keepsPlans, 1)),
        )
      } finally {
        client.release(!isIdle(client))
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
    // PostgreSQL answers so when a statement has failed whose error `work` swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed, and was rolled back.')
    return result
  } catch (error) {
    await client.query(rollback).catch(ignore)
    throw error
  }
}

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
