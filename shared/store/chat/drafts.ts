import { type Db, sql } from '../../db/db.ts'
import type { LeasedJob } from '../queue/claims.ts'

/** What a reply's latest attempt has written so far. */
export interface Draft {
  id: string
  /** Which attempt: a new one begins anew. */
  attempt: number
  text: string
}

/** Keeps what an attempt has written so far. Nothing is kept for one that lost its lease, or while somebody holds its row. */
export async function saveDraft(
  db: Db,
  { organization_id, id, attempt }: LeasedJob,
  text: string,
): Promise<void> {
  await sql(db)`
    update messages set draft = ${text}
     where organization_id = ${organization_id} and id = (
       select id from messages
        where organization_id = ${organization_id} and id = ${id} and attempt = ${attempt} and status = 'processing'
          for no key update skip locked)`
}

/** The drafts of unfinished replies. The ids come from this process's own followers, each of which was let in by its organization. */
export async function readDrafts(db: Db, ids: readonly string[]): Promise<Draft[]> {
  return sql<Draft>(db)`
    select id, attempt, coalesce(draft, '') as text from messages
     where id = any(${ids}) and status in ('queued', 'processing')`
}

/** Has a reply that is yet to be begun, or to be tried again, written for those who follow it; a hint, which is left out where somebody holds its row. */
export async function askForDraft(db: Db, organizationId: string, id: string): Promise<void> {
  await sql(db)`
    update messages set streamed = true
     where organization_id = ${organizationId} and id = (
       select id from messages
        where organization_id = ${organizationId} and id = ${id} and status in ('queued', 'processing') and not streamed
          for no key update skip locked)`
}
