import { NIL } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { leastIdAt } from '../lib/db/ids.ts'
import { preparedText } from '../lib/db/statements.ts'
import type { Job } from '../lib/jobs.ts'
import { writeLimitEvents } from './limitMinutes.ts'

/** Key of the advisory lock under which a single process gives events their place in the order. */
export const RELAY_LOCK = 7_614_001

/** The most events of one call. With one endpoint, relaying that many takes some 50 ms. */
export const MAX_RELAYED = 500

/** Hours within which the last attempt of a delivery begins. Ten attempts take up to 90 hours. */
export const DEADLINE_HOURS = 120

export interface Relayed {
  /** How many events got their place or were dropped. At `MAX_RELAYED` or above, more may wait. */
  moved: number
  /** The organizations that have new events. */
  organizations: string[]
  /** The new deliveries, whose workers need a wake-up. */
  deliveries: Job[]
}

/** How a call looks for events. */
export interface RelayLook {
  /** Events with smaller ids are left for a later call. */
  since: string
  /** Endpoints with too many waiting deliveries. New deliveries to them are skipped. */
  crowded: readonly string[]
  /** Milliseconds that a delivery waits for its wake-up before the sweep may take it. */
  wakeUpGraceMs: number
}

interface Moved extends Relayed {
  /** How many events the call has looked at. */
  seen: number
  /** The id of the last of these events. */
  last: string | null
  /** The number of this transaction; null: it wrote nothing. */
  transaction: string | null
  /**
   * Organizations whose events must wait, because another transaction deletes the organization or
   * one of its endpoints.
   */
  locked: string[]
}

const NOTHING: Moved = {
  moved: 0,
  organizations: [],
  deliveries: [],
  seen: 0,
  last: null,
  transaction: null,
  locked: [],
}
const EVERYTHING: RelayLook = { since: NIL, crowded: [], wakeUpGraceMs: 500 }

/**
 * Gives committed events of the outbox their place in the order and creates their deliveries, in
 * one transaction. A single process does this at a time and holds the lock until its commit is
 * visible, so no event appears before events that were already read. Events of deleted
 * organizations are dropped.
 * @returns no events while another process holds the lock
 */
export async function relayEvents(db: Db, look: RelayLook = EVERYTHING): Promise<Relayed> {
  const { moved, organizations, deliveries } = (await move(db, look)) ?? NOTHING
  return { moved, organizations, deliveries }
}

/**
 * Moves batches of events until few are left. @returns undefined while another process holds the
 * lock
 */
function move(db: Db, look: RelayLook): Promise<Moved | undefined> {
  return db.transaction(async (transaction) => {
    const [lock] = await preparedText<{ mine: boolean }>(transaction, LOCK, {})
    if (!lock!.mine) return undefined
    const all: Moved = { ...NOTHING, organizations: [], deliveries: [], locked: [] }
    // Events of locked organizations may fill most of a batch. The next batch leaves them out.
    for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
      const values = { ...look, most: MAX_RELAYED, locked: all.locked }
      const [batch] = await preparedText<Moved>(transaction, MOVE, values)
      all.moved += batch!.moved
      all.organizations.push(...batch!.organizations)
      all.deliveries.push(...batch!.deliveries)
      all.locked.push(...batch!.locked)
      all.seen = batch!.seen
      all.last = batch!.last
      all.transaction = batch!.transaction
      if (batch!.locked.length === 0 || batch!.seen < MAX_RELAYED) break
    }
    return all
  })
}

/** The most batches of one call. */
const MAX_ROUNDS = 20

/** A separate statement: the next statement must not see the time before the lock. */
const LOCK = `select pg_try_advisory_xact_lock(${RELAY_LOCK}) as mine`

/**
 * Waits for no lock. Foreign keys lock the rows of organizations and endpoints, so the statement
 * locks these first, or leaves the events of the organization for later.
 */
