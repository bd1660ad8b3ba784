import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import type { JobError } from '../errors.ts'
import { type JobRecord, recordJob } from './jobs.ts'
import type { Claim } from './leases.ts'
import { DOORBELL_SECONDS } from './messages.ts'
import { recordsOf } from './records.ts'

export interface KnowledgeEntry {
  id: string
  kind: 'file' | 'qa' | 'url'
  /** The agents that the entry serves; null: every agent of the organization. */
  agent_ids: string[] | null
  title: string | null
  url: string | null
  question: string | null
  answer: string | null
  tags: string[]
  source: string | null
  status: 'pending' | 'processing' | 'ready' | 'failed'
  error: JobError | null
  chunk_count: number
  indexed_at: Date | null
  created_at: Date
  updated_at: Date
}

export type NewQa = Pick<KnowledgeEntry, 'agent_ids' | 'question' | 'answer' | 'tags' | 'source'>

export interface Acceptance {
  request_id: string
  /** Address of the API process that waits for the entry. */
  waiter: string | null
  deadline_seconds: number
}

/** A piece of an entry that retrieval returns. */
export interface Chunk {
  text: string
  /** The chunk's words, separated by spaces, also in languages that write without them. */
  words: string
}

/** Stores the pair, to be indexed. @returns its id */
export async function createQa(
  db: Db,
  organizationId: string,
  qa: NewQa,
  acceptance: Acceptance,
): Promise<string> {
  const id = uuid()
  await sql(db)`
    insert into knowledge_entries (id, organization_id, kind, status, agent_ids, question, answer, tags, source,
                                   request_id, waiter, wake_at, deadline_at)
    values (${id}, ${organizationId}, 'qa', 'pending', ${qa.agent_ids}::uuid[], ${qa.question}, ${qa.answer},
            ${qa.tags}, ${qa.source}, ${acceptance.request_id}, ${acceptance.waiter},
            now() + make_interval(secs => ${DOORBELL_SECONDS}),
            now() + make_interval(secs => ${acceptance.deadline_seconds}))`
  return id
}

/** An entry of any kind; undefined when it was deleted. */
export async function findEntry(
  db: Db,
  organizationId: string,
  id: string,
): Promise<KnowledgeEntry | undefined> {
  const [entry] = await sql<KnowledgeEntry>(db)`
    select * from knowledge_entries where organization_id = ${organizationId} and id = ${id}`
  return entry
}

export const qaRecords = recordsOf<KnowledgeEntry>({
  table: 'knowledge_entries',
  name: 'question/answer pair',
  is: { kind: 'qa' },
  defaults: { tags: [] },
})

/** Writes the changes and has the pair indexed anew; until that is done, its former chunks answer. */
export async function changeQa(
  db: Db,
  organizationId: string,
  id: string,
  changes: Partial<NewQa>,
  acceptance: Acceptance,
): Promise<KnowledgeEntry> {
  const { request_id, waiter, deadline_seconds } = acceptance
  const after = (seconds: number) => db.raw('now() + make_interval(secs => ?)', [seconds])
  return qaRecords.change(db, organizationId, id, {
    ...changes,
    status: 'pending',
    error: null,
    request_id,
    waiter,
    failures: 0,
    queued_at: db.fn.now(),
    wake_at: after(DOORBELL_SECONDS),
    deadline_at: after(deadline_seconds),
  } as Partial<KnowledgeEntry>)
}

/** How many entries of the organization still wait for the index lane. */
export async function countUnindexed(db: Db, organizationId: string): Promise<number> {
  const [row] = await sql<{ count: number }>(db)`
    select count(*)::int as count from knowledge_entries
     where organization_id = ${organizationId} and status in ('pending', 'processing')`
  return row!.count
}

/** Those of `ids` that are indexed or failed. The ids come from this process's own waiters. */
export async function readFinishedEntries(db: Db, ids: readonly string[]): Promise<KnowledgeEntry[]> {
  return sql<KnowledgeEntry>(db)`
    select * from knowledge_entries where id = any(${ids}::uuid[]) and status in ('ready', 'failed')`
}

/**
 * Swaps the entry's chunks and marks it ready, in one transaction: nobody sees a mixture of old and new.
 * @returns false when the lease was lost: then nothing is stored
 */
export async function completeEntry(
  db: Db,
  claim: Claim,
  chunks: readonly Chunk[],
  job: JobRecord,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const rows = await sql(transaction)`
      update knowledge_entries
         set status = 'ready', error = null, wake_at = null, chunk_count = ${chunks.length}, indexed_at = now(),
             updated_at = now()
       where organization_id = ${claim.organization_id} and id = ${claim.id} and attempt = ${claim.attempt}
         and status = 'processing'
      returning id`
    if (!rows.length) return false
    await recordJob(transaction, job)
    await sql(transaction)`
      delete from chunks where organization_id = ${claim.organization_id} and entry_id = ${claim.id}`
    await sql(transaction)`
      insert into chunks (entry_id, organization_id, position, text, terms)
      select ${claim.id}, ${claim.organization_id}, position, text, to_tsvector('english', words)
        from unnest(${chunks.map(({ text }) => text)}::text[], ${chunks.map(({ words }) => words)}::text[])
             with ordinality as chunk (text, words, position)`
    return true
  })
}
