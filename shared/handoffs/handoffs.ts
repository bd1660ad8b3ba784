import { v7 as uuid } from 'uuid'
import { takeFiles } from '../chat/attachments.ts'
import { HANDED_OFF } from '../chat/endReplies.ts'
import { type AutomaticReason, getMessage, type Message } from '../chat/messages.ts'
import { filesRefused } from '../chat/refusal.ts'
import { OPEN_STATUS, type ThreadKind } from '../chat/threads.ts'
import type { Db } from '../lib/db/db.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { mailAnswerLater } from '../mail/mails.ts'
import { endCallsOfThread } from '../tools/endCalls.ts'
import { type Assignment, assignNext, readAssignment } from './assignment.ts'
import { type Handoff, handoffRecords } from './records.ts'
import { countAnswer } from './targets.ts'

/** The key of a thread within the organization. */
export interface HandoffPlace {
  organization_id: string
  id: string
  kind: ThreadKind
}

interface LockedThread {
  status: string
  agent_id: string
  last_seq: number
  handoff_id: string | null
  handoff_epoch: number
}

/** A reply that a handoff has cancelled, with the address of its waiter. */
export interface CancelledReply {
  id: string
  /** Address of the API process that waits; null: no process waits. */
  reply_to: string | null
  streamed: boolean
}

/**
 * Changes who speaks in threads. Each change locks the row of the thread first, and so do messages.
 * Times are read after the locks. `now()` would be the beginning of the transaction, so a reply
 * whose storing it waited for would seem to come after the handoff.
 */
export interface Handoffs {
  /**
   * Gives a thread to people and cancels its unfinished replies, in one transaction. Once it is
   * committed, no reply of the agent is stored until people return the thread. If people already
   * have the thread, only the note is stored: in the current handoff, or as an internal note of the
   * thread if the handoff already has a note.
   * @param by the requester's name, for an internal note
   * @throws AppError not_found, thread_closed; RowLocked
   */
  handOff(
    db: Db,
    thread: HandoffPlace,
    fields: Pick<Handoff, 'reason' | 'note' | 'requested_by'>,
    by: Pick<HumanMessage, 'author_id' | 'author_name' | 'request_id'>,
  ): Promise<{ handoff: Handoff; isNew: boolean; cancelled: CancelledReply[] }>
  /**
   * Stores a row that asks for people, such as the agent's last reply or a rating, and hands the
   * thread off in the same transaction. If people already have the thread, or it takes no more
   * messages, only `store` runs.
   * @param store runs in the transaction, under the thread's lock; false: no handoff is needed
   * @param notice the sentence that the customer gets with the handoff; undefined: none
   * @returns the result of `store`, and the replies that the handoff has cancelled
   * @throws AppError not_found; RowLocked; the errors of `store`
   */
  storeAndHandOff(
    db: Db,
    thread: HandoffPlace,
    store: (transaction: Db) => Promise<boolean>,
    fields: Pick<Handoff, 'reason' | 'note' | 'requested_by'>,
    notice?: string,
  ): Promise<{ isDue: boolean; cancelled: CancelledReply[] }>
  /**
   * Notifies the customer that nobody has answered in time, once for each wait, and returns the
   * thread to its agent if `isReturned`.
   * @param wait the handoff, and since when the customer waits
   * @returns false: a person has answered, or the customer was already notified
   * @throws AppError not_found; RowLocked
   */
  noticeUnanswered(
    db: Db,
    thread: HandoffPlace,
    wait: { id: string; waiting_since: Date },
    content: string,
    isReturned: boolean,
  ): Promise<boolean>
  /**
   * Assigns a user, unless another user is assigned; null: removes the assignee.
   * @param byUserId the calling user, who may pass on their own thread; null or undefined: the
   *   caller has a key
   * @throws AppError not_found, also for a user who is deactivated or not of the organization;
   *   validation_failed for a viewer; not_handed_off, already_assigned; RowLocked
   */
  assign(
    db: Db,
    thread: HandoffPlace,
    userId: string | null,
    byUserId?: string | null,
  ): Promise<Handoff>
  /**
   * Assigns a thread that people have by the rule of its organization, unless a user was assigned
   * or has put it back meanwhile.
   * @returns false: nobody is available, or there is nothing to assign
   * @throws AppError not_found; RowLocked
   */
  assignByRule(db: Db, thread: HandoffPlace): Promise<boolean>
  /** Returns a thread to its agent. @throws AppError not_found, not_handed_off; RowLocked */
  giveBack(db: Db, thread: HandoffPlace, note: string | null): Promise<Handoff>
  /**
   * Stores a message of a person. An internal note can come at any time; a message to the customer
   * only while people have the thread. Assigns the author if no user is assigned.
   * @throws AppError not_found, validation_failed for its files, thread_closed, not_handed_off,
   *   already_assigned; RowLocked
   */
  say(
    db: Db,
    thread: HandoffPlace,
    said: HumanMessage,
  ): Promise<{ message: Message; answered: string[] }>
}

