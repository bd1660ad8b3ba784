import { type AttemptRecord, attemptRow } from '../jobs/attempts.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import { batched } from '../lib/db/batch.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { DELIVER } from '../lib/jobs.ts'
import type { DeliveryError } from './deliveryErrors.ts'
import type { DisabledReason } from './endpoints.ts'
import type { EventRow } from './eventTypes.ts'

/** The jobs of the deliver lane. A job is about one delivery and has its id. */

/** The current inputs of a delivery. */
export interface DeliveryInputs {
  endpoint_id: string
  url: string
  is_active: boolean
  sealed_secret: string
  /** The secret before the last rotation, while it still signs too; null: it has expired. */
  sealed_previous_secret: string | null
  is_replay: boolean
  /** null: the event is past its retention. */
  event: EventRow | null
}

type Claim = Pick<LeasedJob, 'id' | 'organization_id' | 'attempt'>

/** The most deliveries that one statement loads or stores. */
const MAX_AT_ONCE = 50

const GIVEN = `with given as materialized (select * from json_to_recordset(:given) as given (
  nth integer, id uuid, organization_id uuid, attempt integer, endpoint_id uuid, at timestamptz, http integer, duration integer,
  head text, job jsonb))`

const LOAD = `${GIVEN}
  select given.nth, e.id as endpoint_id, e.url, e.is_active, e.sealed_secret,
         case when e.previous_secret_expires_at > given.at then e.sealed_previous_secret end as sealed_previous_secret,
         d.is_replay, (select to_jsonb(v) from events v where v.id = d.event_id limit 1) as event
    from given
   cross join lateral (
     select d.* from webhook_deliveries d where d.organization_id = given.organization_id and d.id = given.id limit 1) d
   cross join lateral (
     select e.* from webhook_endpoints e where e.organization_id = d.organization_id and e.id = d.endpoint_id limit 1) e`

/** Reads the inputs of a delivery. @returns undefined: the delivery was deleted */
export type LoadDelivery = (delivery: {
  claim: Claim
  /** Decides whether the previous secret still signs. */
  at: Date
}) => Promise<DeliveryInputs | undefined>

/** Makes a `LoadDelivery` that reads deliveries which start at the same time with one statement. */
export function makeLoadDelivery(db: Db): LoadDelivery {
  return batched(async (all) => {
    const given = all.map(({ claim: { id, organization_id }, at }, nth) => ({
      nth,
      id,
      organization_id,
      at,
    }))
    const rows = await preparedText<DeliveryInputs & { nth: number }>(db, LOAD, {
      given: JSON.stringify(given),
    })
    const loaded = new Map(rows.map(({ nth, ...row }) => [nth, row]))
    return all.map((_, nth) => withTimes(loaded.get(nth)))
  }, MAX_AT_ONCE)
}

/** Converts JSON into the types of a row: JSON has no times and no large numbers. */
function withTimes(row: DeliveryInputs | undefined): DeliveryInputs | undefined {
  if (!row?.event) return row
  const { position, created_at } = row.event
  return {
    ...row,
    event: { ...row.event, position: String(position), created_at: new Date(created_at) },
  }
}

/** One attempt to deliver. */
export interface DeliveryTry {
  endpoint_id: string
  /** The HTTP status; null: no answer came. */
  status: number | null
  /** null: an answer came. */
  error: DeliveryError | null
  duration_ms: number
  /** The first 2 kB of the answer; null: it has no text. */
  response_head: string | null
  /** When the attempt ended. */
  at: Date
}

/** What follows an attempt: the delivery ends, or is attempted again after some seconds. */
export type DeliveryOutcome =
  | { status: 'failed' | 'skipped' }
  | { status: 'pending'; seconds: number; charge: number }

export interface StoredTry {
  /** false: the lease was lost, and nothing was written. */
  isHeld: boolean
  /** Set if the attempt has disabled its endpoint. Call `skipWaiting` then. */
  disabled?: DisabledReason
}

/** An endpoint is disabled after failing for this many days and at least this many attempts. */
const FAILING_DAYS = 5
const FAILING_TRIES = 20
const DAY_MS = 86_400_000
/** Seconds within which a further success of an endpoint updates nothing. */
const SUCCESS_SECONDS = 60

/** A webhook that its receiver has accepted. */
export interface Delivered {
  claim: Claim
  tried: DeliveryTry
  job: AttemptRecord
}

/**
 * Stores a successful attempt, ends its delivery and its job, and records the success of the
 * endpoint.
 * @returns false: the lease was lost
 */
export type StoreDelivered = (delivered: Delivered) => Promise<boolean>

