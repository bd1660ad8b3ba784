import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** An object in the object storage. It is recorded before its upload and until it is deleted. */
export interface StoredObject {
  key: string
  organization_id: string
  /** The id of the knowledge entry or attachment. */
  entry_id: string
}

export async function recordObject(
  db: Db,
  { key, organization_id, entry_id }: StoredObject,
): Promise<void> {
  await sql(db)`
    insert into stored_objects (key, organization_id, entry_id) values (${key}, ${organization_id}, ${entry_id})`
}

/** The longest time of an upload. An object that no file refers to by then is a leftover. */
const ON_ITS_WAY = '1 hour'

/**
 * Returns the keys of objects that no file refers to, because the file was never stored, or was
 * replaced or deleted, alone or with its entry or organization.
 * @param of only the objects of this entry; undefined: all
 */
export async function findLeftovers(
  db: Db,
  limit: number,
  of?: { organizationId: string; entryId: string },
): Promise<string[]> {
  const rows = await sql<{ key: string }>(db)`
    select key from stored_objects o
     where (o.was_used or o.created_at < now() - ${ON_ITS_WAY}::interval)
       and (${of === undefined} or (o.organization_id = ${of?.organizationId ?? null} and o.entry_id = ${of?.entryId ?? null}))
       and not exists (select from knowledge_files f where f.object_key = o.key and f.organization_id = o.organization_id)
       and not exists (select from attachments f where f.object_key = o.key and f.organization_id = o.organization_id)
     order by o.created_at limit ${limit}`
  return rows.map(({ key }) => key)
}

/** Removes the records of deleted objects. */
export async function forgetObjects(db: Db, keys: readonly string[]): Promise<void> {
  await sql(db)`delete from stored_objects where key = any(${keys})`
}
