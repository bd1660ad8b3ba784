import type { AttemptRecord } from '../jobs/attempts.ts'
import { findFull, type QueueCapacity } from '../jobs/backlog.ts'
import { endJob } from '../jobs/leases.ts'
import { type LeasedJob, STARTS_OVER } from '../jobs/openJobs.ts'
import { builder } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import type { JobError } from '../lib/errors.ts'
import { INDEX } from '../lib/jobs.ts'
import { traceparent } from '../lib/observability/tracing.ts'

/** Opens and ends the jobs of the index lane. A job is about one entry and has its id. */

export interface Acceptance {
  request_id: string
  /** Address of the API process that waits for the entry. */
  reply_to: string | null
  deadline_seconds: number
  /** Milliseconds that the job waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
  /** Limits of the entries that wait to be indexed. */
  capacity: QueueCapacity
}

/** Returns the fields of an entry while it has a job. */
export const pending = ({ request_id }: Pick<Acceptance, 'request_id'>) => ({
  ...({ status: 'pending', error: null, progress: null, is_recheck: false, request_id } as const),
  queued_at: builder.fn.now(),
})

/** Throws if the queue has no room. @throws AppError queue_full */
export async function assertCapacity(
  db: Db,
  organizationId: string,
  { capacity }: Pick<Acceptance, 'capacity'>,
): Promise<void> {
  const full = await findFull(db, 'index', organizationId, capacity)
  if (full) throw full
}

/**
 * Opens a job for each entry. If an entry has one already, the job starts over and its holder loses
 * it. Attempts are numbered over the entry's whole life. Call it in the transaction that changes
 * the entries.
 */
export async function enqueueEntries(
  db: Db,
  organizationId: string,
  entryIds: readonly string[],
  { request_id, reply_to, deadline_seconds, wake_up_grace_ms }: Omit<Acceptance, 'capacity'>,
): Promise<void> {
  await sqlText(
    db,
    `insert into open_jobs (lane, id, organization_id, entry_id, attempt, request_id, traceparent, reply_to, sweep_at, deadline_at)
     select 'index', id, organization_id, id, attempt, :request_id, :traceparent, :reply_to,
            now() + make_interval(secs => :grace), now() + make_interval(secs => :deadline_seconds)
       from knowledge_entries where organization_id = :organizationId and id = any(:entryIds::uuid[])
     ${STARTS_OVER}`,
    {
      organizationId,
      entryIds,
      request_id,
      reply_to,
      deadline_seconds,
      traceparent: traceparent() ?? null,
      grace: wake_up_grace_ms / 1000,
    },
  )
}

/** Ends the entry's job: see `endJob`. Locks the entry first, as every change of an entry does. */
export async function endEntryJob(
  transaction: Db,
  claim: LeasedJob,
  jobs: readonly AttemptRecord[],
): Promise<boolean> {
  const { id, organization_id } = claim
  await sql(transaction)`
    select from knowledge_entries where organization_id = ${organization_id} and id = ${id} for no key update`
  return endJob(transaction, INDEX.name, claim, jobs)
}

/**
 * Marks an entry as failed, with a reason that the client may read.
 * @returns false when the lease was lost
 */
export async function failEntry(
  db: Db,
  claim: LeasedJob,
  error: JobError,
  jobs: readonly AttemptRecord[],
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await endEntryJob(transaction, claim, jobs))) return false
    await sql(transaction)`
      update knowledge_entries set status = 'failed', attempt = ${claim.attempt}, error = ${JSON.stringify(error)}::jsonb, updated_at = now()
       where organization_id = ${claim.organization_id} and id = ${claim.id}`
    return true
  })
}