export interface HumanMessage {
  content: string
  /** Ids of files that were uploaded for the message; undefined: none. */
  attachments?: readonly string[] | undefined
  metadata: Record<string, unknown>
  /** The user who wrote the message; null: it was posted with a key. */
  author_id: string | null
  /** The name that the customer sees. */
  author_name: string | null
  is_internal: boolean
  request_id: string
}

/** Returns a message from the company, marked in its metadata, that no person has written. */
const automatic = (content: string, why: AutomaticReason): HumanMessage => ({
  content,
  metadata: { automatic: why },
  author_id: null,
  author_name: null,
  is_internal: false,
  request_id: `automatic-${uuid()}`,
})

/**
 * Makes the changes of handoffs. @param rowLockedMs milliseconds for which a locked thread is
 * retried: see `lockRetry.ts`
 */
export function makeHandoffs(rowLockedMs: number): Handoffs {
  const within = <T>(
    db: Db,
    thread: HandoffPlace,
    work: (transaction: Db, locked: LockedThread) => Promise<T>,
  ): Promise<T> =>
    untilFree(
      () =>
        db.transaction(async (transaction) => {
          const locked = await lock(transaction, thread)
          return locked && { result: await work(transaction, locked) }
        }),
      rowLockedMs,
    ).then(({ result }) => result)

  return {
    handOff: (db, thread, fields, by) =>
      within(db, thread, async (transaction, locked) => {
        const present = await presentHandoff(transaction, thread, locked)
        if (present) {
          const handoff = await keepNote(transaction, thread, locked, present, fields, by)
          return { handoff, isNew: false, cancelled: [] }
        }
        requireOpen(thread, locked)
        const cancelled = await endWork(transaction, thread)
        const handoff = await openHandoff(transaction, thread, locked, fields)
        return { handoff, isNew: true, cancelled }
      }),
    storeAndHandOff: (db, thread, store, fields, notice) =>
      within(db, thread, async (transaction, locked) => {
        const isDue = await store(transaction)
        if (!isDue || locked.handoff_id || locked.status !== OPEN_STATUS[thread.kind])
          return { isDue, cancelled: [] }
        const cancelled = await endWork(transaction, thread)
        await openHandoff(transaction, thread, locked, fields)
        if (notice) await storeMessage(transaction, thread, locked, automatic(notice, 'handed_off'))
        return { isDue, cancelled }
      }),
    noticeUnanswered: (db, thread, wait, content, isReturned) =>
      within(db, thread, async (transaction, locked) => {
        const present = await presentHandoff(transaction, thread, locked)
        if (
          present?.id !== wait.id ||
          present.waiting_since?.getTime() !== wait.waiting_since.getTime()
        )
          return false
        if (present.unanswered_at && present.unanswered_at >= present.waiting_since) return false
        if (locked.status !== OPEN_STATUS[thread.kind]) return false
        await storeMessage(transaction, thread, locked, automatic(content, 'unanswered'))
        if (isReturned) await moveThread(transaction, thread, null)
        await sql(transaction)`
          update handoffs
             set unanswered_at = at, updated_at = at, returned_at = case when ${isReturned}::boolean then at end
            from (select clock_timestamp() as at) locked
           where organization_id = ${thread.organization_id} and id = ${wait.id}`
        return true
      }),
    assign: (db, thread, userId, byUserId = null) =>
      within(db, thread, async (transaction, locked) => {
        const { id, assignee_id } = await requireHandoff(transaction, thread, locked)
        if (userId && assignee_id !== byUserId) requireNobodyElse(assignee_id, userId)
        return setAssignee(transaction, thread.organization_id, id, userId)
      }),
    assignByRule: (db, thread) =>
      within(db, thread, async (transaction, locked) => {
        const present = await presentHandoff(transaction, thread, locked)
        if (!present || present.assignee_id || present.assigned_by) return false
        const assignment = await readAssignment(transaction, thread.organization_id)
        if (assignment === 'manual') return false
        const place = { organization_id: thread.organization_id, id: present.id }
        return Boolean(await assignNext(transaction, place, assignment))
      }),
    giveBack: (db, thread, note) =>
      within(db, thread, async (transaction, locked) => {
        const { id } = await requireHandoff(transaction, thread, locked)
        await moveThread(transaction, thread, null)
        const [handoff] = await sql<Handoff>(transaction)`
          update handoffs set returned_at = at, updated_at = at, return_note = ${note}
            from (select clock_timestamp() as at) locked
           where organization_id = ${thread.organization_id} and id = ${id}
          returning handoffs.*`
        return handoff!
      }),
    say: (db, thread, said) =>
      within(db, thread, async (transaction, locked) => {
        if (said.is_internal)
          return { message: await storeMessage(transaction, thread, locked, said), answered: [] }
        requireOpen(thread, locked)
        const handoff = await requireHandoff(transaction, thread, locked)
        if (said.author_id) {
          requireNobodyElse(handoff.assignee_id, said.author_id)
          await setAssignee(transaction, thread.organization_id, handoff.id, said.author_id)
        }
        const answered = await listUnanswered(transaction, thread)
        const message = await storeMessage(transaction, thread, locked, said)
        await countAnswer(transaction, thread.organization_id, handoff.id, message.id)
        await mailAnswerLater(transaction, thread.organization_id, thread.id)
        return { message, answered }
      }),
  }
}

