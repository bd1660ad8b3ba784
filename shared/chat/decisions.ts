import { v7 as uuid } from 'uuid'
import { findFull, type QueueCapacity } from '../jobs/backlog.ts'
import type { Db } from '../lib/db/db.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { prepared } from '../lib/db/statements.ts'
import { AppError, notFound } from '../lib/errors.ts'
import { traceparent } from '../lib/observability/tracing.ts'
import type { CallState } from '../tools/steps.ts'
import { AGENT_INACTIVE, closedText } from './accept.ts'
import { OPEN_STATUS, type ThreadKind } from './threads.ts'

/** What somebody says to a tool call that waits for a decision. */
export interface Decision {
  organization_id: string
  thread: { kind: ThreadKind; id: string }
  /** The reply that asked for the call. */
  message_id: string
  call_id: string
  /** Of the call, as the decider has read it. */
  digest: string
  decision: 'approve' | 'deny'
  note: string | null
  /** Visitors and keys decide for the customer, users of the dashboard for people. */
  decided_as: 'visitor' | 'key' | 'user'
  user_id: string | null
  /** null: a user of the dashboard decides. */
  application_id: string | null
  request_id: string
  /** Address of the API process that waits for the continuation. */
  reply_to: string
  /** Whether a client follows the continuation while it is written. */
  streamed: boolean
  deadline_seconds: number
  /** Milliseconds that the continuation waits for its wake-up before the sweep may take it. */
  wake_up_grace_ms: number
  capacity: QueueCapacity
  /** Why no model may answer; undefined: a model may answer. */
  refusal: AppError | undefined
}

/** A stored decision. */
export interface Decided {
  /** The id of the reply that continues; if others have to decide first, of the reply that asked. */
  id: string
  continues: boolean
  /** Whether to send a wake-up for the continuation. */
  mustWake: boolean
}

interface DecidedThread {
  status: string
  agent_id: string
  first_open_seq: number
  is_playground: boolean
}

interface DecidedCall {
  question_id: string
  step: number
  state: CallState
  decides: 'customer' | 'person' | null
  digest: string | null
  is_due: boolean
}

/**
 * Stores a decision, and opens the reply that continues the one that asked, once nothing of it waits
 * for a decision any more. A decision is used up in the transaction that stores it, and the call in
 * the one that begins it. The same decision again stores nothing, and returns the continuation.
 * @throws AppError not_found; scope: somebody else decides; decision_changed, decision_expired,
 *   decision_used, thread_closed, agent_inactive, queue_full, and the refusal; RowLocked. Nothing
 *   is stored then
 */
export type Decide = (db: Db, decision: Decision) => Promise<Decided>

/** Makes a `Decide`. @param rowLockedMs milliseconds for which a locked thread is retried */
export function makeDecide(rowLockedMs: number): Decide {
  return (db, decision) =>
    untilFree(
      () =>
        db.transaction(async (transaction) => {
          const thread = await lockThread(transaction, decision)
          return thread && decideWithin(transaction, decision, thread)
        }),
      rowLockedMs,
    )
}

/**
 * Locks the thread, before the open job and the steps, as every other writer does.
 * @returns undefined: another transaction has locked it
 * @throws AppError not_found
 */
async function lockThread(
  transaction: Db,
  { organization_id, thread: { id, kind } }: Decision,
): Promise<DecidedThread | undefined> {
  const [locked] = await prepared<DecidedThread>(transaction)`
    select status, agent_id, first_open_seq, is_playground from threads
     where organization_id = ${organization_id} and id = ${id} and kind = ${kind} for no key update skip locked`
  if (locked) return locked
  const rows = await prepared(transaction)`
    select from threads where organization_id = ${organization_id} and id = ${id} and kind = ${kind}`
  if (!rows.length) throw notFound(kind)
  return undefined
}

async function decideWithin(
  transaction: Db,
  decision: Decision,
  thread: DecidedThread,
): Promise<Decided> {
  const call = await lockCall(transaction, decision)
  requireMay(decision, call, thread)
  if (call.digest !== decision.digest.toLowerCase())
    throw new AppError(
      'decision_changed',
      'The digest is not that of the call. Read the reply again, and decide on what it says.',
    )
  if (call.state !== 'waiting') return earlierDecision(transaction, decision, call)
  if (!call.is_due) throw expired()
  const { kind } = decision.thread
  if (thread.status !== OPEN_STATUS[kind])
    throw new AppError('thread_closed', closedText(kind, thread.status))
  await storeDecision(transaction, decision)
  if (await isAnyWaiting(transaction, decision))
    return { id: decision.message_id, continues: false, mustWake: false }
  await requireRoom(transaction, decision, thread)
  return openContinuation(transaction, decision, thread, call.question_id)
}

/** @throws AppError not_found: the reply has not asked for this call, or nobody decides it */
async function lockCall(
  transaction: Db,
  { organization_id, thread, message_id, call_id }: Decision,
): Promise<DecidedCall> {
  const [call] = await prepared<DecidedCall>(transaction)`
    select question_id, step, state, decides, encode(digest, 'hex') as digest,
           expires_at > clock_timestamp() as is_due
      from reply_steps
     where organization_id = ${organization_id} and call_id = ${call_id} and reply_id = ${message_id}
       and thread_id = ${thread.id} and decides is not null
       for no key update`
  if (!call) throw notFound('action')
  return call
}

/**
 * Refuses who may not decide. In the playground, the user of the dashboard is the customer.
 * @throws AppError scope
 */
