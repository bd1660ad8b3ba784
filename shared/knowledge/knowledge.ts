import { v7 as uuid } from 'uuid'
import { builder, run } from '../lib/db/builder.ts'
import { type Check, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { JobError } from '../lib/errors.ts'
import type { FileType } from '../lib/fileTypes.ts'
import { deleteChunks } from './chunks.ts'
import { forgetContradictions } from './contradictions.ts'
import type { EntryKind } from './entryKind.ts'
import { type Acceptance, assertCapacity, enqueueEntries, pending } from './indexJobs.ts'
import type { Progress } from './progress.ts'
import type { PageState } from './sources.ts'

export interface KnowledgeEntry {
  id: string
  kind: EntryKind
  /** The agents that the entry serves; null: every agent of the organization. */
  agent_ids: string[] | null
  /** The title of a file or a page; null: the client gave none. */
  title: string | null
  url: string | null
  /** The title in the fetched page or in the file. */
  page_title: string | null
  /** The canonical address that the page names, on its own site. */
  canonical_url: string | null
  /**
   * Which pages a URL stands for: its own page, the pages of its sitemap, or the pages that its
   * links lead to.
   */
  crawl: 'page' | 'sitemap' | 'site'
  max_pages: number
  /** Hours after which its page is fetched again; null: never. */
  refresh_hours: number | null
  /**
   * Whether it was queued only because `refresh_hours` had passed. Its chunks then stay if the page
   * has not changed.
   */
  is_recheck: boolean
  checked_at: Date | null
  pages: PageState['pages']
  etag: string | null
  last_modified: string | null
  question: string | null
  answer: string | null
  tags: string[]
  source: string | null
  file_type: FileType | null
  summary: string | null
  /** The name and size of a file's content. */
  file_name: string | null
  size_bytes: number | null
  status: 'pending' | 'processing' | 'ready' | 'failed'
  /** Progress of the current or last attempt. */
  progress: Progress | null
  error: JobError | null
  /** How the text of a PDF or picture was read; null: not yet, or it is no such file. */
  read_by: 'text' | 'ocr' | 'text_and_ocr' | null
  /** How sure text recognition is, from 0 to 1; null: no text was recognized. */
  confidence: number | null
  /** What could not be read of its text, in sentences; none: all was read. */
  warnings: string[]
  chunk_count: number
  indexed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The fields that clients set. Each kind has a part of them. */
export type EntryFields = Partial<
  Pick<
    KnowledgeEntry,
    | 'agent_ids'
    | 'title'
    | 'url'
    | 'crawl'
    | 'max_pages'
    | 'refresh_hours'
    | 'question'
    | 'answer'
    | 'tags'
    | 'source'
    | 'file_type'
    | 'summary'
  >
>

/** Stores an entry and queues it for indexing. @returns its id @throws AppError queue_full */
export async function createEntry(
  db: Db,
  organizationId: string,
  kind: EntryKind,
  fields: EntryFields,
  acceptance: Acceptance,
  id = uuid(),
): Promise<string> {
  await assertCapacity(db, organizationId, acceptance)
  const entry = { id, organization_id: organizationId, kind, ...fields, ...pending(acceptance) }
  await db.transaction(async (transaction) => {
    await run(transaction, builder('knowledge_entries').insert(entry))
    await enqueueEntries(transaction, organizationId, [id], acceptance)
  })
  return id
}

/** Finds an entry of any kind; undefined: it was deleted. */
export async function findEntry(
  db: Db,
  organizationId: string,
  id: string,
): Promise<KnowledgeEntry | undefined> {
  const [entry] = await sql<KnowledgeEntry>(db)`
    select * from knowledge_entries where organization_id = ${organizationId} and id = ${id}`
  return entry
}

function recordsOfKind(kind: EntryKind, name: string) {
  const records = recordsOf<KnowledgeEntry>({
    table: 'knowledge_entries',
    name,
    is: { kind },
    defaults: { tags: [], crawl: 'page', max_pages: 50 },
    conditions: {
      agent_id: () => '(agent_ids is null or ?::uuid = any(agent_ids))',
      serving: () => '(agent_ids is null or agent_ids && ?::uuid[])',
      serving_only: () => "(agent_ids <@ ?::uuid[] and agent_ids <> '{}')",
      // Clients see a queued entry as processing.
      status: (value) =>
        value === 'processing' ? "status in ('pending', 'processing')" : 'status = ?',
    },
  })
  return {
    ...records,
    /**
     * Deletes the entry after its chunks, which may be too many for one statement. Locks the row of
     * the entry first, as indexing and embedding do.
     * @throws AppError not_found; the errors of `check`
     */
    remove: (db: Db, organizationId: string, id: string, check?: Check<KnowledgeEntry>) =>
      db.transaction(async (transaction) => {
        const entry = await records.lock(transaction, organizationId, id)
        check?.(entry)
        await deleteChunks(transaction, organizationId, id)
        return records.remove(transaction, organizationId, id)
      }),
  }
}

/** Entries of any kind. */
export const anyEntry = recordsOf<KnowledgeEntry>({
  table: 'knowledge_entries',
  name: 'knowledge entry',
})

export type EntryRecords = ReturnType<typeof recordsOfKind>
export const qaRecords = recordsOfKind('qa', 'question/answer pair')
export const urlRecords = recordsOfKind('url', 'url')
export const fileRecords = recordsOfKind('file', 'file')

/**
 * Stores the changes and queues the entry for indexing. Until it is indexed, replies use its former
 * chunks. If its URL has changed, the chunks are deleted at once, because they would be cited with
 * the new URL.
 * @returns the entry before the change
 * @throws AppError not_found, queue_full; the errors of `check`
 */
export async function reindexEntry(
  db: Db,
  organizationId: string,
  records: EntryRecords,
  id: string,
  changes: EntryFields,
  acceptance: Acceptance,
  check?: Check<KnowledgeEntry>,
): Promise<KnowledgeEntry> {
  return db.transaction(async (transaction) => {
    const before = await records.lock(transaction, organizationId, id)
    check?.(before)
    const moves = changes.url !== undefined && changes.url !== before.url
    const gone = moves ? { ...GONE, chunk_count: 0, indexed_at: null } : {}
    await assertCapacity(transaction, organizationId, acceptance)
    await records.change(transaction, organizationId, id, {
      ...changes,
      ...gone,
      ...pending(acceptance),
    })
    await enqueueEntries(transaction, organizationId, [id], acceptance)
    if (!moves) return before
    await deleteChunks(transaction, organizationId, id)
    await forgetContradictions(transaction, organizationId, [id])
    return before
  })
}

/** The fields of a page that are unknown once its url has changed. */
const GONE = {
  page_title: null,
  canonical_url: null,
  checked_at: null,
  pages: null,
  read_by: null,
  confidence: null,
  warnings: [],
}

/**
 * Reads the entries among `ids` that are indexed or failed. The ids come from this process's own
 * waiters.
 */
export async function readFinishedEntries(
  db: Db,
  ids: readonly string[],
): Promise<KnowledgeEntry[]> {
  return sql<KnowledgeEntry>(db)`
    select * from knowledge_entries where id = any(${ids}::uuid[]) and status in ('ready', 'failed')`
}
