import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/prepared.ts'
import { type Backlog, type QueueCapacity, unfinishedOf, waitingOf } from '../queue/backlog.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { OPEN_STATUS, type ThreadKind } from './threads.ts'

/** The statement that accepts messages, and what it says of each; `accept.ts` decides what is made of that. */

export interface NewMessage {
  organization_id: string
  thread: { kind: ThreadKind; id: string }
  /** A visitor, who reaches only their own sessions; null: a caller that reaches all of the organization's. */
  subject: string | null
  content: string
  metadata: Record<string, unknown>
  /** `reject`: refuse while an earlier reply of the thread is unfinished. */
  on_busy: 'queue' | 'reject'
  request_id: string
  /** Address of the API process that waits for the reply. */
  waiter: string
  /** Whether the reply is to be seen while it is written. */
  streamed: boolean
  /** Whether it is to be kept how the reply comes about. */
  traced: boolean
  deadline_seconds: number
  /** How long it waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
  /** How many replies may wait for a worker. */
  capacity: QueueCapacity
}

/** What one statement accepts. */
export interface AskedMessage {
  message: NewMessage
  /** Stored with it: a repetition that comes at the same instant is refused by its key. */
  request?: IdempotentRequest
  reply_id: string
  question_id: string
  traceparent: string | null
}

/** What was found. The thread's columns are null if there is no thread. */
export interface AcceptOutcome extends Backlog {
  reply_id: string
  status: string | null
  is_active: boolean
  accepted: boolean
  is_key_used: boolean
  /**
   * It may be accepted, but another transaction has locked its thread's row, or capacity is too short to accept several at
   * once.
   */
  is_held_up: boolean
}

/** Messages that are accepted with one statement. */
export const MAX_AT_ONCE = 20
/** With less capacity left than this, messages are accepted one at a time: statements that do not see each other may each let in as many. */
export const AMPLE_CAPACITY = 10 * MAX_AT_ONCE

/**
 * One statement, and therefore one transaction. The update of a thread takes its row's lock: messages posted at once get their places
 * one after the other. Who waited for the lock sees the row anew, but not the rest; hence the look at `last_seq`, without which
 * two rejecting messages could both be let in. Several messages wait for no lock: another may hold one while it waits for theirs. Nor does one, but in a
 * transaction.
 *
 * The room is counted as of the statement's beginning: see `backlog.ts` on how many more may slip in.
 */
export async function acceptAll(
  db: Db,
  asked: readonly AskedMessage[],
  patience: Patience,
): Promise<AcceptOutcome[]> {
  const [{ message }] = asked as [AskedMessage]
  const rows = await preparedText<AcceptOutcome>(
    db,
    asked.length > 1 ? ACCEPT_SEVERAL : ACCEPT_ONE[patience],
    {
      given: JSON.stringify(asked.map(toRow)),
      organizationCapacity: message.capacity.organization,
      totalCapacity: message.capacity.total,
      floor: message.capacity.floor,
    },
    'once',
  )
  const seen = new Map(rows.map((row) => [row.reply_id, row]))
  return asked.map(({ reply_id }) => seen.get(reply_id)!)
}

function toRow({ message, request, ...ids }: AskedMessage) {
  const { thread, capacity: _, ...columns } = message
  const { endpoint, key, body_hash } = request ?? {}
  const of = { kind: thread.kind, thread_id: thread.id, open_status: OPEN_STATUS[thread.kind] }
  return { ...ids, ...columns, ...of, endpoint, key, body_hash: body_hash?.toString('hex') }
}

/** Whether a message whose thread's row is locked waits for it or is skipped. */
type Patience = '' | 'skip locked'

/** SQL for whether a row of `seen` may be accepted. The floor is an organization's own, however many rows of others wait. */
const hasCapacity = (spare: number) => `organization + ${spare} < :organizationCapacity::int
  and (total + ${spare} < :totalCapacity::int or organization + ${spare} < :floor::int)`

/**
 * `offset 0`: the thread is looked for by its id alone. To the plan of an empty database an index of all of the organization's threads is as good.
 * @param spare so much room must be left besides, for what other statements let in at the same moment
 */
