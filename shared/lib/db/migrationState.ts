import { readdirSync } from 'node:fs'
import { isBeforeBaseline, runBeforeBaseline } from '../../../migrations/baseline/before.ts'
import { REPEATABLE_NAME } from '../../../migrations/repeatable/index.ts'
import type { Db } from './db.ts'
import { sql } from './statements.ts'

export { UPGRADE_FIRST } from '../../../migrations/baseline/before.ts'

export const FOLDER = new URL('../../../migrations/', import.meta.url)

/**
 * Names a migration without its extension. A migration that ran as TypeScript thus counts as done
 * for the built JavaScript, and vice versa.
 */
export const nameOf = (file: string) => file.replace(/\.[jt]s$/, '')

/**
 * Returns the files of migrations in their order, and last the name of the repeatable migration.
 */
export const files = () => [
  ...readdirSync(FOLDER)
    .filter((file) => /^\d+_\w+\.[jt]s$/.test(file))
    .sort(),
  REPEATABLE_NAME,
]

const isRepeatable = (name: string) => name.startsWith('repeatable_')

export interface MigrationState {
  applied: string[]
  /**
   * Whether only a part of the migrations before the baseline has run. This code cannot migrate
   * such a database.
   */
  isTooOld: boolean
  /**
   * Whether this code's functions were applied once, but functions of other code have replaced
   * them.
   */
  isReplaced: boolean
  /** Migrations that this code has and the database lacks. */
  pending: string[]
  /** Migrations that the database has and this code lacks: a newer version has run. */
  unknown: string[]
}

/** Compares the migrations of this code with the migrations that the database has recorded. */
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
    isTooOld: runBeforeBaseline(applied) === 'some',
    isReplaced:
      applied.includes(REPEATABLE_NAME) && applied.findLast(isRepeatable) !== REPEATABLE_NAME,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter(
      (name) => !known.includes(name) && !isRepeatable(name) && !isBeforeBaseline(name),
    ),
  }
}
