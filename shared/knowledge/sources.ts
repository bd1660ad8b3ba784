import type { AttemptRecord } from '../jobs/attempts.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { endEntryJob } from './indexJobs.ts'

/** The state of the page of a url entry. */
export interface PageState {
  canonical_url: string | null
  /** The ETag or date by which its server detects changes; null for a crawl. */
  etag: string | null
  last_modified: string | null
  /** How many pages of a crawl are indexed, and how many failed. */
  pages: { done: number; failed: number } | null
}

/** Stores the state of a page. Call it in the transaction that stores the page's chunks. */
export async function recordPage(
  db: Db,
  { organization_id, id }: LeasedJob,
  { canonical_url, etag, last_modified, pages }: PageState,
): Promise<void> {
  await sql(db)`
    update knowledge_entries
       set canonical_url = ${canonical_url}, etag = ${etag}, last_modified = ${last_modified},
           pages = ${JSON.stringify(pages)}::jsonb, checked_at = now()
     where organization_id = ${organization_id} and id = ${id}`
}

/**
 * Marks an entry as ready because its page has not changed. Its chunks stay.
 * @returns false when the lease was lost
 */
export async function keepPage(db: Db, claim: LeasedJob, job: AttemptRecord): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await endEntryJob(transaction, claim, [job]))) return false
    await sql(transaction)`
      update knowledge_entries set status = 'ready', attempt = ${claim.attempt}, error = null, checked_at = now(), updated_at = now()
       where organization_id = ${claim.organization_id} and id = ${claim.id}`
    return true
  })
}

/** The number of waiting entries from which on no rechecks are queued. */
const MAX_WAITING = 500

/**
 * Queues pages to fetch again once `refresh_hours` have passed since they were last queued, the
 * longest overdue first. Queues none while MAX_WAITING entries wait, so that rechecks do not fill
 * the clients' queue.
 * @returns how many
 */
export async function queueRechecks(
  db: Db,
  deadlineSeconds: number,
  limit: number,
): Promise<number> {
  const rows = await sql(db)`
    with due as (
      select id from knowledge_entries
       where refresh_hours is not null and kind = 'url' and status in ('ready', 'failed')
         and queued_at + make_interval(hours => refresh_hours) <= now()
         and (select count(*) from (
               select from open_jobs where lane = 'index' and worker is null limit ${MAX_WAITING}) waiting) < ${MAX_WAITING}
       order by queued_at limit ${limit}
         for update skip locked
    ), queued as (
      update knowledge_entries e
         set status = 'pending', is_recheck = true, progress = null, request_id = 'recheck-' || gen_random_uuid(), queued_at = now()
        from due where e.id = due.id
      returning e.id, e.organization_id, e.request_id, e.attempt
    )
    insert into open_jobs (lane, id, organization_id, entry_id, attempt, request_id, sweep_at, deadline_at)
    select 'index', id, organization_id, id, attempt, request_id, now(), now() + make_interval(secs => ${deadlineSeconds}) from queued
    returning id`
  return rows.length
}
