import type { Message } from '../chat/messages.ts'
import type { Thread } from '../chat/threads.ts'
import type { Handoff } from '../handoffs/records.ts'
import type { Db } from '../lib/db/db.ts'
import { type Paged, toPage } from '../lib/db/paging.ts'
import { sqlText } from '../lib/db/statements.ts'

/**
 * Filters of the threads that people have: without an assignee, the caller's, with a waiting
 * customer, all.
 */
export const INBOX_FILTERS = ['unassigned', 'mine', 'waiting', 'all'] as const
export type InboxFilter = (typeof INBOX_FILTERS)[number]

/** The caller of an inbox, and the threads that it may show. */
export interface InboxReach {
  organization_id: string
  /** The user whose threads are `mine`; null: the caller has a key. */
  user_id: string | null
  /** Only threads of these agents; null: of all agents. */
  agent_ids: readonly string[] | null
  /** Only threads that test keys opened, or only other threads; null: both. */
  is_test: boolean | null
}

/** The newest message of a thread's customer. */
export interface LastQuestion {
  id: string
  /** Its first characters; '' if it only names its files. */
  text: string
  /** The names of its files. */
  files: string[]
  created_at: Date
}

/** An open thread that people have. */
export interface InboxThread
  extends Omit<Thread, 'metadata' | 'subject' | 'handoff_id'>,
    Pick<
      Handoff,
      'reason' | 'note' | 'requested_by' | 'assignee_id' | 'assigned_at' | 'first_reply_at'
    > {
  agent_name: string
  /**
   * The customer's name or else email address, from their traits; null: neither is known, or the
   * thread is a test.
   */
  customer_name: string | null
  /** The beginning of the user's first message; null: none. */
  first_question: string | null
  /** The newest message with text that is no internal note. */
  last_message: { role: Message['role']; text: string } | null
  /** The customer's newest message; null: none. */
  last_question: LastQuestion | null
  /**
   * Whether the user has not seen the customer's newest message, and no person has answered it;
   * null: the caller has a key.
   */
  is_unread: boolean | null
  /** null: no user is assigned, or the user has no name. */
  assignee_name: string | null
  assignee_photo: string | null
  /** When the thread was handed off. */
  requested_at: Date
  /** null: a person wrote last. */
  waiting_since: Date | null
  /** By when a person should answer; null: nobody waits, or there is no target. */
  due_at: Date | null
}

/**
 * The place of a thread in the inbox: by when an answer is due and the start of the customer's wait,
 * in microseconds since 1970 (null: no target, does not wait), and the id of the handoff.
 */
export interface InboxPlace {
  due: string | null
  waiting: string | null
  handoff_id: string
}

export interface InboxCounts extends Record<InboxFilter, number> {
  /** Waiting customers in threads that are unassigned or the caller's. */
  due: number
  /** The latest start of such a wait; null: none waits. */
  due_since: Date | null
}

/** Threads are counted up to this number. */
export const MAX_COUNTED = 1000

/** The most characters of a message that the inbox shows. */
const EXCERPT = 200

/**
 * The customer's newest message of a thread `p`, as a row with its place. Chats send the names of
 * the files as the text of a message that has no other.
 */
const LAST_QUESTION = `
  left join lateral (
    select m.seq, json_build_object('id', m.id, 'created_at', m.created_at, 'files', coalesce(names, '[]'),
             'text', case when m.content = together then '' else left(m.content, ${EXCERPT}) end) as last_question
      from messages m
      left join lateral (select json_agg(file->>'name' order by place) as names,
                                string_agg(file->>'name', ', ' order by place) as together
                           from jsonb_array_elements(m.attachments) with ordinality files (file, place)) named on true
     where m.organization_id = p.organization_id and m.thread_id = p.id and m.role = 'user'
     order by m.seq desc limit 1) asked on true`

/** Whether the user has still to read what the customer said last. */
const IS_UNREAD = `
  case when :user_id::uuid is not null then coalesce(
    asked.seq > coalesce((select seq from thread_reads
                           where organization_id = p.organization_id and thread_id = p.id and user_id = :user_id::uuid), 0)
    and not exists (select from messages m
                     where m.organization_id = p.organization_id and m.thread_id = p.id and m.seq > asked.seq
                       and m.role = 'human_agent' and not m.is_internal and not m.metadata ? 'automatic'), false) end`

const OPEN = `
  from handoffs h
  join threads t on t.organization_id = h.organization_id and t.id = h.thread_id and t.handoff_id = h.id
   and t.status in ('active', 'open')
  join agents a on a.organization_id = t.organization_id and a.id = t.agent_id and a.deleted_at is null
 where h.organization_id = :organization_id and h.returned_at is null
   and (:agent_ids::uuid[] is null or t.agent_id = any(:agent_ids::uuid[]))
   and (:is_test::boolean is null or t.is_test = :is_test::boolean)`

