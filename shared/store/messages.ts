import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import { AppError, type JobError, notFound } from '../errors.ts'
import { type Backlog, fullness, type Room } from './backlog.ts'
import { type Page, type Paged, toPage } from './paging.ts'
import { OPEN_STATUS, type ThreadKind, threadRecords } from './threads.ts'

/** What a reply rests on. `quote` stands word for word in the knowledge entry. */
export interface Citation {
  knowledge_id: string
  kind: 'file' | 'qa' | 'url'
  title: string | null
  url: string | null
  quote: string
  /** How well the chunk matched the question; comparable within one reply only. */
  score: number
}

export interface Message {
  id: string
  thread_id: string
  thread_kind: ThreadKind
  agent_id: string
  /** Its place in the thread. */
  seq: number
  /** Of a reply: how often a worker has begun it. */
  attempt: number
  /** Of a reply: whether somebody wants to see it while it is written. */
  streamed: boolean
  role: 'user' | 'assistant'
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled'
  content: string | null
  in_reply_to: string | null
  metadata: Record<string, unknown>
  /** Of the request that posted the question; a question and its reply have the same. */
  request_id: string
  citations: Citation[]
  /** Of a completed reply: whether knowledge supports it. null also for replies from before this was told. */
  grounded: boolean | null
  model: string | null
  finish_reason: string | null
  error: JobError | null
  usage: { input_tokens: number; output_tokens: number; cost_usd: number | null } | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

export interface NewMessage {
  organization_id: string
  thread: { kind: ThreadKind; id: string }
  /** A visitor, who reaches no sessions but their own; null: whoever reaches all of the organization's. */
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
  /** How many replies may wait for a worker. */
  room: Room
}

/**
 * Seconds a queued row waits for its doorbell before the sweeper takes it. With the sweeper's own half second, a
 * lost doorbell costs at most about one second.
 */
export const DOORBELL_SECONDS = 0.5

/**
 * Stores the question and its queued reply, in one statement and therefore one transaction. The update of the thread
 * takes its row's lock: messages posted at once get their places one after the other. Who waited for the lock sees the
 * row anew, but not `seen`; hence the look at `last_seq`, without which two rejecting messages could both be let in.
 * @returns the id of the reply
 * The room is counted as of the statement's beginning: see `backlog.ts` on how many more may slip in.
 *
 * @throws AppError not_found, agent_inactive, thread_closed, conversation_busy, queue_full: then nothing is stored
 */
export async function acceptMessage(db: Db, message: NewMessage): Promise<string> {
  const { organization_id, thread, request_id, room } = message
  const questionId = uuid()
  const replyId = uuid()
  const [seen] = await sql<Seen>(db)`
    with backlog as (
      select (select count(*)::int from (
               select from messages
                where organization_id = ${organization_id} and wake_at is not null and status = 'queued'
                limit ${room.organization}) own) as organization,
             (select count(*)::int from (
               select from messages where wake_at is not null and status = 'queued'
                limit ${room.total}) everybodys) as total
    ), seen as (
      select t.id, t.status, t.last_seq, a.is_active,
             (select m.id from messages m where m.thread_id = t.id and m.completed_at is null limit 1)
               is not null as busy
        from threads t join agents a on a.id = t.agent_id and a.organization_id = t.organization_id
       where t.organization_id = ${organization_id} and t.kind = ${thread.kind} and t.id = ${thread.id}
         and (${message.subject}::text is null or t.subject = ${message.subject})
    ), place as (
      update threads t set last_seq = t.last_seq + 2, active_at = now(), updated_at = now()
        from seen, backlog
       where backlog.organization < ${room.organization} and backlog.total < ${room.total}
         and t.id = seen.id and t.organization_id = ${organization_id}
         and t.status = ${OPEN_STATUS[thread.kind]} and seen.is_active
         and (${message.on_busy === 'queue'} or (not seen.busy and t.last_seq = seen.last_seq))
      returning t.id, t.agent_id, t.last_seq
    ), question as (
      insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, metadata,
                            request_id, completed_at)
      select ${questionId}::uuid, ${organization_id}::uuid, place.id, place.agent_id, place.last_seq - 1, 'user',
             'completed', ${message.content}, ${JSON.stringify(message.metadata)}::jsonb, ${request_id}, now()
        from place
      returning id
    ), reply as (
      insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, in_reply_to, request_id,
                            waiter, streamed, traced, wake_at, deadline_at)
      select ${replyId}::uuid, ${organization_id}::uuid, place.id, place.agent_id, place.last_seq, 'assistant',
             'queued', question.id, ${request_id}, ${message.waiter}, ${message.streamed}::boolean, ${message.traced}::boolean,
             now() + make_interval(secs => ${DOORBELL_SECONDS}), now() + make_interval(secs => ${message.deadline_seconds})
        from place, question
      returning id
    )
    select seen.status, seen.is_active, backlog.organization, backlog.total,
           exists (select from reply) as accepted
      from seen, backlog`
  if (!seen) throw notFound(thread.kind)
  if (seen.accepted) return replyId
  if (!seen.is_active) throw new AppError('agent_inactive', AGENT_INACTIVE)
  const full = fullness(seen, room)
  if (full) throw full
  // It may have been closed, or deleted, while this message waited for the lock.
  await threadRecords[thread.kind].get(db, organization_id, thread.id)
  if (seen.status !== OPEN_STATUS[thread.kind] || message.on_busy === 'queue')
    throw new AppError('thread_closed', closedText(thread.kind, seen.status))
  throw new AppError(
    'conversation_busy',
    `This ${thread.kind} has an unfinished reply. Wait for it, or post without on_busy to have both answered in order.`,
    { retryAfter: 2 },
  )
}

interface Seen extends Backlog {
  status: string
  is_active: boolean
  accepted: boolean
}

const closedText = (kind: ThreadKind, status: string) =>
  status === 'expired'
    ? `This ${kind} has expired: nothing happened in it for too long. Open a new one.`
    : `This ${kind} takes no more messages. Open a new one.`

export const AGENT_INACTIVE = 'The agent is inactive. Activate it, or use another one.'

const columns = (db: Db) =>
  db
    .select('m.*', 't.kind as thread_kind')
    .select(
      db.raw(`case when u.reply_id is not null then json_build_object('input_tokens', u.input_tokens,
        'output_tokens', u.output_tokens, 'cost_usd', u.cost_usd::float8) end as usage`),
    )
    .from('messages as m')
    .join('threads as t', 't.id', 'm.thread_id')
    .leftJoin('usages as u', (on) => on.on('u.reply_id', 'm.id').andOn('u.attempt', 'm.attempt'))

/** @throws AppError not_found, also for a message of another thread */
export async function getMessage(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
): Promise<Message> {
  const [message] = await columns(db).where({
    'm.organization_id': organizationId,
    'm.thread_id': threadId,
    'm.id': id,
  })
  if (!message) throw notFound('message')
  return message
}

/** In the thread's order. @throws AppError not_found when `after` is no message of the thread */
export async function listMessages(
  db: Db,
  organizationId: string,
  threadId: string,
  page: Page,
): Promise<Paged<Message>> {
  const after = page.after && (await getMessage(db, organizationId, threadId, page.after))
  const rows = await columns(db)
    .where({ 'm.organization_id': organizationId, 'm.thread_id': threadId })
    .modify((query) => {
      if (after) query.where('m.seq', page.order === 'asc' ? '>' : '<', after.seq)
    })
    .orderBy('m.seq', page.order)
    .limit(page.limit + 1)
  return toPage(rows, page)
}

/** Those of `ids` that are finished. The ids come from this process's own waiters, each of which was let in by its organization. */
export async function readFinishedReplies(db: Db, ids: readonly string[]): Promise<Message[]> {
  return columns(db).whereIn('m.id', ids).whereIn('m.status', ['completed', 'failed', 'cancelled'])
}

/**
 * Cancels a reply in progress. Its worker notices at its next renewal, within 3 s, and ends the model call; whatever
 * it has by then is fenced off.
 * @returns false when there is nothing to cancel
 */
export async function cancelReply(
  db: Db,
  organizationId: string,
  threadId: string,
  id: string,
): Promise<boolean> {
  const rows = await sql(db)`
    update messages set status = 'cancelled', wake_at = null, draft = null, completed_at = now(), updated_at = now()
     where organization_id = ${organizationId} and thread_id = ${threadId} and id = ${id}
       and status in ('queued', 'processing')
    returning id`
  return rows.length > 0
}
