import { type Db, sql } from '../db.ts'
import type { FileType } from '../fileTypes.ts'
import { type Acceptance, createEntry, type EntryFields, fileRecords, waiting } from './knowledge.ts'

/** A file as it was uploaded. */
export interface FileContent {
  /** Without a path. */
  file_name: string
  file_type: FileType
  bytes: Buffer
}

/** Stores an entry, with content or as metadata only, to be indexed. @returns its id */
export async function createFile(
  db: Db,
  organizationId: string,
  fields: EntryFields,
  acceptance: Acceptance,
  content?: FileContent,
): Promise<string> {
  return db.transaction(async (transaction) => {
    const id = await createEntry(transaction, organizationId, 'file', fields, acceptance)
    if (content) await fillFile(transaction, organizationId, id, {}, acceptance, content)
    return id
  })
}

/**
 * Gives an entry that is there this content, in place of what it had, and has it indexed.
 * @throws AppError not_found, also for entries of other kinds
 */
export async function fillFile(
  db: Db,
  organizationId: string,
  id: string,
  changes: EntryFields,
  acceptance: Acceptance,
  { bytes, ...content }: FileContent,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const filled = { ...changes, ...content, size_bytes: bytes.length }
    const state = await waiting(transaction, organizationId, acceptance)
    await fileRecords.change(transaction, organizationId, id, { ...filled, ...state })
    await sql(transaction)`
      insert into knowledge_files (entry_id, organization_id, bytes) values (${id}, ${organizationId}, ${bytes})
      on conflict (entry_id) do update set bytes = excluded.bytes`
  })
}

/** @returns undefined for an entry that is metadata only */
export async function readFileBytes(
  db: Db,
  organizationId: string,
  entryId: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }>(db)`
    select bytes from knowledge_files where organization_id = ${organizationId} and entry_id = ${entryId}`
  return row?.bytes
}
