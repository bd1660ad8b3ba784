import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

/** Stores rows with past times, for an organization that exists only as a demo. */

/** Tables whose own store functions would give rows the current time. */
type PastTable =
  | 'users'
  | 'applications'
  | 'application_secrets'
  | 'agents'
  | 'widget_configurations'
  | 'knowledge_entries'
  | 'knowledge_files'
  | 'contexts'
  | 'threads'
  | 'messages'
  | 'feedback'
  | 'usages'
  | 'jobs'
  | 'audit_events'
  | 'handoffs'
  | 'saved_answers'

/** The columns of a row, without the organization. */
export type PastRow = Readonly<Record<string, unknown>>

/**
 * Deletes the organization with all its data, and creates it again. Call it in the transaction that
 * also stores its rows: a worker that saw the organization empty would mark its past hours as
 * rolled up. This transaction writes no events.
 */
export async function replaceOrganization(
  db: Db,
  { id, name, created_at }: { id: string; name: string; created_at: Date },
): Promise<void> {
  await sql(db)`select set_config('parley.events', 'off', true)`
  await sql(db)`delete from organizations where id = ${id}`
  await sql(db)`
    insert into organizations (id, name, created_at, updated_at) values (${id}, ${name}, ${created_at}, ${created_at})`
}

/**
 * Stores rows with one statement. @param rows all with the same columns. Other columns get their
 * defaults
 */
export async function insertPast(
  db: Db,
  organizationId: string,
  table: PastTable,
  rows: readonly PastRow[],
): Promise<void> {
  const columns = Object.keys(rows[0]!).join(', ')
  await sqlText(
    db,
    `insert into ${table} (organization_id, ${columns})
     select :organizationId::uuid, ${columns} from json_populate_recordset(null::${table}, :rows::json)`,
    { organizationId, rows: JSON.stringify(rows) },
  )
}

/** Returns the id of the entry's chunk that has this sentence; undefined: it is not indexed. */
export async function findChunkWith(
  db: Db,
  organizationId: string,
  entryId: string,
  sentence: string,
): Promise<string | undefined> {
  const [chunk] = await sql<{ id: string }>(db)`
    select id from chunks
     where organization_id = ${organizationId} and entry_id = ${entryId} and position(${sentence} in text) > 0 limit 1`
  return chunk?.id
}

/** Records the uses of the knowledge that the organization's past replies cite. */
export async function savePastUses(db: Db, organizationId: string): Promise<void> {
  await sql(db)`
    insert into knowledge_uses (organization_id, entry_id, since, first_found_at, found_at, cited_at)
    select m.organization_id, e.id, min(m.created_at), min(m.created_at), max(m.created_at), max(m.created_at)
      from messages m
     cross join lateral jsonb_array_elements(m.citations) citation
      join knowledge_entries e on e.organization_id = m.organization_id and e.id = (citation->>'knowledge_id')::uuid
     where m.organization_id = ${organizationId}
     group by m.organization_id, e.id`
}
