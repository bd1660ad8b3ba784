import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'

/** Counts the chunks of an organization, and keeps it below its limit. */

/** Returns how many chunks the organization has. */
export async function countChunks(db: Db, organizationId: string): Promise<number> {
  const [kept] = await sql<{ chunks: string | null }>(db)`
    select chunks from knowledge_versions where organization_id = ${organizationId}`
  if (kept?.chunks) return Number(kept.chunks)
  return db.transaction((transaction) => countAnew(transaction, organizationId))
}

/**
 * Adds up the entries, and stores the sum. A trigger then keeps it. The row is locked before the
 * statement that adds up begins: so each transaction that changes an entry has either been added up,
 * or changes the stored sum afterwards.
 */
async function countAnew(transaction: Db, organizationId: string): Promise<number> {
  await sql(transaction)`
    insert into knowledge_versions (organization_id, version)
    select id, 1 + floor(random() * 1000000)::bigint from organizations where id = ${organizationId}
    on conflict (organization_id) do nothing`
  await sql(transaction)`
    select from knowledge_versions where organization_id = ${organizationId} for no key update`
  const [counted] = await sql<{ chunks: string }>(transaction)`
    update knowledge_versions
       set chunks = coalesce(chunks, (select coalesce(sum(chunk_count), 0) from knowledge_entries
                                       where organization_id = ${organizationId}))
     where organization_id = ${organizationId}
    returning chunks`
  return Number(counted?.chunks ?? 0)
}

/** Adds up the chunks of some entries. */
export async function countChunksOf(
  db: Db,
  organizationId: string,
  entryIds: readonly string[],
): Promise<number> {
  const [row] = await sql<{ chunks: number }>(db)`
    select coalesce(sum(chunk_count), 0)::int as chunks from knowledge_entries
     where organization_id = ${organizationId} and id = any(${entryIds}::uuid[])`
  return row!.chunks
}

/**
 * Makes sure that the organization has at most `most` chunks. Call it as the last step of a
 * transaction that has changed entries: it counts these changes, and locks the count until the end,
 * so that transactions at the same time cannot exceed the limit together.
 * @param added how many chunks more the entries have than before. With none, the limit may be
 *   exceeded: the operator may have lowered it
 * @throws AppError knowledge_full
 */
export async function assertRoomForChunks(
  transaction: Db,
  organizationId: string,
  most: number,
  added: number,
): Promise<void> {
  if (added <= 0) return
  await sql(transaction)`set constraints knowledge_counted immediate`
  const chunks = await countChunks(transaction, organizationId)
  if (chunks <= most) return
  throw new AppError(
    'knowledge_full',
    `The organization may have ${most} pieces of knowledge (ORGANIZATION_MAX_CHUNKS) and has ${chunks - added}; this needs ${added} more. Delete entries that are not needed, or ask the operator for more.`,
  )
}
