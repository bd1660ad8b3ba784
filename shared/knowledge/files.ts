import { v7 as uuid } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { FileType } from '../lib/fileTypes.ts'
import type { Acceptance } from './indexJobs.ts'
import { assertCapacity, enqueueEntries, pending } from './indexJobs.ts'
import { createEntry, type EntryFields, fileRecords } from './knowledge.ts'

/** An uploaded file. */
export interface FileContent {
  /** The file's name, without a path. */
  file_name: string
  file_type: FileType
  bytes: Buffer
  /** The key in the object storage, if the bytes are there. */
  object_key?: string
}

/** The place of a file's bytes: exactly one of the two is set. */
export interface StoredFile {
  bytes: Buffer | null
  object_key: string | null
}

/**
 * Stores an entry, with content or as metadata only, and queues it for indexing.
 * @returns its id
 */
export async function createFile(
  db: Db,
  organizationId: string,
  fields: EntryFields,
  acceptance: Acceptance,
  content?: FileContent,
  id = uuid(),
): Promise<string> {
  return db.transaction(async (transaction) => {
    await createEntry(transaction, organizationId, 'file', fields, acceptance, id)
    if (content) await fillFile(transaction, organizationId, id, {}, acceptance, content)
    return id
  })
}

/**
 * Replaces the content of an existing entry, and queues it for indexing.
 * @throws AppError queue_full; not_found, also for entries of other kinds
 */
export async function fillFile(
  db: Db,
  organizationId: string,
  id: string,
  changes: EntryFields,
  acceptance: Acceptance,
  { bytes, object_key, ...content }: FileContent,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const filled = { ...changes, ...content, size_bytes: bytes.length }
    await assertCapacity(transaction, organizationId, acceptance)
    await fileRecords.change(transaction, organizationId, id, {
      ...filled,
      ...pending(acceptance),
    })
    await enqueueEntries(transaction, organizationId, [id], acceptance)
    await sql(transaction)`
      insert into knowledge_files (entry_id, organization_id, bytes, object_key)
      values (${id}, ${organizationId}, ${object_key ? null : bytes}, ${object_key ?? null})
      on conflict (entry_id) do update set bytes = excluded.bytes, object_key = excluded.object_key`
    if (object_key)
      await sql(transaction)`
        update stored_objects set was_used = true where organization_id = ${organizationId} and key = ${object_key}`
  })
}

/** Reads the place of a file's bytes. @returns undefined for an entry that is metadata only */
export async function findFile(
  db: Db,
  organizationId: string,
  entryId: string,
): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>(db)`
    select bytes, object_key from knowledge_files
     where organization_id = ${organizationId} and entry_id = ${entryId}`
  return row
}
