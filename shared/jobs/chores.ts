import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** The last round of a chore, by any worker. */
export interface ChoreRound {
  name: string
  started_at: Date
  took_ms: number
  /** How many rows the round deleted, expired, queued or rolled up. */
  rows: number
  /** The error's code or name, never its text; null: the round succeeded. */
  error: string | null
}

/** Replaces the record of the chore's previous round, and adds `rows` to its total. */
export async function recordChore(
  db: Db,
  { name, started_at, took_ms, rows, error }: ChoreRound,
): Promise<void> {
  await sql(db)`
    insert into chores as c (name, started_at, took_ms, rows, total_rows, error)
    values (${name}, ${started_at}, ${took_ms}, ${rows}, ${rows}, ${error})
    on conflict (name) do update
      set started_at = excluded.started_at, took_ms = excluded.took_ms, rows = excluded.rows,
          total_rows = c.total_rows + excluded.total_rows, error = excluded.error`
}

/**
 * Lists the chores.
 * @returns the last round of each chore that has ever run, with the rows of all its rounds, sorted
 *   by name
 */
export function listChores(db: Db): Promise<(ChoreRound & { total_rows: number })[]> {
  return sql<ChoreRound & { total_rows: number }>(db)`
    select name, started_at, took_ms, rows::float8 as rows, total_rows::float8 as total_rows, error from chores order by name`
}
