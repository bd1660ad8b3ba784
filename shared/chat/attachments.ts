import type { AttachmentType } from '../lib/attachmentTypes.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

/** The most files of one message. */
export const MAX_OF_MESSAGE = 4
/**
 * Hours during which a message may take a file that was uploaded for it. Later the file is deleted.
 */
export const HOURS_TO_SEND = 24

/** A file as messages store and show it. */
export interface AttachedFile {
  id: string
  name: string
  type: AttachmentType
  bytes: number
}

/** A file that was uploaded for a message of a thread. */
export interface Attachment {
  id: string
  organization_id: string
  thread_id: string
  /** null: no message has taken it yet. */
  message_id: string | null
  file_name: string
  media_type: AttachmentType
  size_bytes: number
  created_at: Date
}

/** An attachment with the place of its bytes: exactly one of the two is set. */
export interface StoredAttachment extends Attachment {
  bytes: Buffer | null
  object_key: string | null
  /**
   * The beginning of a PDF's text; empty: it has no readable text; null: it has not been read yet.
   */
  extract: string | null
}

export interface NewAttachment extends Pick<Attachment, 'id' | 'file_name' | 'media_type'> {
  bytes: Buffer
  /** The key in the object storage, if the bytes are there. */
  object_key?: string
}

/** The figures that decide whether a thread takes another file. */
export interface UploadRoom {
  status: string
  /** Whether its agent allows files. */
  is_allowed: boolean
  /** Files of the last 24 hours in the thread. */
  files: number
  /** Bytes of the last 24 hours in the organization. */
  bytes: number
}

/** Reads the figures. @returns undefined: the thread was deleted */
export async function readUploadRoom(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<UploadRoom | undefined> {
  const [room] = await sql<UploadRoom>(db)`
    select t.status, a.allow_attachments as is_allowed,
           (select count(*)::integer from attachments f
             where f.thread_id = t.id and f.created_at > now() - interval '24 hours') as files,
           (select coalesce(sum(size_bytes), 0)::float8 from attachments f
             where f.organization_id = t.organization_id and f.created_at > now() - interval '24 hours') as bytes
      from threads t join agents a on a.id = t.agent_id and a.organization_id = t.organization_id
     where t.organization_id = ${organizationId} and t.id = ${threadId}`
  return room
}

/**
 * Stores a file that no message has yet.
 * @throws a violation of a foreign key if the thread was deleted
 */
export async function createAttachment(
  db: Db,
  organizationId: string,
  threadId: string,
  { id, file_name, media_type, bytes, object_key }: NewAttachment,
): Promise<Attachment> {
  const [attachment] = await sql<Attachment>(db)`
    with used as (
      update stored_objects set was_used = true where organization_id = ${organizationId} and key = ${object_key ?? null}
    )
    insert into attachments (id, organization_id, thread_id, file_name, media_type, size_bytes, bytes, object_key)
    values (${id}, ${organizationId}, ${threadId}, ${file_name}, ${media_type}, ${bytes.length},
            ${object_key ? null : bytes}, ${object_key ?? null})
    returning id, organization_id, thread_id, message_id, file_name, media_type, size_bytes, created_at`
  return attachment!
}

/** Finds a file of a thread, sent or not. */
export async function findAttachment(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
): Promise<Attachment | undefined> {
  const [attachment] = await sql<Attachment>(db)`
    select id, organization_id, thread_id, message_id, file_name, media_type, size_bytes, created_at from attachments
     where organization_id = ${organizationId} and thread_id = ${threadId} and id = ${id}`
  return attachment
}

/**
 * Finds a sent file of a thread, with its content.
 * @param isInternal whether to include files of internal notes, which no customer may see
 */
export async function readSentAttachment(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
  isInternal: boolean,
): Promise<StoredAttachment | undefined> {
  const [attachment] = await sql<StoredAttachment>(db)`
    select f.* from attachments f join messages m on m.id = f.message_id and m.organization_id = f.organization_id
     where f.organization_id = ${organizationId} and f.thread_id = ${threadId} and f.id = ${id}
       and m.thread_id = f.thread_id and (${isInternal} or not m.is_internal)`
  return attachment
}

/**
 * Lists the files of a thread, without their content, oldest first.
 * @param after the last file of the previous page
 */
export async function listAttachments(
  db: Db,
  organizationId: string,
  threadId: string,
  { limit, after }: { limit: number; after?: string },
): Promise<{ rows: Attachment[]; has_more: boolean }> {
  const rows = await sql<Attachment>(db)`
    select id, organization_id, thread_id, message_id, file_name, media_type, size_bytes, created_at from attachments
     where organization_id = ${organizationId} and thread_id = ${threadId} and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
     order by id limit ${limit + 1}`
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}

/** Reads the place of a file's bytes. */
export async function findContent(
  db: Db,
  organizationId: string,
  id: string,
): Promise<Pick<StoredAttachment, 'bytes' | 'object_key' | 'extract'> | undefined> {
  const [content] = await sql<Pick<StoredAttachment, 'bytes' | 'object_key' | 'extract'>>(db)`
    select bytes, object_key, extract from attachments where organization_id = ${organizationId} and id = ${id}`
  return content
}

/** SQL for whether a message may still take the file `f`. */
const IS_FREE = `f.message_id is null and f.created_at > now() - interval '${HOURS_TO_SEND} hours'`

/**
 * SQL for those of the named files that no message has taken, in the order of their ids and in the
 * form that a message stores; null: none.
 * @param of the SQL name of a row with `attachments`, `organization_id` and `thread_id`
 */
export const freeFiles = (of: string) => `(
  select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.file_name, 'type', f.media_type, 'bytes', f.size_bytes)
                   order by array_position(${of}.attachments, f.id))
    from attachments f
   where f.id = any(${of}.attachments) and f.organization_id = ${of}.organization_id and f.thread_id = ${of}.thread_id
     and ${IS_FREE})`

/**
 * Assigns files to a message of a locked thread.
 * @returns the files in the form that the message stores, in the order of the ids. A file is
 *   missing if it was deleted, belongs to another thread, or another message has taken it
 */
export async function takeFiles(
  transaction: Db,
  { organization_id, id: threadId }: { organization_id: string; id: string },
  messageId: string,
  ids: readonly string[],
): Promise<AttachedFile[]> {
  const taken = await sql<AttachedFile>(transaction)`
    update attachments f set message_id = ${messageId}
     where f.id = any(${ids}::uuid[]) and f.organization_id = ${organization_id} and f.thread_id = ${threadId}
       and f.message_id is null and f.created_at > now() - make_interval(hours => ${HOURS_TO_SEND})
    returning id, file_name as name, media_type as type, size_bytes as bytes`
  const place = ({ id }: AttachedFile) => ids.findIndex((named) => named.toLowerCase() === id)
  return taken.sort((left, right) => place(left) - place(right))
}

/** Stores the extracted text of a PDF, so that it is read only once. */
export async function keepExtract(
  db: Db,
  organizationId: string,
  id: string,
  extract: string,
): Promise<void> {
  await sql(db)`
    update attachments set extract = ${extract} where organization_id = ${organizationId} and id = ${id}`
}

/** The most files that one statement deletes. */
const BATCH_FILES = 500

/**
 * Deletes files that no message took in time. Waits an hour longer, so that no message takes a file
 * during its deletion. @returns how many
 */
export async function deleteUnsentFiles(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from attachments where id = any(array(
      select id from attachments
       where message_id is null and created_at < now() - make_interval(hours => ${HOURS_TO_SEND + 1})
       order by created_at limit ${BATCH_FILES} for update skip locked))
    returning id`
  return rows.length
}