/**
 * Locks a thread.
 * @returns undefined if another transaction has locked the row
 * @throws AppError not_found
 */
async function lock(
  transaction: Db,
  { organization_id, id, kind }: HandoffPlace,
): Promise<LockedThread | undefined> {
  const [locked] = await prepared<LockedThread>(transaction)`
    select status, agent_id, last_seq, handoff_id, handoff_epoch from threads
     where organization_id = ${organization_id} and id = ${id} and kind = ${kind} for no key update skip locked`
  if (locked) return locked
  const rows = await prepared(transaction)`
    select from threads where organization_id = ${organization_id} and id = ${id} and kind = ${kind}`
  if (!rows.length)
    throw new AppError('not_found', `There is no ${kind} with this id in your organization.`)
  return undefined
}

function requireOpen({ kind }: HandoffPlace, { status }: LockedThread): void {
  if (status !== OPEN_STATUS[kind])
    throw new AppError('thread_closed', `This ${kind} takes no more messages. Open a new ${kind}.`)
}

async function presentHandoff(
  transaction: Db,
  { organization_id }: HandoffPlace,
  { handoff_id }: LockedThread,
): Promise<Handoff | undefined> {
  return handoff_id ? handoffRecords.get(transaction, organization_id, handoff_id) : undefined
}

async function requireHandoff(
  transaction: Db,
  thread: HandoffPlace,
  locked: LockedThread,
): Promise<Handoff> {
  const present = await presentHandoff(transaction, thread, locked)
  if (!present)
    throw new AppError(
      'not_handed_off',
      `The agent has this ${thread.kind}. Hand it off to people first.`,
    )
  return present
}

function requireNobodyElse(assigneeId: string | null, userId: string): void {
  if (assigneeId && assigneeId !== userId)
    throw new AppError(
      'already_assigned',
      'Another user has this chat. They can release it first.',
      {
        data: { assignee_id: assigneeId },
      },
    )
}

