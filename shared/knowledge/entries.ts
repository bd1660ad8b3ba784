import { builder, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sql } from '../lib/db/statements.ts'
import { deleteChunks } from './chunks.ts'
import type { EntryKind } from './entryKind.ts'
import type { Acceptance } from './indexJobs.ts'
import { assertCapacity, enqueueEntries, pending } from './indexJobs.ts'
import type { KnowledgeEntry } from './knowledge.ts'
import { LAST_USES, NEEDS, type Need } from './uses.ts'

/** An entry as a list of all kinds shows it. */
export type ListedEntry = Pick<KnowledgeEntry, (typeof LISTED)[number]> & {
  /**
   * The entry's own title or that of its page; a pair's question; the URL of a page without a
   * title.
   */
  title: string
  /**
   * When a reply last had the entry among its passages, and last cited it, to the hour; null: not
   * since this is recorded.
   */
  found_at: Date | null
  cited_at: Date | null
}

/** Columns of lists, without the answers of pairs, which may be long. */
const LISTED = [
  'id',
  'kind',
  'agent_ids',
  'url',
  'crawl',
  'pages',
  'refresh_hours',
  'checked_at',
  'tags',
  'source',
  'file_type',
  'file_name',
  'size_bytes',
  'status',
  'progress',
  'error',
  'warnings',
  'chunk_count',
  'indexed_at',
  'created_at',
  'updated_at',
] as const

export interface EntryFilter {
  kind?: EntryKind
  status?: 'processing' | 'ready' | 'failed'
  agent_id?: string
  /** Only entries that serve one of these agents, whose ids are a PostgreSQL array. */
  serving?: string | undefined
  /** Only entries that need attention for this reason. */
  needs?: Need
  /** A part of the title, question, answer, url or file name, ignoring case. */
  search?: string
}

const TITLE = 'coalesce(title, page_title, question, url)'
/**
 * Lowers a text by the rules of ICU. A database with the locale C lowers only ASCII and sorts Z
 * before a.
 */
const lower = (text: string) => `lower((${text}) collate "und-x-icu")`
const SEARCHED = lower("concat_ws(' ', title, page_title, question, answer, url, file_name)")

/**
 * Lists entries of all kinds, by age or, with `sort`, by title. A page by title begins after the
 * current title of the previous page's last entry.
 */
export async function listEntries(
  db: Db,
  organizationId: string,
  { kind, status, agent_id, serving, needs, search }: EntryFilter,
  { limit, order, after, sort }: Page,
): Promise<Paged<ListedEntry>> {
  const beyond = order === 'asc' ? '>' : '<'
  const byTitle = `${lower(TITLE)}, id`
  const query = builder('knowledge_entries')
    .select(...LISTED, builder.raw(`${TITLE} as title`), builder.raw(LAST_USES))
    .where({ organization_id: organizationId, ...(kind && { kind }) })
    .modify((query) => {
      if (status === 'processing') query.whereIn('status', ['pending', 'processing'])
      else if (status) query.where({ status })
      if (agent_id) query.whereRaw('(agent_ids is null or ?::uuid = any(agent_ids))', [agent_id])
      if (serving) query.whereRaw('(agent_ids is null or agent_ids && ?::uuid[])', [serving])
      if (needs) query.whereRaw(NEEDS[needs])
      if (search) query.whereRaw(`strpos(${SEARCHED}, ${lower('?::text')}) > 0`, [search])
      if (after && !sort) query.where('id', beyond, after)
      else if (after)
        query.whereRaw(
          `(${byTitle}) ${beyond} (select ${byTitle} from knowledge_entries where organization_id = ? and id = ?)`,
          [organizationId, after],
        )
      if (sort) query.orderByRaw(`${lower(TITLE)} ${order}`)
    })
    .orderBy('id', order)
    .limit(limit + 1)
  return toPage((await run<ListedEntry>(db, query)).rows, { limit })
}

export interface EntryCounts {
  processing: number
  ready: number
  failed: number
}

/** Counts the organization's entries by state, in total and for each kind. */
export async function countEntries(
  db: Db,
  organizationId: string,
): Promise<EntryCounts & { kinds: Record<EntryKind, EntryCounts> }> {
  const rows = await sql<EntryCounts & { kind: EntryKind }>(db)`
    select kind,
           count(*) filter (where status in ('pending', 'processing'))::int as processing,
           count(*) filter (where status = 'ready')::int as ready,
           count(*) filter (where status = 'failed')::int as failed
      from knowledge_entries where organization_id = ${organizationId} group by kind`
  const sum = (state: keyof EntryCounts, kinds = rows) =>
    kinds.reduce((total, { [state]: count }) => total + count, 0)
  const counts = (kinds = rows) => ({
    processing: sum('processing', kinds),
    ready: sum('ready', kinds),
    failed: sum('failed', kinds),
  })
  const of = (kind: EntryKind) => counts(rows.filter((row) => row.kind === kind))
  return { ...counts(), kinds: { file: of('file'), qa: of('qa'), url: of('url') } }
}

/** Deletes existing entries of any kind, each with its chunks. @returns their ids */
export async function removeEntries(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const removed: string[] = []
  // Deletes one entry at a time, because a single entry may have too many chunks for a statement.
  for (const id of ids) {
    const rows = await db.transaction(async (transaction) => {
      await sql(transaction)`
        select from knowledge_entries where organization_id = ${organizationId} and id = ${id} for no key update`
      await deleteChunks(transaction, organizationId, id)
      return sql<{ id: string }>(transaction)`
        delete from knowledge_entries where organization_id = ${organizationId} and id = ${id} returning id`
    })
    removed.push(...rows.map((row) => row.id))
  }
  return removed
}

/**
 * Queues existing entries for indexing. Until they are indexed, replies use their old chunks.
 * @returns their ids
 * @throws AppError queue_full
 */
export async function reindexEntries(
  db: Db,
  organizationId: string,
  ids: readonly string[],
  acceptance: Acceptance,
): Promise<string[]> {
  await assertCapacity(db, organizationId, acceptance)
  return db.transaction(async (transaction) => {
    const query = builder('knowledge_entries')
      .where({ organization_id: organizationId })
      .whereIn('id', ids)
      .update({ ...pending(acceptance), updated_at: builder.fn.now() })
      .returning('id')
    const found = (await run<{ id: string }>(transaction, query)).rows.map(({ id }) => id)
    await enqueueEntries(transaction, organizationId, found, acceptance)
    return found
  })
}
