import type { Db } from '../db.ts'
import type { JobError } from '../errors.ts'
import type { Lane } from '../jobs.ts'
import { type JobRecord, jobJson } from './jobs.ts'
import { DOORBELL_SECONDS } from './messages.ts'

/**
 * The rules by which no job is lost or done twice, the same for both lanes: replies are rows of `messages`, indexing
 * jobs are rows of `knowledge_entries`.
 *
 * A claim is a lease. Its holder renews it, and whoever finds it expired may claim the row anew, which raises
 * `attempt`. All that a holder writes is fenced by its `attempt`: a holder that lost its lease changes no row.
 */
export interface Claim {
  id: string
  organization_id: string
  request_id: string
  waiter: string | null
  /** The fence. */
  attempt: number
  /** Crashes and provider failures so far. */
  failures: number
  /** Milliseconds until the deadline; negative when it has passed. */
  deadline_ms: number
  /** Milliseconds from when the row was due to this claim. */
  wait_ms: number
}

/** A dead worker's row is free this many seconds after its last renewal. */
const LEASE_SECONDS = 10

const TABLES = {
  reply: { table: 'messages', waiting: 'queued' },
  index: { table: 'knowledge_entries', waiting: 'pending' },
} as const

/** A reply must not be claimed while an earlier one of its thread is unfinished: their order. */
const IN_TURN = `not exists (
  select from messages e
   where e.thread_id = r.thread_id and e.seq < r.seq and e.status in ('queued', 'processing'))`

/**
 * How many of the organization's rows hold a lease: nobody may starve the others. Leases that ran out do not count,
 * or an organization whose workers all died at its limit would be stuck. The limit is approximate: claims of one
 * instant do not see each other.
 */
const running = (table: string) => `(
  select count(*) from ${table} p
   where p.organization_id = r.organization_id and p.status = 'processing' and p.wake_at > now())`

const CLAIM = `r.id, r.organization_id, r.request_id, r.waiter, r.attempt, r.failures,
  (extract(epoch from r.deadline_at - now()) * 1000)::float8 as deadline_ms`

interface Limits {
  organizationConcurrency: number
}

/** Answers the doorbell: claims this row. `undefined`: somebody else has it, or it may not run yet. */
export async function claimOne(
  db: Db,
  lane: Lane,
  { id, organization_id }: Pick<Claim, 'id' | 'organization_id'>,
  limits: Limits,
): Promise<Claim | undefined> {
  const { waiting } = TABLES[lane]
  const [claim] = await claimRows(db, lane, {
    where: `r.organization_id = :organizationId and r.id = :id
            and (r.status = '${waiting}' and r.queued_at <= now() or r.status = 'processing' and r.wake_at <= now())`,
    bindings: { organizationId: organization_id, id, limit: 1, ...limits },
  })
  return claim
}

/**
 * Sweeps: claims up to `limit` rows, of any organization, that nobody took in time or whose lease ran out, the ones
 * due longest first.
 */
export async function claimDue(db: Db, lane: Lane, limit: number, limits: Limits): Promise<Claim[]> {
  const { waiting } = TABLES[lane]
  return claimRows(db, lane, {
    where: `r.status in ('${waiting}', 'processing') and r.wake_at <= now()`,
    bindings: { limit, ...limits },
  })
}

async function claimRows(
  db: Db,
  lane: Lane,
  { where, bindings }: { where: string; bindings: Record<string, string | number> },
): Promise<Claim[]> {
  const { table, waiting } = TABLES[lane]
  // Several of one organization may be candidates of one statement, so each has its place after those that run.
  const condition = lane === 'reply' ? `${where} and ${IN_TURN}` : where
  const place = `${running(table)} + row_number() over (partition by r.organization_id order by r.wake_at)`
  // An expired lease means that its holder crashed: that counts as a failure.
  const { rows } = await db.raw(
    `with candidates as (
       select r.id, ${place} as place from ${table} r where ${condition}
     ), due as (
       select r.id, r.status, case r.status when '${waiting}' then r.queued_at else r.wake_at end as due_at
         from ${table} r join candidates c on c.id = r.id
        where ${where} and c.place <= :organizationConcurrency
        order by r.wake_at
        limit :limit
          for update of r skip locked
     )
     update ${table} r
        set status = 'processing', attempt = r.attempt + 1, updated_at = now(),
            failures = r.failures + (due.status = 'processing')::int,
            wake_at = now() + make_interval(secs => ${LEASE_SECONDS})
       from due
      where r.id = due.id
     returning ${CLAIM},
               greatest(0, extract(epoch from now() - due.due_at) * 1000)::float8 as wait_ms`,
    bindings,
  )
  return rows
}

