import type { QueueCapacity } from '../jobs/backlog.ts'
import { endsTalk } from '../languages/smallTalk.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { threadRow } from '../lib/db/threadRow.ts'
import type { AppError } from '../lib/errors.ts'
import { type AttachedFile, freeFiles } from './attachments.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { OPEN_STATUS, type ThreadKind } from './threads.ts'

/**
 * The statement that accepts messages, and its outcome for each message. `accept.ts` turns an
 * outcome into a result or an error.
 */

export interface NewMessage {
  organization_id: string
  thread: { kind: ThreadKind; id: string }
  /**
   * The application whose key or token posted the message; null: a user of the dashboard posted it.
   */
  application_id?: string | null
  /**
   * The visitor's subject, which limits the caller to the sessions of their `SessionReach`; null:
   * the caller reaches all sessions of the organization.
   */
  subject: string | null
  /** The context of the customer, if the visitor is verified. */
  context_id?: string | null
  content: string
  /**
   * Whether the message asks for a person. If the agent's policy allows it, it then gets a person
   * without a call of a model.
   */
  asks_for_person?: boolean
  metadata: Record<string, unknown>
  /** Ids of files that were uploaded for the message; undefined: none. */
  attachments?: readonly string[] | undefined
  /** `reject`: the message is refused while an earlier reply of the thread is unfinished. */
  on_busy: 'queue' | 'reject'
  request_id: string
  /** Address of the API process that waits for the reply. */
  reply_to: string
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  /** Whether the trace of the reply is kept. */
  traced: boolean
  deadline_seconds: number
  /** Milliseconds that the reply waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
  /** Limits of the replies that wait for a worker. */
  capacity: QueueCapacity
  /**
   * Why no model may answer. The message is then refused, unless it repeats an accepted message or
   * needs no model. undefined: a model may answer.
   */
  refusal?: AppError | undefined
}

/** A message to accept, with the ids and values to store with it. */
export interface AskedMessage {
  message: NewMessage
  /** Whether the queue has room for one more reply. */
  has_capacity: boolean
  /** Stored with the message, so that its key refuses a concurrent repetition. */
  request?: IdempotentRequest | undefined
  reply_id: string
  question_id: string
  traceparent: string | null
}

/** The outcome for one message. The columns of the thread are null if the thread does not exist. */
export interface AcceptOutcome {
  reply_id: string
  question_id: string
  status: string | null
  is_active: boolean
  /** Whether the agent takes files. */
  allow_attachments: boolean
  /** The named files that the message has or could have; null: none. */
  files: AttachedFile[] | null
  accepted: boolean
  agent_id: string | null
  /** Whether no earlier reply of the thread is known to be unfinished. */
  is_first: boolean
  /** Whether people have the thread, so that the question was stored and no reply was opened. */
  is_handed_off: boolean
  is_key_used: boolean
  /**
   * Whether the message must be retried because of another transaction. That transaction has locked
   * the row of the thread, has handed it off or returned it, or has stored a message that may have
   * taken this message's files.
   */
  is_locked: boolean
}

/** The most messages that one statement accepts. */
export const MAX_AT_ONCE = 20

/**
 * Accepts messages with one statement, and therefore in one transaction. The update of a thread
 * locks its row, so that concurrent messages get consecutive places. A message that waited for the
 * lock sees the new state of this row, but the old state of all others. The statement notices this
 * by `last_seq`; otherwise two messages with `reject` could both be accepted.
 * @param patience '' only for a single message in the transaction of its request. Several messages
 *   could hold a lock and wait for another lock
 */
export async function acceptAll(
  db: Db,
  asked: readonly AskedMessage[],
  patience: Patience,
): Promise<AcceptOutcome[]> {
  const rows = await preparedText<AcceptOutcome>(db, ACCEPT[patience], {
    given: JSON.stringify(asked.map(toRow)),
  })
  const seen = new Map(rows.map((row) => [row.reply_id, row]))
  return asked.map(({ reply_id }) => seen.get(reply_id)!)
}

function toRow({ message, request, ...ids }: AskedMessage) {
  const { thread, capacity: _, refusal, ...columns } = message
  const { endpoint, key, body_hash } = request ?? {}
  return {
    ...ids,
    ...columns,
    endpoint,
    key,
    body_hash: body_hash?.toString('hex'),
    kind: thread.kind,
    thread_id: thread.id,
    open_status: OPEN_STATUS[thread.kind],
    ends_talk: endsTalk(message.content),
    may_ask_model: !refusal,
  }
}

/** Whether a message whose thread is locked waits for the lock ('') or is skipped. */
type Patience = '' | 'skip locked'

/**
 * `open_seq` is the place of the thread's first unfinished reply. The search for it begins at
 * `first_open_seq`, which each accept moves up to it, so it costs the same however many replies the
 * thread has had (see `scanBounds.ts`). A message that waited for the lock leaves `first_open_seq`
 * unchanged, because it does not see the replies that were opened during the wait.
 *
 * While people have the thread (`handoff_id`), only the question is stored, even if the agent, the
 * queue or the budgets would refuse a reply. The customer's wait begins now, unless the message
 * only thanks for an answer.
 *
 * A message that asks for a person needs no model, so it is accepted even if budgets are spent or
 * models are down. The worker checks it again, with the policy of that moment.
 */
