import { sharedLanguage } from '../agents/agents.ts'
import { type AttemptRecord, recordAttempts } from '../jobs/attempts.ts'
import { findFull, type QueueCapacity } from '../jobs/backlog.ts'
import type { Together } from '../jobs/claims.ts'
import { endJob } from '../jobs/leases.ts'
import { type ClaimedInputs, type LeasedJob, STARTS_OVER } from '../jobs/openJobs.ts'
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

/**
 * Question/answer pairs are indexed together, because most of the time of storing one is the same
 * for a hundred: `npm run bench -- indexing` measures it.
 */
export const PAIRS_TOGETHER: Together = {
  most: 99,
  isSmall: (job) => `coalesce((
    select e.kind = 'qa' from knowledge_entries e
     where e.organization_id = ${job}.organization_id and e.id = ${job}.entry_id limit 1), false)`,
}

/** What the claim of a pair's job also reads. The jobs of other entries have no inputs. */
export interface PairInputs extends ClaimedInputs {
  question: string
  answer: string
  /** The language that all agents share which the pair serves, as BCP 47; null: there is none. */
  language: string | null
}

/** The query for `PairInputs`: see `Claimant`. */
export const PAIR_INPUTS = `
  select false as is_test, coalesce(e.question, '') as question, coalesce(e.answer, '') as answer,
         ${sharedLanguage('e.organization_id', 'e.agent_ids')} as language
    from knowledge_entries e
   where e.organization_id = claimed.organization_id and e.id = claimed.id and e.kind = 'qa'`

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

/**
 * Ends the jobs of some entries, and records their last attempts. Locks the entries first, as every
 * change of an entry does. Of several entries it leaves out those that others have locked: waiting
 * for one with locks on others could be a deadlock. Call it in the transaction that stores the
 * outcomes.
 * @returns by the entry's id whether its lease was held. An entry that was left out is missing
 */
export async function endEntryJobs(
  transaction: Db,
  organizationId: string,
  held: readonly { claim: LeasedJob; job: AttemptRecord }[],
): Promise<Map<string, boolean>> {
  const ids = held.map(({ claim }) => claim.id)
  const locked = await sqlText<{ id: string }>(
    transaction,
    `select id from knowledge_entries where organization_id = :organizationId and id = any(:ids::uuid[])
        for no key update ${ids.length > 1 ? 'skip locked' : ''}`,
    { organizationId, ids },
  )
  const lockedIds = new Set(locked.map(({ id }) => id))
  const own = held.filter(({ claim }) => lockedIds.has(claim.id))
  const ended = await sql<{ id: string }>(transaction)`
    delete from open_jobs j
     using unnest(${own.map(({ claim }) => claim.id)}::uuid[], ${own.map(({ claim }) => claim.attempt)}::int[])
           as own (id, attempt)
     where j.lane = ${INDEX.name} and j.organization_id = ${organizationId}
       and j.id = own.id and j.attempt = own.attempt
    returning j.id`
  const endedIds = new Set(ended.map(({ id }) => id))
  const isHeld = new Map(own.map(({ claim }) => [claim.id, endedIds.has(claim.id)]))
  // A deleted entry cannot be locked, and has no job.
  if (held.length === 1) isHeld.set(ids[0]!, endedIds.size === 1)
  const records = held.flatMap(({ claim, job }) => (endedIds.has(claim.id) ? [job] : []))
  await recordAttempts(transaction, records)
  return isHeld
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
