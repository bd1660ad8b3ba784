import { DEFAULT_POLICY, type HandoffPolicy } from '../agents/handoffPolicy.ts'
import type { ThreadKind } from '../chat/threads.ts'
import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'

/** A handoff whose customer has waited too long for an answer. */
export interface UnansweredHandoff {
  id: string
  organization_id: string
  thread_id: string
  thread_kind: ThreadKind
  locale: string | null
  /** The agent's language. */
  language: string | null
  policy: HandoffPolicy | null
  waiting_since: Date
  /** null: no person has answered during this handoff. */
  first_reply_at: Date | null
  /** The customer's last message; null: none. */
  last_question: string | null
}

/** Waits of more than two days get no notice: no agent is set to more than one day. */
const MAX_DAYS = 2

/**
 * Finds handoffs whose customer has waited longer than the agent allows and was not yet notified in
 * this wait, longest wait first. A person's answer ends a wait, and the customer's next message
 * begins another. After a takeover, the first wait begins with the customer's next message.
 */
export const findUnanswered = (db: Db, most: number): Promise<UnansweredHandoff[]> =>
  prepared<UnansweredHandoff>(db)`
    select h.id, h.organization_id, h.thread_id, t.kind as thread_kind, t.locale, a.language, a.handoff_policy as policy,
           h.waiting_since, h.first_reply_at,
           (select m.content from messages m
             where m.organization_id = h.organization_id and m.thread_id = h.thread_id and m.role = 'user'
             order by m.seq desc limit 1) as last_question
      from handoffs h
      join threads t on t.organization_id = h.organization_id and t.id = h.thread_id
      join agents a on a.organization_id = h.organization_id and a.id = h.agent_id
     where h.returned_at is null and (h.unanswered_at is null or h.unanswered_at < h.waiting_since)
       and h.waiting_since > now() - make_interval(days => ${MAX_DAYS})
       and h.waiting_since <= now() - make_interval(mins => case when a.handoff_policy is null
             then ${DEFAULT_POLICY.unanswered_minutes}::integer else (a.handoff_policy->>'unanswered_minutes')::integer end)
       and t.status in ('active', 'open')
     order by h.waiting_since limit ${most}`

/** An earlier reply of a thread, with the question that it answers. */
export interface EarlierReply {
  grounded: boolean
  question: string
}

/** Reads the completed replies since the thread was last returned to its agent, newest first. */
export const readEarlierReplies = (
  db: Db,
  organizationId: string,
  threadId: string,
  most: number,
): Promise<EarlierReply[]> =>
  sql<EarlierReply>(db)`
    select coalesce(m.grounded, false) as grounded, q.content as question
      from messages m
      join messages q on q.id = coalesce(m.asked_id, m.in_reply_to) and q.organization_id = m.organization_id
     where m.organization_id = ${organizationId} and m.thread_id = ${threadId} and m.role = 'assistant'
       and m.status = 'completed'
       and m.completed_at > coalesce((select max(h.returned_at) from handoffs h
                                      where h.organization_id = m.organization_id and h.thread_id = m.thread_id), '-infinity')
     order by m.seq desc limit ${most}`

/** Returns the kind of a thread; undefined: the thread was deleted. */
export async function findThreadKind(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<ThreadKind | undefined> {
  const [thread] = await sql<{ kind: ThreadKind }>(db)`
    select kind from threads where organization_id = ${organizationId} and id = ${threadId}`
  return thread?.kind
}

/**
 * The handoffs that the expected wait is computed from: of the last `days`, at most `most`, and at
 * least `least`.
 */
const WAIT = { days: 7, most: 200, least: 5 }

/**
 * Returns the expected seconds until a person's first answer: the median of the last seven days;
 * null: fewer than five handoffs were answered. Takeovers do not count, because no customer waited.
 */
export async function readExpectedWait(db: Db, organizationId: string): Promise<number | null> {
  const [{ seconds } = { seconds: null }] = await prepared<{ seconds: number | null }>(db)`
    select case when count(*) >= ${WAIT.least}::integer then
             round(percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - created_at)))::integer end as seconds
      from (select created_at, first_reply_at from handoffs
             where organization_id = ${organizationId} and created_at > now() - make_interval(days => ${WAIT.days}::integer)
               and first_reply_at is not null and reason <> 'takeover'
             order by created_at desc limit ${WAIT.most}::integer) last`
  return seconds
}
