import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** The last round of a chore, by any worker. */
export interface ChoreRound {
  name: string
  started_at: Date
  took_ms: number
  /** How many rows it deleted, expired, queued or rolled up. */
  rows: number
  /** The error's code or name, never its text; null: the round succeeded. */
  error: string | null
}

/**
 * Replaces the record of the chore's previous round, and adds `rows` to its total.
 * @param was the chore's old name; its record, which workers of the previous version write, is
 *   added and deleted
 */
export async function recordChore(
  db: Db,
  { name, started_at, took_ms, rows, error }: ChoreRound,
  was: string,
): Promise<void> {
  await sql(db)`
    with old as (delete from chores where name = ${was} returning total_rows)
    insert into chores as c (name, started_at, took_ms, rows, total_rows, error)
    select ${name}, ${started_at}::timestamptz, ${took_ms}::float8, ${rows}::bigint,
           ${rows}::bigint + coalesce((select total_rows from old), 0), ${error}
    on conflict (name) do update
      set started_at = excluded.started_at, took_ms = excluded.took_ms, rows = excluded.rows,
          total_rows = c.total_rows + excluded.total_rows, error = excluded.error`
}

/**
 * @returns the last round of each chore that has ever run, with the rows of all its rounds,
 *   sorted by name
 */
export function listChores(db: Db): Promise<(ChoreRound & { total_rows: number })[]> {
  return sql<ChoreRound & { total_rows: number }>(db)`
    select name, started_at, took_ms, rows::float8 as rows, total_rows::float8 as total_rows, error from chores order by name`
}