/** Moves the thread to people by a handoff, or to its agent (null). */
async function moveThread(
  transaction: Db,
  { organization_id, id }: HandoffPlace,
  handoffId: string | null,
): Promise<number> {
  const [moved] = await sql<{ handoff_epoch: number }>(transaction)`
    update threads set handoff_epoch = handoff_epoch + 1, handoff_id = ${handoffId}, updated_at = at, active_at = at
      from (select clock_timestamp() as at) locked
     where organization_id = ${organization_id} and id = ${id}
    returning handoff_epoch`
  return moved!.handoff_epoch
}

async function openHandoff(
  transaction: Db,
  thread: HandoffPlace,
  { agent_id }: LockedThread,
  { reason, note, requested_by }: Pick<Handoff, 'reason' | 'note' | 'requested_by'>,
): Promise<Handoff> {
  const id = uuid()
  const epoch = await moveThread(transaction, thread, id)
  const [opened] = await sql<Handoff & { assignment: Assignment }>(transaction)`
    insert into handoffs (id, organization_id, thread_id, agent_id, epoch, reason, note, requested_by, waiting_since,
                          created_at, updated_at)
    select ${id}, ${thread.organization_id}, ${thread.id}, ${agent_id}, ${epoch}, ${reason}, ${note}, ${requested_by},
           case when ${reason} <> 'takeover' then at end, at, at
      from (select clock_timestamp() as at) locked
    returning *, (select assignment from organizations where id = ${thread.organization_id}) as assignment`
  const { assignment, ...handoff } = opened!
  // Who takes a chat over answers it.
  if (assignment === 'manual' || reason === 'takeover') return handoff
  const place = { organization_id: thread.organization_id, id }
  return (await assignNext(transaction, place, assignment)) ?? handoff
}

/**
 * Stores the note of a further request to hand off a thread that people already have. A note that
 * equals the handoff's note or a later internal note is not stored again, because the request was
 * repeated.
 * @returns the handoff, with the note if it had none
 */
async function keepNote(
  transaction: Db,
  thread: HandoffPlace,
  locked: LockedThread,
  present: Handoff,
  { reason, note, requested_by }: Pick<Handoff, 'reason' | 'note' | 'requested_by'>,
  by: Pick<HumanMessage, 'author_id' | 'author_name' | 'request_id'>,
): Promise<Handoff> {
  const { organization_id, id: thread_id } = thread
  if (!note?.trim() || note === present.note) return present
  if (!present.note)
    return handoffRecords.change(transaction, organization_id, present.id, {
      note,
    } as Partial<Handoff>)
  const stored = await sql(transaction)`
    select from messages
     where organization_id = ${organization_id} and thread_id = ${thread_id} and is_internal and content = ${note}
       and created_at >= ${present.created_at} limit 1`
  if (!stored.length) {
    const metadata = { handoff_id: present.id, reason, requested_by }
    await storeMessage(transaction, thread, locked, {
      content: note,
      metadata,
      is_internal: true,
      ...by,
    })
  }
  return present
}

async function setAssignee(
  transaction: Db,
  organizationId: string,
  id: string,
  userId: string | null,
): Promise<Handoff> {
  if (userId) await requireAnswering(transaction, organizationId, userId)
  const [handoff] = await sql<Handoff>(transaction)`
    update handoffs
       set assignee_id = ${userId}, updated_at = at,
           assigned_by = case when assignee_id is distinct from ${userId} then 'person' else assigned_by end,
           assigned_at = case when ${userId}::uuid is not null then
             case when assignee_id = ${userId} then assigned_at else at end end
      from (select clock_timestamp() as at) locked
     where organization_id = ${organizationId} and id = ${id}
    returning handoffs.*`
  return handoff!
}

/**
 * Throws if the user may not answer. The lock waits for a transaction that deactivates the user or
 * changes their role, which also releases their chats.
 */
async function requireAnswering(
  transaction: Db,
  organizationId: string,
  userId: string,
): Promise<void> {
  const [user] = await sql<{ is_viewer: boolean }>(transaction)`
    select role = 'viewer' as is_viewer from users
     where organization_id = ${organizationId} and id = ${userId} and deactivated_at is null for key share`
  if (!user)
    throw new AppError('not_found', 'There is no active user with this id in your organization.')
  if (!user.is_viewer) return
  const detail =
    'is a viewer, who may not answer: name an agent, an editor or an owner, or change the role first'
  const errors = [{ field: 'user_id', code: 'viewer', detail }]
  throw new AppError('validation_failed', `user_id: ${detail}`, { data: { errors } })
}

