import { readdirSync } from 'node:fs'
import type { Db } from './db.ts'
import { sql } from './statements.ts'

export const FOLDER = new URL('../../../migrations/', import.meta.url)

/**
 * Names a migration without its extension. A migration that ran as TypeScript thus counts as done
 * for the built JavaScript, and vice versa.
 */
export const nameOf = (file: string) => file.replace(/\.[jt]s$/, '')

export const files = () =>
  readdirSync(FOLDER)
    .filter((file) => /^\d+_\w+\.[jt]s$/.test(file))
    .sort()

export interface MigrationState {
  applied: string[]
  /** Migrations that this code has and the database lacks. */
  pending: string[]
  /** Migrations that the database has and this code lacks: a newer version has run. */
  unknown: string[]
}

/** Compares the migrations of this code with those that the database has recorded. */
export async function readState(db: Db): Promise<MigrationState> {
  const known = files().map(nameOf)
  const [found] = await sql<{ there: boolean }>(
    db,
  )`select to_regclass('knex_migrations') is not null as there`
  const rows = found!.there
    ? await sql<{ name: string }>(db)`select name from knex_migrations order by id`
    : []
  const applied = rows.map(({ name }) => name)
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  }
}
