import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { CallStep } from '../tools/steps.ts'

/** A tool call of an unfinished reply, as its followers get it. */
export interface FollowedCall
  extends Pick<CallStep, 'call_id' | 'name' | 'title' | 'state' | 'decides' | 'expires_at'> {
  /** Milliseconds from the last beginning of the call to its end; null: not both are known. */
  ms: number | null
}

/** The text that the latest attempt at a reply has written so far. */
export interface Draft {
  id: string
  /** The number of the attempt. A new attempt starts from an empty draft. */
  attempt: number
  text: string
}

/** A draft as its followers get it. */
export interface FollowedDraft extends Draft {
  /** The tool calls that the reply has asked for so far, in their order; null: none. */
  calls?: readonly FollowedCall[] | null
  /** Whether all text of the attempt so far is void, and no more of it comes before its end. */
  isWithdrawn?: boolean
}

/**
 * Saves the text that an attempt has written so far; empty: it is withdrawn. Saves nothing if the
 * attempt has lost its lease or the row is locked.
 */
export async function saveDraft(
  db: Db,
  { organization_id, id, attempt }: LeasedJob,
  text: string,
): Promise<void> {
  await sql(db)`
    update open_jobs set draft = ${text}
     where lane = 'reply' and id = (
       select id from open_jobs
        where lane = 'reply' and id = ${id} and organization_id = ${organization_id} and attempt = ${attempt}
          and lease_expires_at is not null
          for no key update skip locked)`
}

/**
 * Reads the drafts of unfinished replies. The ids come from this process's own followers,
 * whose access was checked.
 */
export async function readDrafts(db: Db, ids: readonly string[]): Promise<FollowedDraft[]> {
  return sql<FollowedDraft>(db)`
    select j.id, j.attempt, coalesce(j.draft, '') as text, coalesce(j.draft = '', false) as "isWithdrawn",
           case when j.steps > 0 then (
             select json_agg(json_build_object('call_id', s.call_id, 'name', s.name, 'title', s.title, 'state', s.state,
                                               'decides', s.decides, 'expires_at', s.expires_at,
                                               'ms', extract(epoch from s.ended_at - s.started_at) * 1000) order by s.step)
               from reply_steps s
              where s.organization_id = j.organization_id and s.reply_id = j.id and s.kind = 'tool') end as calls
      from open_jobs j
     where j.lane = 'reply' and j.id = any(${ids}::uuid[])`
}

/**
 * Marks an unfinished reply as followed, so that its next attempt streams. Only a hint:
 * skipped if the row is locked.
 */
export async function askForDraft(db: Db, organizationId: string, id: string): Promise<void> {
  await sql(db)`
    update open_jobs set streamed = true
     where lane = 'reply' and id = (
       select id from open_jobs
        where lane = 'reply' and id = ${id} and organization_id = ${organizationId} and not streamed
          for no key update skip locked)`
}
