import { v7 as uuid } from 'uuid'
import { recordsOf } from '../../db/crud.ts'
import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'

/** A thread is a session (anonymous visitor) or a conversation (known customer). */
export type ThreadKind = 'session' | 'conversation'

export interface Thread {
  id: string
  kind: ThreadKind
  agent_id: string
  status: 'active' | 'open' | 'closed' | 'expired'
  visitor_id: string | null
  /** The visitor whose token opened the session; null: a server opened it. */
  subject: string | null
  customer_id: string | null
  title: string | null
  locale: string | null
  user_context_id: string | null
  /** Whether a test key opened it: no figure counts it, and it is deleted a day later. */
  is_test: boolean
  /** The handoff while people have the thread; null: the agent has it. */
  handoff_id: string | null
  metadata: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

export type NewSession = Pick<
  Thread,
  'agent_id' | 'visitor_id' | 'subject' | 'locale' | 'is_test' | 'metadata'
> & {
  /** The origin of the page whose widget opens it; null: no widget does, or the one on the demo page. */
  page_origin: string | null
}
export type NewConversation = Pick<
  Thread,
  'agent_id' | 'customer_id' | 'title' | 'locale' | 'user_context_id' | 'is_test' | 'metadata'
>

/** The status in which a session, and a conversation, takes messages. */
export const OPEN_STATUS = { session: 'active', conversation: 'open' } as const

export async function createSession(db: Db, organizationId: string, session: NewSession): Promise<Thread> {
  const [thread] = await sql<Thread>(db)`
    insert into threads (id, organization_id, kind, status, agent_id, page_origin, visitor_id, subject, locale, is_test, metadata)
    values (${uuid()}, ${organizationId}, 'session', ${OPEN_STATUS.session}, ${session.agent_id}, ${session.page_origin},
            ${session.visitor_id}, ${session.subject}, ${session.locale}, ${session.is_test}, ${JSON.stringify(session.metadata)}::jsonb)
    returning *`
  return thread!
}

export async function createConversation(
  db: Db,
  organizationId: string,
  conversation: NewConversation,
): Promise<Thread> {
  const [thread] = await sql<Thread>(db)`
    insert into threads (id, organization_id, kind, status, agent_id, customer_id, title, locale, user_context_id, is_test, metadata)
    values (${uuid()}, ${organizationId}, 'conversation', ${OPEN_STATUS.conversation}, ${conversation.agent_id},
            ${conversation.customer_id}, ${conversation.title}, ${conversation.locale},
            ${conversation.user_context_id}, ${conversation.is_test}, ${JSON.stringify(conversation.metadata)}::jsonb)
    returning *`
  return thread!
}

/**
 * Expires up to `most` sessions that had neither a message nor a change for `idleDays`
 * days, the oldest first.
 * @returns how many
 */
export async function expireIdleSessions(db: Db, idleDays: number, most: number): Promise<number> {
  // The condition on `created_at` lets an index find the few sessions that may be idle: no session is
  // younger than its last message.
  const rows = await sql(db)`
    with idle as (
      select id from threads
       where kind = 'session' and status = 'active'
         and created_at < now() - make_interval(days => ${idleDays})
         and updated_at < now() - make_interval(days => ${idleDays})
       order by created_at
       limit ${most}
         for update skip locked
    )
    update threads t set status = 'expired', updated_at = now() from idle where t.id = idle.id
    returning t.id`
  return rows.length
}

/**
 * Leaves out the threads of deleted agents. They disappear with the agent, but
 * housekeeping deletes their rows later.
 */
export const AGENT_NOT_DELETED =
  'not exists (select from agents a where a.id = threads.agent_id and a.deleted_at is not null)'

/** A filter by several agents, whose ids are given as PostgreSQL writes an array. */
const OF_AGENTS = { agents: () => 'agent_id = any(?::uuid[])' }

const recordsOfKind = (kind: ThreadKind) =>
  recordsOf<Thread>({
    table: 'threads',
    name: kind,
    is: { kind },
    where: AGENT_NOT_DELETED,
    defaults: { metadata: {} },
    conditions: OF_AGENTS,
  })

/** Sessions and conversations: a thread of the other kind is not found. */
export const threadRecords = {
  session: recordsOfKind('session'),
  conversation: recordsOfKind('conversation'),
}

/** Threads of either kind. */
export const anyThread = recordsOf<Thread>({
  table: 'threads',
  name: 'thread',
  where: AGENT_NOT_DELETED,
  conditions: OF_AGENTS,
})
