import type { Db } from './db.ts'
import { prepared, sql } from './statements.ts'

/**
 * Checks that the database can be reached and written to, and has Parley's tables. Reads and locks
 * no row.
 * @throws pg's error: see `isTransient`, `isReadOnly` and `isUndefinedTable`
 */
export async function pingDatabase(db: Db): Promise<void> {
  await sql(db)`select from organizations where false for key share`
}

/**
 * Notifies the listeners of a channel. Does not wait for the disk, because a notification is only a
 * hint.
 */
export async function notify(db: Db, channel: string, ...payloads: string[]): Promise<void> {
  await prepared(db)`
    select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, payload)
      from unnest(${payloads}::text[]) as payload`
}