const accepting = (patience: Patience) => `
  with given as materialized (
    select * from json_to_recordset(:given::json) as given (
        reply_id uuid, question_id uuid, organization_id uuid, kind text, thread_id uuid, open_status text, application_id uuid, subject text, context_id uuid, content text, ends_talk boolean, asks_for_person boolean,
        attachments uuid[], metadata jsonb, on_busy text, request_id text, traceparent text, reply_to text, streamed boolean, traced boolean,
        deadline_seconds float8, wake_up_grace_ms float8, has_capacity boolean, may_ask_model boolean, endpoint text, key text, body_hash text)
  ), seen as materialized (
    select given.*, t.status, t.last_seq, t.is_active, t.allow_attachments, t.open_seq, not (coalesce(asks_for_person, false) and hands_off) as needs_model, t.handoff_id as seen_handoff_id,
           case when t.status is not null and cardinality(given.attachments) > 0 then ${freeFiles('given')} end as files,
           (select k.key from idempotency_keys k
             where k.organization_id = given.organization_id and k.endpoint = given.endpoint and k.key = given.key)
             is not null as is_key_used
      from given
      left join lateral (
        select t.status, t.last_seq, t.handoff_id, a.is_active, a.allow_attachments, a.hands_off,
               (select j.position from open_jobs j where j.thread_id = t.id and j.position >= t.first_open_seq
                 order by j.position limit 1) as open_seq
          from ${threadRow('given.thread_id')} t
         cross join lateral (
           select is_active, allow_attachments, coalesce((handoff_policy->>'on_request')::boolean, false) as hands_off from agents
            where id = t.agent_id and organization_id = t.organization_id and deleted_at is null limit 1) a
         where t.organization_id = given.organization_id and t.kind = given.kind
           and (given.subject is null or (t.customer_id is null and t.subject = given.subject)
             or t.customer_id = (select user_reference from contexts c
                                  where c.organization_id = given.organization_id and c.id = given.context_id))) t on true
  ), welcome as materialized (
    select * from seen
     where (seen_handoff_id is not null or (has_capacity and is_active and (may_ask_model or not needs_model))) and status = open_status and not is_key_used
       and coalesce(cardinality(attachments), 0) = coalesce(jsonb_array_length(files), 0)
       and (allow_attachments or files is null)
  ), held as (
    select welcome.*, t.agent_id, t.status_now, t.seq, t.handoff_id, t.handoff_epoch,
           t.handoff_id is distinct from seen_handoff_id or (files is not null and t.seq <> last_seq) as is_outdated
      from welcome cross join lateral (
        select t.agent_id, t.status as status_now, t.last_seq as seq, t.handoff_id, t.handoff_epoch
          from ${threadRow('welcome.thread_id', `for no key update ${patience}`)} t) t
  ), placed as (
    update threads t
       set last_seq = seq + case when held.handoff_id is null then 2 else 1 end, active_at = now(), updated_at = now(),
           first_open_seq = case when seq = held.last_seq then coalesce(open_seq, seq + 2) else first_open_seq end
      from held
     where t.id = any(array(select thread_id from held)) and t.id = held.thread_id and status_now = open_status and not is_outdated
       and (on_busy = 'queue' or held.handoff_id is not null or (open_seq is null and seq = held.last_seq))
    returning held.*, t.first_open_seq
  ), asked as (
    insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, attachments, metadata, completed_at, request_id)
    select question_id, organization_id, thread_id, agent_id, seq + 1, 'user', 'completed', content, files, metadata, now(), request_id
      from placed
  ), attached as (
    update attachments f set message_id = placed.question_id
      from placed
     where f.id = any(array(select unnest(attachments) from placed where files is not null)) and f.id = any(placed.attachments)
  ), opened as (
    insert into open_jobs (lane, id, organization_id, thread_id, position, first_position, agent_id, application_id, question_id,
                           request_id, traceparent, reply_to, streamed, traced, needs_model, epoch, sweep_at, deadline_at)
    select 'reply', reply_id, organization_id, thread_id, seq + 2, first_open_seq, agent_id, application_id, question_id, request_id,
           traceparent, reply_to, streamed, traced, needs_model, handoff_epoch, now() + make_interval(secs => wake_up_grace_ms / 1000),
           now() + make_interval(secs => deadline_seconds)
      from placed where handoff_id is null
  ), waiting as (
    update handoffs h
       set questions = questions + 1, last_question_id = placed.question_id, updated_at = now(),
           waiting_since = coalesce(waiting_since, case when first_reply_at is null or not ends_talk then now() end)
      from placed
     where h.id = any(array(select handoff_id from placed where handoff_id is not null)) and h.id = placed.handoff_id
  ), taken as (
    insert into idempotency_keys (organization_id, endpoint, key, body_hash, record_id)
    select organization_id, endpoint, key, decode(body_hash, 'hex'),
           case when handoff_id is null then reply_id else question_id end
      from placed where key is not null
  )
  select reply_id, seen.question_id, seen.status, seen.is_active, seen.allow_attachments, seen.files, seen.is_key_used,
         placed.reply_id is not null as accepted, placed.agent_id,
         placed.open_seq is null or placed.seq <> placed.last_seq as is_first,
         placed.handoff_id is not null as is_handed_off,
         exists (select from welcome where welcome.reply_id = seen.reply_id)
           and not exists (select from held where held.reply_id = seen.reply_id and not is_outdated) as is_locked
    from seen left join placed using (reply_id)`
const ACCEPT = { '': accepting(''), 'skip locked': accepting('skip locked') }
