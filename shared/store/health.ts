import { type Db, sql } from '../db.ts'

/** Fails when the database is away or its schema is not there. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql(db)`select 1 from organizations limit 1`
}

/** Wakes whoever listens on the channel. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql(db)`select pg_notify(${channel}, ${payload})`
}
