import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sqlText } from '../lib/db/statements.ts'
import { isTried, OF_NO_TEST } from '../lib/db/testThreads.ts'

/** The usage of an agent. */
export interface AgentActivity {
  id: string
  agent_id: string
  conversations: number
  sessions: number
  /** Entries that the agent may answer from: its own, and those that serve every agent. */
  knowledge_entries: number
  /** Replies to messages that were posted within the window. */
  replies: number
  failed_replies: number
  /** When a thread of the agent last got a message or changed; null: never. */
  last_active_at: Date | null
}

/**
 * Lists the activity of each agent, in the order of their ids.
 * @param days length of the window for replies
 * @param agentId only this agent; undefined: all
 */
export async function listActivity(
  db: Db,
  organizationId: string,
  days: number,
  { limit, after, order }: Page,
  agentId?: string,
): Promise<Paged<AgentActivity>> {
  const rows = await sqlText<AgentActivity>(db, ACTIVITY, {
    organization_id: organizationId,
    agent_id: agentId ?? null,
    after: after ?? null,
    days,
    descending: order === 'desc',
    rows: limit + 1,
  })
  return toPage(rows, { limit })
}

const ACTIVITY = `
  with agents_of_page as materialized (
    select id from agents
     where organization_id = :organization_id and deleted_at is null and (:agent_id::uuid is null or id = :agent_id::uuid)
       and (:after::uuid is null
            or case when :descending::boolean then id < :after::uuid else id > :after::uuid end)
     order by case when :descending::boolean then id end desc, id
     limit :rows
  ), threads_of as (
    select agent_id, count(*) filter (where kind = 'conversation')::int as conversations,
           count(*) filter (where kind = 'session')::int as sessions,
           -- The expiry of a session is not an activity.
           max(case when status = 'expired' then created_at else updated_at end) as last_active_at
      from threads
     where organization_id = :organization_id and not ${isTried()} and agent_id in (select id from agents_of_page)
     group by agent_id
  ), replies_of as (
    select agent_id, count(*)::int as replies, count(*) filter (where status = 'failed')::int as failed_replies
      from messages
     where organization_id = :organization_id and role = 'assistant'
       and status <> 'requires_action' and ${OF_NO_TEST}
       and created_at >= now() - make_interval(days => :days) and agent_id in (select id from agents_of_page)
     group by agent_id
  ), serving_all as (
    select count(*)::int as entries from knowledge_entries
     where organization_id = :organization_id and agent_ids is null
  )
  select a.id, a.id as agent_id, coalesce(t.conversations, 0) as conversations, coalesce(t.sessions, 0) as sessions,
         serving_all.entries + (select count(*)::int from knowledge_entries e
                                 where e.organization_id = :organization_id and e.agent_ids @> array[a.id])
           as knowledge_entries,
         coalesce(r.replies, 0) as replies, coalesce(r.failed_replies, 0) as failed_replies, t.last_active_at
    from agents_of_page a cross join serving_all
    left join threads_of t on t.agent_id = a.id
    left join replies_of r on r.agent_id = a.id
   order by case when :descending::boolean then a.id end desc, a.id`