const accepting = (patience: Patience, spare: number) => `
  with given as materialized (
    select given.*, row_number() over () as nth, row_number() over (partition by organization_id) as nth_of_own
      from json_to_recordset(:given::json) as given (
        reply_id uuid, question_id uuid, organization_id uuid, kind text, thread_id uuid, open_status text, subject text, content text,
        metadata jsonb, on_busy text, request_id text, traceparent text, waiter text, streamed boolean, traced boolean,
        deadline_seconds float8, wake_up_grace_ms float8, endpoint text, key text, body_hash text)
  ), own as materialized (
    select organization_id, (select count(*)::int from (
             select from messages m
              where ${waitingOf('m')} = o.organization_id
                and wake_at is not null and status = 'queued'
              order by wake_at limit :organizationCapacity) queued) as organization
      from (select distinct organization_id from given) o
  ), everybodys as materialized (
    select count(*)::int as total from (
      select from messages m where wake_at is not null and status = 'queued'
       order by ${waitingOf('m')}, wake_at limit :totalCapacity) queued
  ), seen as materialized (
    select given.*, (organization + nth_of_own - 1)::int as organization, (total + nth - 1)::int as total,
           t.status, t.last_seq, t.is_active, t.busy,
           (select k.key from idempotency_keys k
             where k.organization_id = given.organization_id and k.endpoint = given.endpoint and k.key = given.key)
             is not null as is_key_used
      from given join own using (organization_id) cross join everybodys
      left join lateral (
        select t.status, t.last_seq, a.is_active,
               (select m.id from messages m where ${unfinishedOf('m')} = t.id and m.completed_at is null limit 1) is not null as busy
          from (select * from threads where id = given.thread_id offset 0) t
          join agents a on a.id = t.agent_id and a.organization_id = t.organization_id and a.deleted_at is null
         where t.organization_id = given.organization_id and t.kind = given.kind
           and (given.subject is null or t.subject = given.subject)
         limit 1) t on true
  ), welcome as materialized (
    select * from seen
     where ${hasCapacity(0)} and status = open_status and is_active and not is_key_used
  ), held as (
    select welcome.*, t.agent_id, t.status_now, t.seq
      from welcome cross join lateral (
        select t.agent_id, t.status as status_now, t.last_seq as seq from threads t
         where t.id = welcome.thread_id
           and ${hasCapacity(spare)}
           for no key update ${patience}) t
  ), placed as (
    update threads t set last_seq = seq + 2, active_at = now(), updated_at = now()
      from held
     where t.id = any(array(select thread_id from held)) and t.id = held.thread_id and status_now = open_status and (on_busy = 'queue' or (not busy and seq = held.last_seq))
    returning held.*
  ), stored as (
    insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, metadata, completed_at, in_reply_to,
                          request_id, traceparent, waiter, streamed, traced, wake_at, deadline_at)
    select question_id, organization_id, thread_id, agent_id, seq + 1, 'user', 'completed', content, metadata, now(), null,
           request_id, null, null, false, false, null, null
      from placed
     union all
    select reply_id, organization_id, thread_id, agent_id, seq + 2, 'assistant', 'queued', null, '{}', null, question_id,
           request_id, traceparent, waiter, streamed, traced, now() + make_interval(secs => wake_up_grace_ms / 1000),
           now() + make_interval(secs => deadline_seconds)
      from placed
  ), taken as (
    insert into idempotency_keys (organization_id, endpoint, key, body_hash, record_id)
    select organization_id, endpoint, key, decode(body_hash, 'hex'), reply_id from placed where key is not null
  )
  select reply_id, status, is_active, organization, total, is_key_used,
         exists (select from placed where placed.reply_id = seen.reply_id) as accepted,
         exists (select from welcome where welcome.reply_id = seen.reply_id)
           and not exists (select from held where held.reply_id = seen.reply_id) as is_held_up
    from seen`
const ACCEPT_ONE = { '': accepting('', 0), 'skip locked': accepting('skip locked', 0) }
const ACCEPT_SEVERAL = accepting('skip locked', AMPLE_CAPACITY)
