import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** The record of changed chunks, which triggers write (decision 102). */

/** The ids of the chunks that a later version of the knowledge has gained and lost. */
export interface ChangedChunks {
  /** Some of them may have been deleted since. */
  added: string[]
  gone: string[]
}

/** Changes that are older are no longer recorded: workers then read the knowledge anew. */
const KEPT = '1 hour'
/** The most records that a statement deletes. */
const BATCH = 10_000

/**
 * Reads what changed between two versions of an organization's knowledge.
 * @param most the most chunks that are read
 * @returns null: more changed, something other than chunks changed, or the record does not reach
 *   from one version to the other. It never does if a standby without the last changes has become
 *   the primary since, because only versions that were kept have a record
 */
export async function readChangedChunks(
  db: Db,
  organizationId: string,
  { from, to }: { from: string; to: string },
  most: number,
): Promise<ChangedChunks | null> {
  const [read] = await sql<ChangedChunks & { is_known: boolean; is_anew: boolean }>(db)`
    with changes as materialized (
      select * from knowledge_changes
       where organization_id = ${organizationId} and version between ${from}::bigint and ${to}::bigint
    ), later as materialized (
      select * from changes where version > ${from}::bigint
    )
    select exists (select from changes where version = ${from}::bigint)
             and exists (select from later where version = ${to}::bigint) as is_known,
           exists (select from later where is_anew) as is_anew,
           array(select unnest(added)::text from later limit ${most + 1}::int) as added,
           array(select unnest(gone)::text from later limit ${most + 1}::int) as gone`
  const { is_known, is_anew, added, gone } = read!
  return is_known && !is_anew && added.length + gone.length <= most ? { added, gone } : null
}

/**
 * Deletes records whose time has passed, and all of the versions before theirs: of the versions
 * that are left, none lacks a record.
 * @returns how many
 */
export async function deleteOldChanges(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from knowledge_changes where ctid = any(array(
      select c.ctid
        from (select organization_id, max(version) as version from knowledge_changes
               where changed_at < now() - ${KEPT}::interval group by organization_id) old
        join knowledge_changes c on c.organization_id = old.organization_id and c.version <= old.version
       order by c.version limit ${BATCH}))
    returning 1`
  return rows.length
}