/** Makes a `StoreDelivered` that stores attempts which end at the same time with one statement. */
export function makeStoreDelivered(db: Db): StoreDelivered {
  return batched(async (all) => {
    const given = all.map(({ claim: { id, organization_id, attempt }, tried, job }) => ({
      id,
      organization_id,
      attempt,
      endpoint_id: tried.endpoint_id,
      at: tried.at,
      http: tried.status,
      duration: tried.duration_ms,
      head: tried.response_head,
      job: attemptRow(job),
    }))
    const rows = await preparedText<{ id: string }>(db, DELIVERED, {
      given: JSON.stringify(given),
      lane: DELIVER.name,
    })
    const stored = new Set(rows.map(({ id }) => id))
    return all.map(({ claim }) => stored.has(claim.id))
  }, MAX_AT_ONCE)
}

/**
 * Stores a failed attempt, or the end of a job that made none, and updates delivery, job and
 * endpoint.
 * @param tried undefined: the job ends without an attempt, because of `error`
 * @param jobs the records of the job's last attempts
 */
export async function storeTry(
  db: Db,
  claim: Claim,
  tried: DeliveryTry | undefined,
  outcome: DeliveryOutcome,
  jobs: readonly AttemptRecord[],
  error: string | null = null,
): Promise<StoredTry> {
  const values = valuesOf(claim, tried, outcome, jobs, error)
  const statement = storing(outcome.status, tried)
  if (!tried) {
    const [stored] = await preparedText<TryResult>(db, statement, values)
    return { isHeld: stored!.is_held }
  }
  return db.transaction(async (transaction) => {
    const [stored] = await preparedText<TryResult>(transaction, statement, values)
    if (!stored!.is_held) return { isHeld: false }
    const disabled = whyDisabled(tried, stored!)
    const isDisabled = disabled && (await disableEndpoint(transaction, claim, tried, disabled))
    return { isHeld: true, ...(isDisabled && { disabled }) }
  })
}

interface TryResult {
  is_held: boolean
  /** Failures of the endpoint, this attempt included. */
  failures: number | null
  first_failure_at: Date | null
}

function whyDisabled({ status, at }: DeliveryTry, stored: TryResult): DisabledReason | undefined {
  if (status === 410) return 'gone'
  const { failures, first_failure_at } = stored
  const isLong = at.getTime() - (first_failure_at?.getTime() ?? Number.NaN) >= FAILING_DAYS * DAY_MS
  return isLong && (failures ?? 0) >= FAILING_TRIES ? 'failing' : undefined
}

const valuesOf = (
  { id, organization_id, attempt }: Claim,
  tried: DeliveryTry | undefined,
  outcome: DeliveryOutcome,
  jobs: readonly AttemptRecord[],
  error: string | null,
) => ({
  lane: DELIVER.name,
  id,
  organization_id,
  attempt,
  status: outcome.status,
  error: tried?.error ?? error,
  http: tried?.status ?? null,
  ...(outcome.status === 'pending' && { seconds: outcome.seconds, charge: outcome.charge }),
  ...(tried && {
    endpoint_id: tried.endpoint_id,
    at: tried.at,
    duration: tried.duration_ms,
    head: tried.response_head,
  }),
  jobs: JSON.stringify(jobs.map(attemptRow)),
})

/** The job, while it is held. */
const JOB = `open_jobs where id = :id and lane = :lane and attempt = :attempt`

/**
 * Locks the endpoint of a job that ends without an attempt. Every statement that changes a job of
 * an endpoint locks the endpoint first. Otherwise the deletion of the endpoint could hold the
 * delivery and wait for the job, while a worker holds the job and waits for the delivery.
 */
const UNTRIED = `select failures, first_failure_at from webhook_endpoints
  where organization_id = :organization_id and id = (select endpoint_id from ${JOB}) for key share`

/** Counts the failed attempt in its endpoint. */
const FAILED = `update webhook_endpoints e set failures = failures + 1, first_failure_at = coalesce(first_failure_at, :at)
  where e.organization_id = :organization_id and e.id = :endpoint_id and exists (select from ${JOB})
 returning failures, first_failure_at`

/** SQL for the last success of the endpoint `e`. */
const LAST_AT =
  '(select max(at) from given g where g.organization_id = e.organization_id and g.endpoint_id = e.id)'

/**
 * Locks the endpoints in a fixed order and before the jobs: first all of them against deletion,
 * then those that it updates.
 */