/** Ends what the agent has begun in a locked thread. @returns the replies that were cancelled */
async function endWork(transaction: Db, thread: HandoffPlace): Promise<CancelledReply[]> {
  const cancelled = await cancelReplies(transaction, thread)
  await endCallsOfThread(transaction, thread.organization_id, thread.id)
  return cancelled
}

/**
 * Cancels the unfinished replies of a locked thread. The worker of such a reply finds its row
 * deleted and stores nothing. A reply that is being stored at this moment is waited for, so it
 * comes before the handoff.
 */
const cancelReplies = (
  transaction: Db,
  { organization_id, id }: HandoffPlace,
): Promise<CancelledReply[]> =>
  sql<CancelledReply>(transaction)`
    with ended as (
      delete from open_jobs
       where id = any(array(
         select id from open_jobs
          where thread_id = ${id} and organization_id = ${organization_id} and lane = 'reply'
          order by position for update))
      returning *
    ), stored as (
      insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, in_reply_to, asked_id, steps, request_id,
                            created_at, completed_at, attempt, streamed, error)
      select id, organization_id, thread_id, agent_id, position, 'assistant', 'cancelled', question_id, asked_id, nullif(steps, 0),
             request_id, created_at, clock_timestamp(), attempt, streamed, ${JSON.stringify(HANDED_OFF)}::jsonb
        from ended
    ), traced as (
      insert into reply_traces (organization_id, reply_id, attempt, trace)
      select organization_id, id, (trace->>'attempt')::integer, trace->'trace' from ended where trace is not null
      on conflict do nothing
    )
    select id, reply_to, streamed from ended order by position`

/** The most questions whose waiting clients are notified of one answer. */
const MAX_ANSWERED = 100

/** Returns the ids of the questions that the next message of a person answers. */
async function listUnanswered(
  transaction: Db,
  { organization_id, id }: HandoffPlace,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(transaction)`
    select id from messages
     where organization_id = ${organization_id} and thread_id = ${id} and role = 'user'
       and seq > coalesce((select max(seq) from messages
                            where organization_id = ${organization_id} and thread_id = ${id}
                              and role = 'human_agent' and not is_internal), 0)
     order by seq desc limit ${MAX_ANSWERED}`
  return rows.map((row) => row.id)
}

async function storeMessage(
  transaction: Db,
  thread: HandoffPlace,
  { agent_id }: LockedThread,
  { content, metadata, attachments, author_id, author_name, is_internal, request_id }: HumanMessage,
): Promise<Message> {
  const { organization_id, id: thread_id } = thread
  const id = uuid()
  const files = attachments?.length
    ? await attach(transaction, thread, agent_id, id, attachments)
    : null
  await sql(transaction)`
    with placed as (
      update threads set last_seq = last_seq + 1, active_at = at, updated_at = at
        from (select clock_timestamp() as at) locked
       where organization_id = ${organization_id} and id = ${thread_id}
      returning last_seq, at
    )
    insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, attachments, metadata, author_id,
                          author_name, is_internal, created_at, updated_at, completed_at, request_id)
    select ${id}, ${organization_id}, ${thread_id}, ${agent_id}, last_seq, 'human_agent', 'completed', ${content},
           ${files && JSON.stringify(files)}::jsonb, ${JSON.stringify(metadata)}::jsonb, ${author_id}, ${author_name},
           ${is_internal}, at, at, at, ${request_id}
      from placed`
  return getMessage(transaction, organization_id, thread_id, id)
}

/** Assigns files to a message of a person. @throws AppError validation_failed */
async function attach(
  transaction: Db,
  thread: HandoffPlace,
  agentId: string,
  messageId: string,
  ids: readonly string[],
) {
  const [agent] = await sql<{ allow_attachments: boolean }>(transaction)`
    select allow_attachments from agents where organization_id = ${thread.organization_id} and id = ${agentId}`
  const files = await takeFiles(transaction, thread, messageId, ids)
  const refused = filesRefused(ids, { allow_attachments: agent!.allow_attachments, files })
  if (refused) throw refused
  return files
}
