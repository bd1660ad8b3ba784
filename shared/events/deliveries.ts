import { v7 as uuid } from 'uuid'
import { STARTS_OVER } from '../jobs/openJobs.ts'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import type { Page, Paged } from '../lib/db/paging.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { DELIVER, type Job } from '../lib/jobs.ts'
import { traceparent } from '../lib/observability/tracing.ts'
import { ALL_EVENTS, endpointRecords, type WebhookEndpoint } from './endpoints.ts'
import type { EventName, EventRow } from './eventTypes.ts'
import { DEADLINE_HOURS, RELAY_LOCK } from './relay.ts'

/** `skipped`: the endpoint was inactive, or too many deliveries waited for it. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  id: string
  organization_id: string
  endpoint_id: string
  event_id: string
  event_type: EventName
  status: DeliveryStatus
  /** Whether the delivery repeats one that had succeeded, or belongs to a replay. */
  is_replay: boolean
  /** Number of attempts that have begun. */
  attempts: number
  /** The HTTP status of the last attempt; null: no attempt yet, or no answer. */
  last_status: number | null
  /** Why the last attempt failed; null: it did not fail. */
  last_error: string | null
  created_at: Date
  /** null: the delivery has ended. */
  next_attempt_at: Date | null
  completed_at: Date | null
}

/** One attempt at a delivery. */
export interface DeliveryAttempt {
  attempt: number
  /** The HTTP status; null: no answer came, and `error` says why. */
  status: number | null
  error: string | null
  duration_ms: number
  /** The first 2 kB of the answer. */
  response_head: string | null
  created_at: Date
}

export const deliveryRecords = recordsOf<WebhookDelivery>({
  table: 'webhook_deliveries',
  name: 'delivery',
})

/** Which deliveries of an endpoint to list. */
export interface DeliveryFilter {
  status?: DeliveryStatus
  event_type?: EventName
  event_id?: string
}