/** Most rows that one statement fails; the next sweep takes the rest. */
const MOST_OVERDUE = 100

/** What is past its deadline and not being worked on fails, whether or not there is a worker free for it. */
export async function failOverdue(db: Db, lane: Lane, worker: string, error: JobError): Promise<Claim[]> {
  const { table, waiting } = TABLES[lane]
  const { rows } = await db.raw(
    `with overdue as (
       select id from ${table}
        where status in ('${waiting}', 'processing') and wake_at <= now() and deadline_at <= now()
        limit ${MOST_OVERDUE}
          for update skip locked
     ), failed as (
       update ${table} r
          set status = 'failed', wake_at = null, error = :error::jsonb, updated_at = now()
              ${lane === 'reply' ? ', completed_at = now()' : ''}
         from overdue
        where r.id = overdue.id
       returning ${CLAIM}, greatest(0, extract(epoch from now() - r.queued_at) * 1000)::float8 as wait_ms
     ), recorded as (
       insert into jobs (id, organization_id, lane, target_id, request_id, worker, attempt, outcome, error_code, wait_ms, run_ms)
       select gen_random_uuid(), organization_id, :lane, id, request_id, :worker, attempt, 'failed', :code, wait_ms, 0
         from failed
     )
     select * from failed`,
    { error: JSON.stringify(error), lane, worker, code: error.code },
  )
  return rows
}

/** @returns false when the lease is lost */
export function renewLease(db: Db, lane: Lane, claim: Claim): Promise<boolean> {
  return fenced(db, lane, claim, `wake_at = now() + make_interval(secs => ${LEASE_SECONDS})`)
}

/**
 * Hands the row back, to be tried again in `delaySeconds`: after a delay by the sweeper, without one by whoever hears
 * the doorbell.
 * @param charge whether this attempt counts towards giving up
 * @returns false when the lease was lost
 */
export function releaseLease(
  db: Db,
  lane: Lane,
  claim: Claim,
  { delaySeconds, charge }: { delaySeconds: number; charge: boolean },
  job: JobRecord,
): Promise<boolean> {
  return fenced(
    db,
    lane,
    claim,
    `status = '${TABLES[lane].waiting}', failures = failures + :charge,
     queued_at = now() + make_interval(secs => :delay),
     wake_at = now() + make_interval(secs => :wake)`,
    { delay: delaySeconds, wake: delaySeconds || DOORBELL_SECONDS, charge: charge ? 1 : 0 },
    job,
  )
}

/** Gives up, with a reason that the client may read. @returns false when the lease was lost */
export function failJob(db: Db, lane: Lane, claim: Claim, error: JobError, job: JobRecord): Promise<boolean> {
  return fenced(
    db,
    lane,
    claim,
    `status = 'failed', wake_at = null, error = :error::jsonb ${lane === 'reply' ? ', completed_at = now()' : ''}`,
    { error: JSON.stringify(error) },
    job,
  )
}

/** Writes the row, and with it the attempt's job, if the claim still holds it. */
async function fenced(
  db: Db,
  lane: Lane,
  { organization_id, id, attempt }: Claim,
  set: string,
  bindings: Record<string, string | number> = {},
  job?: JobRecord,
): Promise<boolean> {
  const update = `
    update ${TABLES[lane].table} set ${set}, updated_at = now()
     where organization_id = :organization_id and id = :id and attempt = :attempt and status = 'processing'
    returning id`
  const values: Record<string, unknown> = { ...bindings, organization_id, id, attempt }
  if (!job) return (await db.raw(update, values as never)).rows.length > 0
  const { rows } = await db.raw(
    `with ended as (${update}), recorded as (
       insert into jobs select job.* from ended, job_row(:job::jsonb) job
     )
     select id from ended`,
    { ...values, job: jobJson(job) } as never,
  )
  return rows.length > 0
}
