import { type Db, sql } from '../../db/db.ts'
import type { LeasedJob } from '../queue/claims.ts'

/** What a reply's latest attempt has written so far. */
export interface Draft {
  id: string
  /** The attempt; a new one starts from an empty draft. */
  attempt: number
  text: string
}

/** Saves what an attempt has written so far. Saves nothing if it lost its lease or its row is locked. */
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

/** Marks a queued reply as followed, so that its next attempt streams. Only a hint: skipped if the row is locked. */
export async function askForDraft(db: Db, organizationId: string, id: string): Promise<void> {
  await sql(db)`
    update messages set streamed = true
     where organization_id = ${organizationId} and id = (
       select id from messages
        where organization_id = ${organizationId} and id = ${id} and status in ('queued', 'processing') and not streamed
          for no key update skip locked)`
}