/** Lists the deliveries of an endpoint by the time of their creation. */
export const listDeliveries = (
  db: Db,
  organizationId: string,
  endpointId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<Paged<WebhookDelivery>> => {
  // The relay makes ids in PostgreSQL. They do not sort by time.
  const byTime = { ...page, sort: 'created_at' }
  return deliveryRecords.list(db, organizationId, { ...filter, endpoint_id: endpointId }, byTime)
}

/** Lists the attempts of a delivery, oldest first. */
export const listAttempts = (
  db: Db,
  { organization_id, id }: Pick<WebhookDelivery, 'organization_id' | 'id'>,
): Promise<DeliveryAttempt[]> => sql<DeliveryAttempt>(db)`
  select attempt, status, error, duration_ms, response_head, created_at from delivery_attempts
   where organization_id = ${organization_id} and delivery_id = ${id} order by attempt limit 200`

/** How the jobs of deliveries are opened. */
export interface Opening {
  request_id: string
  /** Address of the API process that waits for the outcome; null: no process waits. */
  reply_to: string | null
  /** Milliseconds that a job waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
}

/**
 * Opens a job for each delivery. If a delivery has one, the job starts over, and its holder loses
 * it. Attempts are numbered over the whole life of a delivery. Call it in the transaction that
 * changes the deliveries.
 */
async function openJobs(
  transaction: Db,
  organizationId: string,
  ids: readonly string[],
  { request_id, reply_to, wake_up_grace_ms }: Opening,
): Promise<void> {
  await sqlText(
    transaction,
    `insert into open_jobs (lane, id, organization_id, endpoint_id, attempt, request_id, traceparent, reply_to, sweep_at, deadline_at)
     select :lane, d.id, d.organization_id, d.endpoint_id,
            greatest(d.attempts, (select max(a.attempt) from delivery_attempts a
                                   where a.organization_id = d.organization_id and a.delivery_id = d.id)),
            :request_id, :traceparent, :reply_to,
            now() + make_interval(secs => :grace), now() + make_interval(hours => ${DEADLINE_HOURS})
       from webhook_deliveries d where d.organization_id = :organizationId and d.id = any(:ids::uuid[])
     ${STARTS_OVER}`,
    {
      lane: DELIVER.name,
      organizationId,
      ids,
      request_id,
      reply_to,
      traceparent: traceparent() ?? null,
      grace: wake_up_grace_ms / 1000,
    },
  )
}

/** Locks an active endpoint. @throws AppError not_found, endpoint_inactive */
async function lockActive(
  transaction: Db,
  organizationId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpointRecords.lock(transaction, organizationId, id)
  if (!endpoint.is_active)
    throw new AppError(
      'endpoint_inactive',
      'This webhook endpoint is paused or disabled. Set its is_active to true first.',
    )
  return endpoint
}

/**
 * Creates a test event and its delivery, for this endpoint alone and whatever types it takes.
 * @throws AppError not_found, endpoint_inactive
 */
export function openTest(
  db: Db,
  organizationId: string,
  endpointId: string,
  opening: Opening,
): Promise<WebhookDelivery> {
  return db.transaction(async (transaction) => {
    await lockActive(transaction, organizationId, endpointId)
    const eventId = await placeTestEvent(transaction, organizationId, endpointId)
    const delivery = await deliveryRecords.create(transaction, organizationId, {
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: 'endpoint.tested',
      next_attempt_at: new Date(),
    })
    await openJobs(transaction, organizationId, [delivery.id], opening)
    return delivery
  })
}

/**
 * Gives the event its position at once. The relay would deliver it to every endpoint that takes its
 * type.
 */
async function placeTestEvent(
  transaction: Db,
  organizationId: string,
  endpointId: string,
): Promise<string> {
  const id = uuid()
  await sql(transaction)`select pg_advisory_xact_lock(${RELAY_LOCK})`
  await sql(transaction)`
    insert into events (position, id, organization_id, type, target_kind, target_id, facts, is_test, created_at)
    values (nextval('event_positions'), ${id}, ${organizationId}, 'endpoint.tested', 'webhook_endpoint', ${endpointId},
            '{}', false, clock_timestamp())`
  return id
}

/**
 * Makes a delivery due at once: opens an ended delivery again, or starts a waiting delivery over.
 * @throws AppError not_found, endpoint_inactive
 */
export function retryDelivery(
  db: Db,
  organizationId: string,
  id: string,
  opening: Opening,
): Promise<WebhookDelivery> {
  return db.transaction(async (transaction) => {
    const { endpoint_id } = await deliveryRecords.get(transaction, organizationId, id)
    await lockActive(transaction, organizationId, endpoint_id)
    await openJobs(transaction, organizationId, [id], opening)
    const [delivery] = await sql<WebhookDelivery>(transaction)`
      update webhook_deliveries
         set status = 'pending', is_replay = is_replay or status = 'delivered', next_attempt_at = now(), completed_at = null
       where organization_id = ${organizationId} and id = ${id} returning *`
    return delivery!
  })
}

/**
 * Returns the ids of the jobs whose first attempt since they were opened has ended. The ids come
 * from this process's own waiters, so the organization is not checked.
 */
export const readTried = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  sql<{ id: string }>(db)`
    select waited.id from unnest(${ids}::uuid[]) as waited (id)
     where not exists (select from open_jobs j where j.id = waited.id and j.failures = 0)`

/** Which events a replay delivers again. */
export interface ReplayRange {
  from: Date
  /** Exclusive. */
  to: Date
  types: readonly WebhookEndpoint['events'][number][]
  /** Whether to deliver only events whose delivery to this endpoint failed or was skipped. */
  only_failed: boolean
}

/** The most events of one replay. */
export const MAX_REPLAYED = 10_000
/** A batch of 500 holds its locks for some 20 ms. */
const BATCH = 500

/**
 * SQL for the events to deliver again, in their order. Events with a pending delivery to the
 * endpoint are left out.
 */
const REPLAYED = `
  select e.position, e.id, e.type from events e
   where e.organization_id = :organization_id and e.created_at >= :from and e.created_at < :to and e.position > :after
     and ('${ALL_EVENTS}' = any(:types::text[]) or e.type = any(:types::text[])) and e.type <> 'endpoint.tested'
     and not exists (select from webhook_deliveries d
                      where d.event_id = e.id and d.endpoint_id = :endpoint_id and d.status = 'pending')
     and (not :only_failed or coalesce((
       select bool_or(d.status in ('failed', 'skipped')) and not bool_or(d.status = 'delivered')
         from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = :endpoint_id), false))
   order by e.position`

/** Counts the events that a replay would deliver, at most `MAX_REPLAYED + 1`. */
export async function countReplayed(
  db: Db,
  organizationId: string,
  endpointId: string,
  range: ReplayRange,
): Promise<number> {
  const text = `select count(*)::int as count from (${REPLAYED} limit ${MAX_REPLAYED + 1}) replayed`
  const values = { organization_id: organizationId, endpoint_id: endpointId, after: 0, ...range }
  const [row] = await sqlText<{ count: number }>(db, text, values)
  return row!.count
}

/**
 * Delivers events to an endpoint again, with the same ids, in batches. A client may repeat a replay
 * that was interrupted: events with a pending delivery are left out.
 * @returns the jobs of the deliveries, at most MAX_REPLAYED
 * @throws AppError not_found, endpoint_inactive
 */
export async function replayEvents(
  db: Db,
  organizationId: string,
  endpointId: string,
  range: ReplayRange,
  opening: Opening,
): Promise<Job[]> {
  const jobs: Job[] = []
  for (let after = '0'; jobs.length < MAX_REPLAYED; ) {
    const batch = await db.transaction(async (transaction) => {
      await lockActive(transaction, organizationId, endpointId)
      const values = { organization_id: organizationId, endpoint_id: endpointId, after, ...range }
      const limit = Math.min(BATCH, MAX_REPLAYED - jobs.length)
      const events = await sqlText<EventRow>(transaction, `${REPLAYED} limit ${limit}`, values)
      const ids = events.map(() => uuid())
      await sql(transaction)`
        insert into webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, is_replay, next_attempt_at)
        select id, ${organizationId}, ${endpointId}, event_id, type, true, now()
          from unnest(${ids}::uuid[], ${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[])
               as replayed (id, event_id, type)`
      await openJobs(transaction, organizationId, ids, opening)
      return { ids, last: events.at(-1)?.position }
    })
    const { request_id } = opening
    jobs.push(...batch.ids.map((id) => ({ id, organization_id: organizationId, request_id })))
    if (batch.ids.length < BATCH) break
    after = batch.last!
  }
  return jobs
}