function requireMay(
  { decided_as }: Decision,
  { decides }: DecidedCall,
  { is_playground }: DecidedThread,
): void {
  const isUser = decided_as === 'user'
  if (decides === 'person' && !isUser)
    throw new AppError(
      'scope',
      'A person of the organization decides this, signed in to the dashboard.',
    )
  if (decides === 'customer' && isUser && !is_playground)
    throw new AppError(
      'scope',
      "The customer decides this: with the widget, or with a key that passes on the customer's word.",
    )
}

const expired = () =>
  new AppError(
    'decision_expired',
    'Nobody has decided in time, or people have taken the chat over. Ask the agent again.',
  )

/** Answers a repeated decision with what the first one began. @throws AppError decision_used */
async function earlierDecision(
  transaction: Db,
  { organization_id, thread, message_id, decision }: Decision,
  { state }: DecidedCall,
): Promise<Decided> {
  if (state === 'expired') throw expired()
  const earlier = state === 'denied' ? 'deny' : 'approve'
  if (earlier !== decision)
    throw new AppError('decision_used', 'The call was decided already, in the other way.', {
      data: { state },
    })
  const [continuation] = await prepared<{ id: string; is_open: boolean }>(transaction)`
    select id, true as is_open from open_jobs
     where lane = 'reply' and organization_id = ${organization_id} and thread_id = ${thread.id}
       and question_id = ${message_id}
     union all
    select id, false from messages
     where organization_id = ${organization_id} and in_reply_to = ${message_id}
     limit 1`
  if (!continuation) return { id: message_id, continues: false, mustWake: false }
  return { id: continuation.id, continues: true, mustWake: continuation.is_open }
}

const storeDecision = (
  transaction: Db,
  { organization_id, call_id, decision, decided_as, user_id, note }: Decision,
) =>
  prepared(transaction)`
    update reply_steps
       set state = ${decision === 'approve' ? 'approved' : 'denied'}, decided_at = clock_timestamp(),
           decided_as = ${decided_as}, decided_by = ${user_id}, note = ${note},
           ended_at = case when ${decision === 'deny'}::boolean then clock_timestamp() end
     where organization_id = ${organization_id} and call_id = ${call_id} and state = 'waiting'`

/**
 * Whether another call of the reply waits for a decision. Ends those that have waited too long, so
 * that the continuation finds none of them.
 */
async function isAnyWaiting(
  transaction: Db,
  { organization_id, message_id }: Decision,
): Promise<boolean> {
  await prepared(transaction)`
    update reply_steps set state = 'expired', ended_at = clock_timestamp()
     where organization_id = ${organization_id} and reply_id = ${message_id} and state = 'waiting'
       and expires_at <= clock_timestamp()`
  const rows = await prepared(transaction)`
    select from reply_steps
     where organization_id = ${organization_id} and reply_id = ${message_id} and state = 'waiting' limit 1`
  return rows.length > 0
}

/** Refuses as a message is refused. @throws AppError agent_inactive, queue_full, the refusal */
async function requireRoom(
  transaction: Db,
  { organization_id, capacity, refusal }: Decision,
  { agent_id }: DecidedThread,
): Promise<void> {
  const [agent] = await prepared(transaction)`
    select from agents
     where organization_id = ${organization_id} and id = ${agent_id} and is_active and deleted_at is null`
  if (!agent) throw new AppError('agent_inactive', AGENT_INACTIVE)
  if (refusal) throw refusal
  const full = await findFull(transaction, 'reply', organization_id, capacity)
  if (full) throw full
}

/** Opens the reply that continues the one that asked, at the end of the thread. */
async function openContinuation(
  transaction: Db,
  decision: Decision,
  thread: DecidedThread,
  questionId: string,
): Promise<Decided> {
  const { organization_id, message_id } = decision
  const id = uuid()
  const [opened] = await prepared<{ is_first: boolean }>(transaction)`
    with placed as (
      update threads t
         set last_seq = last_seq + 1, active_at = clock_timestamp(), updated_at = clock_timestamp(),
             first_open_seq = coalesce(unfinished.position, last_seq + 1)
        from (select (select position from open_jobs
                       where thread_id = ${decision.thread.id} and position >= ${thread.first_open_seq}
                       order by position limit 1) as position) unfinished
       where t.organization_id = ${organization_id} and t.id = ${decision.thread.id}
      returning t.last_seq, t.first_open_seq, t.handoff_epoch, t.agent_id, unfinished.position is null as is_first
    ), opened as (
      insert into open_jobs (lane, id, organization_id, thread_id, position, first_position, agent_id, application_id,
                             question_id, asked_id, request_id, traceparent, reply_to, streamed, traced, needs_model,
                             epoch, steps, sweep_at, deadline_at)
      select 'reply', ${id}, ${organization_id}, ${decision.thread.id}, last_seq, first_open_seq, agent_id,
             ${decision.application_id}, ${message_id}, ${questionId}, ${decision.request_id}, ${traceparent() ?? null},
             ${decision.reply_to}, ${decision.streamed},
             exists (select from reply_traces
                      where organization_id = ${organization_id} and reply_id = ${message_id}),
             true, handoff_epoch,
             (select max(step) from reply_steps
               where organization_id = ${organization_id} and question_id = ${questionId}),
             clock_timestamp() + make_interval(secs => ${decision.wake_up_grace_ms / 1000}::float8),
             clock_timestamp() + make_interval(secs => ${decision.deadline_seconds}::float8)
        from placed
    )
    select is_first from placed`
  return { id, continues: true, mustWake: opened!.is_first }
}