const MOVE = `
  with batch as materialized (
    select * from event_outbox where id >= :since::uuid and organization_id <> all(:locked::uuid[]) order by id limit :most
  ), owners as materialized (
    select id from organizations where id = any(array(select organization_id from batch))
  ), held_owners as materialized (
    select id from organizations where id = any(array(select id from owners)) for key share skip locked
  ), endpoints as materialized (
    select id, organization_id from webhook_endpoints
     where organization_id = any(array(select id from held_owners)) and is_active and disabled_at is null
  ), held_endpoints as materialized (
    select id, organization_id, events from webhook_endpoints
     where (organization_id, id) in (select organization_id, id from endpoints) and is_active and disabled_at is null
       for key share skip locked
  ), locked as materialized (
    select id from owners where id not in (select id from held_owners)
    union
    select organization_id from endpoints where id not in (select id from held_endpoints)
  ), taken as (
    delete from event_outbox
     where id = any(array(select id from batch where organization_id not in (select id from locked)))
    returning *
  ), numbered as materialized (
    select taken.*, row_number() over (partition by thread_id order by taken.id) as nth,
           count(*) over (partition by thread_id) as of_thread,
           bool_or(type in ('session.deleted', 'conversation.deleted')) over (partition by thread_id) as is_last
      from taken where organization_id in (select id from owners)
  ), threads as materialized (
    select distinct organization_id, thread_id, of_thread, is_last from numbered where thread_id is not null
  ), counted as (
    insert into thread_sequences as s (organization_id, thread_id, last)
    select organization_id, thread_id, of_thread from threads where not is_last
    on conflict (organization_id, thread_id) do update set last = s.last + excluded.last
    returning thread_id, last
  ), ended as (
    delete from thread_sequences s using (select organization_id, thread_id from threads where is_last) t
     where s.organization_id = t.organization_id and s.thread_id = t.thread_id
    returning s.thread_id, s.last
  ), placed as materialized (
    select numbered.*, case when numbered.thread_id is not null then coalesce(c.last - of_thread, e.last, 0) + nth end as sequence
      from numbered left join counted c using (thread_id) left join ended e using (thread_id)
     order by numbered.id
  ), stored as (
    insert into events (position, id, organization_id, type, target_kind, target_id, thread_id, sequence, agent_id, facts,
                        is_test, created_at)
    select nextval('event_positions'), id, organization_id, type, target_kind, target_id, thread_id, sequence, agent_id, facts,
           is_test, created_at
      from placed
  ), opened as (
    insert into webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, status, last_error,
                                    next_attempt_at, completed_at)
    select event_id(), p.organization_id, e.id, p.id, p.type, case when full_now then 'skipped' else 'pending' end,
           case when full_now then 'too_many_waiting' end, case when not full_now then now() end, case when full_now then now() end
      from placed p
      join (select *, id = any(:crowded::uuid[]) as full_now from held_endpoints) e
        on e.organization_id = p.organization_id and e.events && array['*', p.type]
     order by p.id
    returning id, organization_id, endpoint_id, event_id, status
  ), jobs as (
    insert into open_jobs (lane, id, organization_id, endpoint_id, request_id, sweep_at, deadline_at)
    select 'deliver', id, organization_id, endpoint_id, event_id::text,
           now() + make_interval(secs => :wakeUpGraceMs::float8 / 1000), now() + interval '${DEADLINE_HOURS} hours'
      from opened where status = 'pending'
    returning id, organization_id, request_id
  )
  select (select count(*)::integer from batch) as seen, (select max(id::text) from batch) as last,
         (select count(*)::integer from taken) as moved, pg_current_xact_id()::text as transaction,
         array(select distinct organization_id from placed) as organizations, array(select id from locked) as locked,
         (select coalesce(json_agg(jobs), '[]') from jobs) as deliveries`

export interface RelaySettings {
  /**
   * The most deliveries of an endpoint that may wait. Further deliveries are skipped until fewer
   * wait.
   */
  ENDPOINT_MAX_WAITING: number
  times: { wakeUpGraceMs: number }
}

/** A call looks back this far, because an event gets its id before its commit. */
export const SLACK_SECONDS = 10
/**
 * How far a call looks back before the last move, once all transactions with smaller numbers than
 * the move's have ended: an id is older than the number of its transaction.
 */
const SETTLED_SLACK_SECONDS = 1
/**
 * Milliseconds between calls that begin at the first row, which find events of transactions that
 * took longer.
 */
export const FULL_LOOK_MS = 60_000
/** Milliseconds between counts of the waiting deliveries. Counting a million takes 0.2 s. */
const COUNT_MS = 10_000

/**
 * Makes the function that a process calls several times a second, and again at once after it moved
 * `MAX_RELAYED`. While a transaction keeps an old snapshot, as a dump does, the outbox keeps moved
 * rows. Most calls begin behind these rows.
 */
export function makeRelay(
  db: Db,
  { ENDPOINT_MAX_WAITING, times }: RelaySettings,
): () => Promise<Relayed> {
  let since: string = NIL
  let settled: string = NIL
  let probe: { recent: string; transaction: bigint } | undefined
  let fullAt = 0
  let crowded: string[] = []
  let countAt = 0

  return async () => {
    const now = performance.now()
    if (now >= countAt) {
      crowded = await findCrowded(db, ENDPOINT_MAX_WAITING)
      countAt = now + COUNT_MS
    }
    if (now >= fullAt) {
      await writeLimitEvents(db)
      since = NIL
      fullAt = now + FULL_LOOK_MS
    }
    const look = (await preparedText<OutboxState>(db, LOOK, { since }))[0]!
    if (probe && BigInt(look.oldest_transaction) > probe.transaction) {
      settled = probe.recent
      probe = undefined
    }
    const { wakeUpGraceMs } = times
    const moved =
      look.waiting === null ? NOTHING : await move(db, { since, crowded, wakeUpGraceMs })
    if (moved?.transaction)
      probe ??= { recent: look.recent, transaction: BigInt(moved.transaction) }
    const before = look.before > settled ? look.before : settled
    // A full batch has removed every visible row up to its last event, a smaller batch every
    // visible row.
    if (moved?.locked.length === 0) since = moved.seen < MAX_RELAYED ? before : moved.last!
    const { moved: count, organizations, deliveries } = moved ?? NOTHING
    return { moved: count, organizations, deliveries }
  }
}

interface OutboxState {
  waiting: string | null
  /** The smallest id of `SLACK_SECONDS` ago. */
  before: string
  /** The smallest id of `SETTLED_SLACK_SECONDS` ago. */
  recent: string
  /** The oldest running transaction: all with smaller numbers have ended. */
  oldest_transaction: string
}

const secondsAgo = (seconds: number) =>
  leastIdAt(`(extract(epoch from clock_timestamp()) * 1000)::bigint - ${seconds * 1000}`)

const LOOK = `
  select (select id from event_outbox where id >= :since::uuid order by id limit 1) as waiting,
         ${secondsAgo(SLACK_SECONDS)} as before, ${secondsAgo(SETTLED_SLACK_SECONDS)} as recent,
         pg_snapshot_xmin(pg_current_snapshot())::text as oldest_transaction`

/** Returns the endpoints with too many waiting deliveries. */
async function findCrowded(db: Db, most: number): Promise<string[]> {
  const rows = await preparedText<{ id: string }>(db, CROWDED, { most })
  return rows.map(({ id }) => id)
}

const CROWDED = `
  select endpoint_id as id from open_jobs where endpoint_id is not null group by endpoint_id having count(*) >= :most`