const DELIVERED = `${GIVEN}, held as materialized (
    select given.* from given cross join lateral (
      select from open_jobs j
       where j.lane = :lane and j.id = given.id and j.organization_id = given.organization_id and j.attempt = given.attempt
       limit 1) seen
  ), kept as materialized (
    select e.organization_id, e.id from webhook_endpoints e
     where (e.organization_id, e.id) in (select organization_id, endpoint_id from held)
     order by e.organization_id, e.id for key share
  ), endpoint as materialized (
    select e.organization_id, e.id from webhook_endpoints e
     where (e.organization_id, e.id) in (select organization_id, id from kept)
       and (e.failures > 0 or e.last_success_at is null or e.last_success_at < ${LAST_AT} - interval '${SUCCESS_SECONDS} seconds')
     order by e.organization_id, e.id for no key update
  ), noted as (
    update webhook_endpoints e set failures = 0, first_failure_at = null,
           last_success_at = ${LAST_AT}
     where (e.organization_id, e.id) in (select organization_id, id from endpoint)
  ), job as (
    delete from open_jobs j using held
     where j.lane = :lane and j.id = any(array(select id from held)) and j.id = held.id and j.attempt = held.attempt
       and (select count(*) from kept) + (select count(*) from endpoint) >= 0
    returning held.*
  ), delivery as (
    update webhook_deliveries d
       set status = 'delivered', last_status = job.http, last_error = null, attempts = attempts + 1, next_attempt_at = null,
           completed_at = job.at
      from job
     where d.organization_id = any(array(select organization_id from job)) and d.id = any(array(select id from job))
       and d.organization_id = job.organization_id and d.id = job.id
    returning d.organization_id, d.id, d.attempts, job.http, job.duration, job.head, job.at
  ), attempt as (
    insert into delivery_attempts (organization_id, delivery_id, attempt, status, duration_ms, response_head, created_at)
    select organization_id, id, attempts, http, duration, head, at from delivery
  ), recorded as (
    insert into jobs select record.* from job, job_row(job.job) record
  )
  select id from job`

/**
 * Schedules the next attempt. The worker survived this attempt, so earlier crashes are forgotten.
 */
const AGAIN = `update open_jobs set worker = null, claimed_at = null, lease_expires_at = null, crashes = 0, failures = failures + :charge,
         run_at = now() + make_interval(secs => :seconds), sweep_at = least(now() + make_interval(secs => :seconds), deadline_at)`

const storing = (status: DeliveryOutcome['status'], tried: DeliveryTry | undefined) => `
  with endpoint as materialized (
    ${tried ? FAILED : UNTRIED}
  ), job as (
    ${status === 'pending' ? AGAIN : 'delete from open_jobs'}
     where id = :id and lane = :lane and organization_id = :organization_id and attempt = :attempt
       and (select count(*) from endpoint) >= 0
    returning id
  ), delivery as (
    update webhook_deliveries d
       set status = :status, last_status = ${tried ? ':http' : 'coalesce(:http, last_status)'}, last_error = :error::text,
           attempts = attempts + ${tried ? 1 : 0},
           ${
             status === 'pending'
               ? `next_attempt_at = ${tried ? ':at::timestamptz' : 'now()'} + make_interval(secs => :seconds)`
               : `next_attempt_at = null, completed_at = ${tried ? ':at' : 'now()'}`
           }
      from job where d.organization_id = :organization_id and d.id = job.id
    returning d.id, d.attempts
  )${
    tried
      ? `, attempt as (
    insert into delivery_attempts (organization_id, delivery_id, attempt, status, error, duration_ms, response_head, created_at)
    select :organization_id, id, attempts, :http, :error, :duration, :head, :at from delivery
  )`
      : ''
  }, recorded as (
    insert into jobs select record.* from job, jsonb_array_elements(:jobs::jsonb) one, job_row(one) record
  )
  select exists (select from job) as is_held, (select failures from endpoint) as failures,
         (select first_failure_at from endpoint) as first_failure_at`

/** Disables the endpoint of a failed attempt. @returns false: it was already paused or disabled */
async function disableEndpoint(
  db: Db,
  { organization_id }: Claim,
  { endpoint_id, at }: DeliveryTry,
  reason: DisabledReason,
): Promise<boolean> {
  const changed = await preparedText(
    db,
    `update webhook_endpoints set is_active = false, disabled_at = :at, disabled_reason = :reason, updated_at = now()
      where organization_id = :organization_id and id = :endpoint_id and is_active
     returning id`,
    { organization_id, endpoint_id, at, reason },
  )
  return changed.length > 0
}

/** The most rows that one statement skips. It holds their locks for some milliseconds. */
const SKIPPED_AT_ONCE = 500

/**
 * Skips the waiting deliveries of an endpoint. A delivery that a worker holds ends with its
 * attempt.
 */
export async function skipWaiting(
  db: Db,
  { organization_id, endpoint_id }: { organization_id: string; endpoint_id: string },
): Promise<void> {
  for (let skipped = SKIPPED_AT_ONCE; skipped === SKIPPED_AT_ONCE; ) {
    const rows = await preparedText(
      db,
      `with endpoint as materialized (
         select from webhook_endpoints where organization_id = :organization_id and id = :endpoint_id for key share
       ), waiting as (
         select id from open_jobs
          where lane = :lane and organization_id = :organization_id and endpoint_id = :endpoint_id and worker is null
            and (select count(*) from endpoint) > 0
          limit ${SKIPPED_AT_ONCE} for update skip locked
       ), gone as (
         delete from open_jobs where id = any(array(select id from waiting)) returning id
       )
       update webhook_deliveries d set status = 'skipped', next_attempt_at = null, completed_at = now()
        where d.organization_id = :organization_id and d.id = any(array(select id from gone))
       returning d.id`,
      { lane: DELIVER.name, organization_id, endpoint_id },
    )
    skipped = rows.length
  }
}