const IS: Readonly<Record<InboxFilter, string>> = {
  unassigned: 'h.assignee_id is null',
  mine: 'h.assignee_id = :user_id::uuid',
  waiting: 'h.waiting_since is not null',
  all: 'true',
}

const orLast = (time: string) => `coalesce(${time}, 'infinity'::timestamptz)`
const orderOf = (row: string) => `${orLast(`${row}.due_at`)}, ${orLast(`${row}.waiting_since`)}`
/**
 * The order of the inbox: what is late or due first comes first, then the longest wait, and threads
 * without a waiting customer come last.
 */
const ORDER = orderOf('h')

const placed = (name: string) =>
  orLast(`'epoch'::timestamptz + :${name}::bigint * interval '1 microsecond'`)
const AFTER = `and (${ORDER}, h.id) > (${placed('after_due')}, ${placed('after_waiting')}, :after_id::uuid)`

const microseconds = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint::text`

/** Lists the threads that people have, with one query per page. */
export async function listInbox(
  db: Db,
  reach: InboxReach,
  filter: InboxFilter,
  { limit, after }: { limit: number; after?: InboxPlace | undefined },
): Promise<Paged<InboxThread & { place: InboxPlace }>> {
  const rows = await sqlText<
    InboxThread & {
      handoff_id: string
      due_microseconds: string | null
      waiting_microseconds: string | null
    }
  >(
    db,
    `with page as materialized (
       select t.id, t.kind, t.agent_id, a.name as agent_name, t.status, t.visitor_id, t.customer_id, t.title, t.locale,
              t.is_test, t.user_context_id, t.organization_id, t.created_at, t.updated_at, h.id as handoff_id, h.reason, h.note,
              h.requested_by, h.assignee_id, h.assigned_at, h.first_reply_at, h.waiting_since, h.due_at, h.created_at as requested_at,
              ${microseconds('h.due_at')} as due_microseconds, ${microseconds('h.waiting_since')} as waiting_microseconds
       ${OPEN} and ${IS[filter]} ${after ? AFTER : ''}
        order by ${ORDER}, h.id limit :most)
     select p.*, u.name as assignee_name, u.photo as assignee_photo, first_question, last_message, last_question,
            ${IS_UNREAD} as is_unread,
            nullif(left(coalesce(nullif(trim(c.traits->>'name'), ''), trim(c.traits->>'email')), ${EXCERPT}), '') as customer_name
       from page p
       left join users u on u.organization_id = p.organization_id and u.id = p.assignee_id
       left join contexts c on c.organization_id = p.organization_id and c.id = coalesce(p.user_context_id,
         (select id from contexts where organization_id = p.organization_id and user_reference = p.customer_id))
        and not p.is_test
       left join lateral (select left(m.content, ${EXCERPT}) as first_question from messages m
         where m.organization_id = p.organization_id and m.thread_id = p.id and m.role = 'user'
         order by m.seq limit 1) first on true
       left join lateral (select json_build_object('role', m.role, 'text', left(m.content, ${EXCERPT})) as last_message
         from messages m where m.organization_id = p.organization_id and m.thread_id = p.id and m.content is not null
           and not m.is_internal order by m.seq desc limit 1) newest on true
       ${LAST_QUESTION}
      order by ${orderOf('p')}, p.handoff_id`,
    {
      ...reach,
      ...(after && {
        after_due: after.due,
        after_waiting: after.waiting,
        after_id: after.handoff_id,
      }),
      most: limit + 1,
    },
  )
  return toPage(
    rows.map(({ handoff_id, due_microseconds, waiting_microseconds, ...row }) => ({
      ...row,
      last_question: row.last_question && {
        ...row.last_question,
        // In JSON, the database writes a time as a text.
        created_at: new Date(row.last_question.created_at),
      },
      place: { due: due_microseconds, waiting: waiting_microseconds, handoff_id },
    })),
    { limit },
  )
}

/** Counts the threads that people have, in the order of the inbox, up to `MAX_COUNTED`. */
export async function countInbox(db: Db, reach: InboxReach): Promise<InboxCounts> {
  const [counts] = await sqlText<InboxCounts>(
    db,
    `select count(*)::int as "all",
            (count(*) filter (where assignee_id is null))::int as unassigned,
            (count(*) filter (where assignee_id = :user_id::uuid))::int as mine,
            (count(*) filter (where waiting_since is not null))::int as waiting,
            (count(waiting_since) filter (where is_due))::int as due,
            max(waiting_since) filter (where is_due) as due_since
       from (select h.assignee_id, h.waiting_since,
                    h.assignee_id is null or h.assignee_id is not distinct from :user_id::uuid as is_due
               ${OPEN} order by ${ORDER}, h.id limit ${MAX_COUNTED}) counted`,
    { ...reach },
  )
  return counts!
}
