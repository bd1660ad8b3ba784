import type { Db } from './db.ts'
import { prepared, sql } from './statements.ts'

/** Fails when the database is away, can only be read, or its schema is not there. Reads no row, and locks none. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql(db)`select from organizations where false for key share`
}

/** Whether the ping failed because the database, or the session, can only be read: a standby, or a primary that has been replaced. */
export const isReadOnly = (error: unknown) => (error as { code?: string }).code === READ_ONLY
const READ_ONLY = '25006'

/** Whether the ping failed because the release step has not run. */
export const isUndefinedTable = (error: unknown) => (error as { code?: string }).code === UNDEFINED_TABLE
const UNDEFINED_TABLE = '42P01'

/** Notifies the listeners of a channel. A hint, which waits for no disk. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await prepared(db)`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, ${payload})`
}
