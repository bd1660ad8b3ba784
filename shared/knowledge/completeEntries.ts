import type { AttemptRecord } from '../jobs/attempts.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { assertRoomForChunks, countChunksOf } from './chunkLimit.ts'
import { type Chunk, replaceAllChunks } from './chunks.ts'
import { forgetContradictions } from './contradictions.ts'
import { endEntryJobs } from './indexJobs.ts'
import type { KnowledgeEntry } from './knowledge.ts'
import { type PageState, recordPage } from './sources.ts'

/** What was read of an entry. */
export interface IndexedText {
  chunks: readonly Chunk[]
  /** The title in the page or file. A file without a title of its own gets it. */
  title?: string | null
  warnings?: readonly string[]
  page?: PageState
  recognition?: Pick<KnowledgeEntry, 'read_by' | 'confidence'>
}

/** An entry that is indexed, with the job that indexed it. */
export interface Completion {
  claim: LeasedJob
  indexed: IndexedText
  job: AttemptRecord
}

/**
 * Does what `completeEntry` does for different entries of an organization: in one transaction, and
 * one by one those that others have locked.
 * @param mostChunks the most chunks that the organization may have
 * @returns for each whether it was stored
 * @throws AppError knowledge_full. Then nothing is stored
 */
export async function completeTogether(
  db: Db,
  organizationId: string,
  completions: readonly Completion[],
  mostChunks: number,
): Promise<boolean[]> {
  const isStored = await completeEntries(db, organizationId, completions, mostChunks)
  const results: boolean[] = []
  for (const { claim, indexed, job } of completions)
    results.push(
      isStored.get(claim.id) ?? (await completeEntry(db, claim, indexed, job, mostChunks)),
    )
  return results
}

/**
 * Replaces the chunks of the entry and marks it ready, in one transaction, so that no reply sees a
 * mixture of old and new chunks.
 * @param mostChunks the most chunks that the organization may have
 * @returns false when the lease was lost. Then nothing is stored
 * @throws AppError knowledge_full. Then nothing is stored
 */
export async function completeEntry(
  db: Db,
  claim: LeasedJob,
  indexed: IndexedText,
  job: AttemptRecord,
  mostChunks: number,
): Promise<boolean> {
  const one = [{ claim, indexed, job }]
  const isStored = await completeEntries(db, claim.organization_id, one, mostChunks)
  return isStored.get(claim.id) === true
}

/**
 * Does what `completeEntry` does for different entries of an organization, in one transaction.
 * Leaves out entries that others have locked, if there are several.
 * @returns by the entry's id whether it was stored. An entry that was left out is missing
 */
async function completeEntries(
  db: Db,
  organizationId: string,
  completions: readonly Completion[],
  mostChunks: number,
): Promise<Map<string, boolean>> {
  return db.transaction(async (transaction) => {
    const isHeld = await endEntryJobs(transaction, organizationId, completions)
    const stored = completions.filter(({ claim }) => isHeld.get(claim.id))
    if (stored.length) await storeEntries(transaction, organizationId, stored, mostChunks)
    return isHeld
  })
}

async function storeEntries(
  transaction: Db,
  organizationId: string,
  completions: readonly Completion[],
  mostChunks: number,
): Promise<void> {
  const ids = completions.map(({ claim }) => claim.id)
  const before = await countChunksOf(transaction, organizationId, ids)
  await markReady(transaction, organizationId, completions)
  for (const { claim, indexed } of completions)
    if (indexed.page) await recordPage(transaction, claim, indexed.page)
  await forgetContradictions(transaction, organizationId, ids)
  await replaceAllChunks(
    transaction,
    organizationId,
    completions.map(({ claim, indexed }) => ({ entryId: claim.id, chunks: indexed.chunks })),
  )
  const after = completions.reduce((sum, { indexed }) => sum + indexed.chunks.length, 0)
  await assertRoomForChunks(transaction, organizationId, mostChunks, after - before)
}

async function markReady(
  transaction: Db,
  organizationId: string,
  completions: readonly Completion[],
): Promise<void> {
  const rows = completions.map(({ claim, indexed }) => ({
    id: claim.id,
    attempt: claim.attempt,
    read_title: indexed.title ?? null,
    warnings: indexed.warnings ?? [],
    read_by: indexed.recognition?.read_by ?? null,
    confidence: indexed.recognition?.confidence ?? null,
    chunk_count: indexed.chunks.length,
  }))
  await sql(transaction)`
    update knowledge_entries e
       set title = case when e.kind = 'file' and e.title in (e.file_name, e.page_title)
                        then coalesce(read_title, e.file_name) else e.title end,
           read_by = ready.read_by, confidence = ready.confidence, status = 'ready', attempt = ready.attempt,
           error = null, warnings = ready.warnings, indexed_at = now(), page_title = read_title, embed_at = now(),
           chunk_count = ready.chunk_count, updated_at = now()
      from json_to_recordset(${JSON.stringify(rows)}::json) as ready (
             id uuid, attempt integer, read_title text, warnings text[], read_by text, confidence real,
             chunk_count integer)
     where e.organization_id = ${organizationId} and e.id = ready.id`
}
