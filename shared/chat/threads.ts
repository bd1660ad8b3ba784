import { v7 as uuid } from 'uuid'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

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
  /** The customer of a session, for whom an identity token vouches; null: anonymous. */
  customer_id: string | null
  title: string | null
  locale: string | null
  user_context_id: string | null
  /** Whether a test key opened it: such a thread counts in no figure and is deleted a day later. */
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
  /**
   * The origin of the page whose widget opens the thread; null: no widget, or the widget on the
   * demo page.
   */
  page_origin: string | null
  /** The context of the verified customer; undefined or null: the visitor is anonymous. */
  user_context_id?: string | null
}
export type NewConversation = Pick<
  Thread,
  'agent_id' | 'customer_id' | 'title' | 'locale' | 'user_context_id' | 'is_test' | 'metadata'
> & {
  /**
   * Whether a user of the dashboard opens the thread to try the agent. Only its cost counts in
   * figures.
   */
  is_playground: boolean
}

/** The status in which a session or a conversation accepts messages. */
export const OPEN_STATUS = { session: 'active', conversation: 'open' } as const

/** Opens a session. @throws a violation of a foreign key if the context was deleted */
export async function createSession(
  db: Db,
  organizationId: string,
  session: NewSession,
): Promise<Thread> {
  const [thread] = await sql<Thread>(db)`
    insert into threads (id, organization_id, kind, status, agent_id, page_origin, visitor_id, subject, locale, is_test, metadata,
                         user_context_id, customer_id)
    values (${uuid()}, ${organizationId}, 'session', ${OPEN_STATUS.session}, ${session.agent_id}, ${session.page_origin},
            ${session.visitor_id}, ${session.subject}, ${session.locale}, ${session.is_test}, ${JSON.stringify(session.metadata)}::jsonb,
            ${session.user_context_id ?? null}, (select user_reference from contexts
              where organization_id = ${organizationId} and id = ${session.user_context_id ?? null}))
    returning *`
  return thread!
}

export async function createConversation(
  db: Db,
  organizationId: string,
  conversation: NewConversation,
): Promise<Thread> {
  const [thread] = await sql<Thread>(db)`
    insert into threads (id, organization_id, kind, status, agent_id, customer_id, title, locale, user_context_id, is_test, is_playground,
                         metadata)
    values (${uuid()}, ${organizationId}, 'conversation', ${OPEN_STATUS.conversation}, ${conversation.agent_id},
            ${conversation.customer_id}, ${conversation.title}, ${conversation.locale},
            ${conversation.user_context_id}, ${conversation.is_test}, ${conversation.is_playground}, ${JSON.stringify(conversation.metadata)}::jsonb)
    returning *`
  return thread!
}

/**
 * Expires up to `most` sessions without a message or change for `idleDays` days, oldest first.
 * @returns the expired sessions
 */
export function expireIdleSessions(
  db: Db,
  idleDays: number,
  most: number,
): Promise<{ id: string; organization_id: string }[]> {
  // The condition on `created_at` lets an index find the few sessions that may be idle: no session
  // is younger than its last message.
  return sql<{ id: string; organization_id: string }>(db)`
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
    returning t.id, t.organization_id`
}

/** SQL that leaves out the threads of deleted agents, whose rows housekeeping deletes later. */
export const AGENT_NOT_DELETED =
  'not exists (select from agents a where a.id = threads.agent_id and a.deleted_at is not null)'

const CONDITIONS = {
  /** Returns the filter by several agents, whose ids are a PostgreSQL array. */
  agents: () => 'agent_id = any(?::uuid[])',
  visitor: ofVisitor,
}

/**
 * The sessions that a visitor reaches: the anonymous sessions of their own token, and all sessions
 * of the verified customer. Nobody else reaches a customer's session, not even the token that
 * opened it.
 */
export interface SessionReach {
  organization_id: string
  subject: string
  /** The verified customer's context; null: the visitor is anonymous. */
  context_id: string | null
}

/** Returns the value of the filter `visitor`. */
export const visitorFilter = ({ organization_id, subject, context_id }: SessionReach): string =>
  JSON.stringify({ organization_id, subject, context_id })

function ofVisitor(value: string): [text: string, values: string[]] {
  const { organization_id, subject, context_id } = JSON.parse(value) as SessionReach
  const own = 'threads.customer_id is null and threads.subject = ?'
  if (!context_id) return [own, [subject]]
  return [
    `((${own}) or threads.customer_id = (select user_reference from contexts where organization_id = ? and id = ?))`,
    [subject, organization_id, context_id],
  ]
}

const recordsOfKind = (kind: ThreadKind) =>
  recordsOf<Thread>({
    table: 'threads',
    name: kind,
    is: { kind },
    where: AGENT_NOT_DELETED,
    defaults: { metadata: {} },
    conditions: CONDITIONS,
  })

/** Records of each kind. A thread of the other kind is not found. */
export const threadRecords = {
  session: recordsOfKind('session'),
  conversation: recordsOfKind('conversation'),
}

/** Threads of either kind. */
export const anyThread = recordsOf<Thread>({
  table: 'threads',
  name: 'thread',
  where: AGENT_NOT_DELETED,
  conditions: CONDITIONS,
})
