import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { keyNameOf, type Sealer } from '../lib/sealing.ts'

/** A column of sealed values, in a table whose rows have `id` and `organization_id`. */
interface SealedColumn {
  table: string
  column: string
}

/** Every column of sealed values. A test ensures that no column `sealed_…` is missing. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'authenticators', column: 'sealed_secret' },
  { table: 'connections', column: 'sealed_key' },
  { table: 'contacts', column: 'sealed_email' },
  { table: 'identity_secrets', column: 'sealed_secret' },
  { table: 'mcp_servers', column: 'sealed_auth' },
  { table: 'single_sign_ons', column: 'sealed_client_secret' },
  { table: 'tools', column: 'sealed_auth' },
  { table: 'tools', column: 'sealed_secret' },
  { table: 'webhook_endpoints', column: 'sealed_previous_secret' },
  { table: 'webhook_endpoints', column: 'sealed_secret' },
]

interface SealedRow {
  id: string
  organization_id: string | null
  sealed: string
}

/** SQL for the name of the key that sealed a column's value. */
const keyOf = (column: string) => `split_part(${column}, '.', 2)`

/**
 * Opens one value of each key that sealed rows.
 * @returns a sentence for each key that SECRET_KEYS lacks, with its name
 */
export async function findMissingKeys(db: Db, sealer: Sealer): Promise<string[]> {
  const problems = new Map<string, string>()
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await sqlText<SealedRow>(
      db,
      `select distinct on (${keyOf(column)}) id, organization_id, ${column} as sealed
         from ${table} where ${column} is not null order by ${keyOf(column)}`,
    )
    for (const { id, organization_id, sealed } of rows)
      try {
        sealer.open(sealed, { organization_id, table, row: id })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.set(keyNameOf(sealed), error.message)
      }
  }
  return [...problems.values()]
}

/** Counts the sealed values by the name of their key. */
export async function countByKey(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of SEALED_COLUMNS) {
    const rows = await sqlText<{ key: string; count: number }>(
      db,
      `select ${keyOf(column)} as key, count(*)::int as count from ${table} where ${column} is not null group by 1`,
    )
    for (const { key, count } of rows) counts[key] = (counts[key] ?? 0) + count
  }
  return counts
}

/** The most rows that are read and sealed at a time. */
const BATCH = 200

/**
 * Seals values again that were sealed by any key but the first, so that the other keys can be
 * removed. Skips values that no key opens, and values that change while it runs.
 * @param stop once it is aborted, no further batch begins
 * @returns how many values were sealed again
 */
export async function resealSecrets(db: Db, sealer: Sealer, stop: AbortSignal): Promise<number> {
  let resealed = 0
  if (!sealer.current) return resealed
  for (const sealedColumn of SEALED_COLUMNS) {
    const { table, column } = sealedColumn
    let after = ''
    while (!stop.aborted) {
      const rows = await sqlText<SealedRow>(
        db,
        `select id, organization_id, ${column} as sealed from ${table}
          where ${keyOf(column)} <> :current and id::text > :after order by id::text limit ${BATCH}`,
        { after, current: sealer.current },
      )
      for (const row of rows) resealed += await resealRow(db, sealer, sealedColumn, row)
      if (rows.length < BATCH) break
      after = rows.at(-1)!.id
    }
  }
  return resealed
}

/**
 * Seals the value of a row again.
 * @returns how many rows were changed: 0 or 1
 */
async function resealRow(
  db: Db,
  sealer: Sealer,
  { table, column }: SealedColumn,
  { id, organization_id, sealed }: SealedRow,
): Promise<number> {
  const place = { organization_id, table, row: id }
  let anew: string
  try {
    anew = sealer.seal(sealer.open(sealed, place), place)
  } catch (error) {
    // The start of every process and the doctor name the missing key.
    if (error instanceof AppError) return 0
    throw error
  }
  const rows = await sqlText(
    db,
    `update ${table} set ${column} = :anew
      where id = :id and organization_id is not distinct from :organization_id and ${column} = :sealed
     returning id`,
    { id, organization_id, sealed, anew },
  )
  return rows.length
}
