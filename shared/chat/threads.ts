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
  /** Of a session: whom an identity token has vouched for; null: anonymous. */
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
  /**
   * The origin of the page whose widget opens it; null: no widget does, or the one on the demo
   * page.
   */
  page_origin: string | null
  /**
   * The context of the customer whom the visitor is known to be; undefined or null: nobody knows.
   */
  user_context_id?: string | null
}
export type NewConversation = Pick<
  Thread,
  'agent_id' | 'customer_id' | 'title' | 'locale' | 'user_context_id' | 'is_test' | 'metadata'
> & {
  /**
   * Whether a user of the dashboard opens it to try the agent: figures count its cost, and nothing
   * else of it.
   */
  is_playground: boolean
}

/** The status in which a session, and a conversation, takes messages. */
export const OPEN_STATUS = { session: 'active', conversation: 'open' } as const

/** @throws a violation of a foreign key if the context is gone */
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
 * Expires up to `most` sessions that had neither a message nor a change for `idleDays`
 * days, the oldest first.
 * @returns those that it expired
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

/**
 * Leaves out the threads of deleted agents. They disappear with the agent, but
 * housekeeping deletes their rows later.
 */
export const AGENT_NOT_DELETED =
  'not exists (select from agents a where a.id = threads.agent_id and a.deleted_at is not null)'

const CONDITIONS = {
  /** A filter by several agents, whose ids are given as PostgreSQL writes an array. */
  agents: () => 'agent_id = any(?::uuid[])',
  visitor: ofVisitor,
}

/**
 * Whose sessions a visitor reaches: the anonymous ones of their own token, and all of the customer
 * whom they are known to be. A session of a customer is nobody else's, also not that of the token
 * that opened it.
 */
export interface SessionReach {
  organization_id: string
  subject: string
  /** The customer's context; null: nobody knows who they are. */
  context_id: string | null
}

/** The value of the filter `visitor`. */
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
  conditions: CONDITIONS,
})
