import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { isTried, OF_NO_TEST, TEST } from '../lib/db/testThreads.ts'
import { ofSlice, type ThreadSlice } from '../lib/db/threadSlices.ts'
import { activityOf, activityRangeOf, readRolledUntil } from './activity.ts'

/** A window of time; with `agent_id`, only this agent counts, and with a slice, only its threads. */
export interface AnswersQuery extends ThreadSlice {
  organization_id: string
  from: Date
  to: Date
  agent_id?: string | undefined
}

/** Figures of the answers to a window's questions. All but the cost is counted from stored rows. */
export interface AnswerFigures {
  /** Number of customers and visitors who asked a question. */
  people: number
  /** Number of threads in which a question was asked. */
  conversations: number
  questions: number
  /** Completed replies that cite knowledge. */
  grounded_replies: number
  ungrounded_replies: number
  failed_replies: number
  ratings: number
  low_ratings: number
  /** null: no rating. */
  average_rating: number | null
  cost_usd: number
}

const OF_AGENT = '(:agent_id::uuid is null or agent_id = :agent_id::uuid)'
const WITHIN = `organization_id = :organization_id and created_at >= :from and created_at < :to and ${OF_AGENT} and ${OF_NO_TEST}`

/**
 * A thread whose last question is in the window needs no look at its messages. Few threads continue
 * after the window.
 */
const people = (slice: ThreadSlice) => `
  with asked as (
    select t.id, t.customer_id, t.subject, t.visitor_id
      from threads_by_activity o join threads t on t.organization_id = o.organization_id and t.id = o.thread_id
     where o.organization_id = :organization_id and o.active_at >= :from and o.active_at < :to and t.last_seq > 0
       and not ${isTried('t.')}
       and (:agent_id::uuid is null or t.agent_id = :agent_id::uuid)${ofSlice(slice, 't.id')}
    union all
    select t.id, t.customer_id, t.subject, t.visitor_id
      from threads_by_activity o join threads t on t.organization_id = o.organization_id and t.id = o.thread_id
     cross join lateral (
       select from messages m
        where m.organization_id = :organization_id and m.thread_id = t.id and m.role = 'user'
          and m.created_at >= :from and m.created_at < :to limit 1) question
     where o.organization_id = :organization_id and o.active_at >= :to and t.created_at < :to and not ${isTried('t.')}
       and (:agent_id::uuid is null or t.agent_id = :agent_id::uuid)${ofSlice(slice, 't.id')}
  )
  select coalesce(sum(conversations), 0)::int as conversations, count(*)::int as people
    from (select count(*) as conversations from asked
           group by customer_id, subject, visitor_id,
                    case when coalesce(customer_id, subject, visitor_id) is null then id end) person`

/**
 * Whether a reply answers. The announcement of a handoff has no model, by which the index
 * `messages_answered` leaves it out. During an upgrade, workers of the earlier version
 * still store announcements as ungrounded.
 */
export const ANSWERED = "status = 'completed' and model is not null"

const replies = (slice: ThreadSlice) => `
  select greatest(completed - ungrounded, 0) as grounded_replies, ungrounded as ungrounded_replies, failed as failed_replies,
         ended + open as questions
    from (select (count(*) filter (where status <> 'requires_action'))::int as ended, (count(*) filter (where ${ANSWERED}))::int as completed,
                 (count(*) filter (where status = 'failed'))::int as failed
            from messages where role = 'assistant' and completed_at is not null and ${WITHIN}${ofSlice(slice)}) replies,
         (select count(*)::int as ungrounded from messages where not grounded and ${WITHIN}${ofSlice(slice)}) ungrounded,
         (select count(*)::int as open from open_jobs where lane = 'reply' and ${WITHIN}${ofSlice(slice)}) open`

/** Returns the query of ratings. @param low ratings up to this value are low */
const ratings = (low: number, slice: ThreadSlice) => `
  select count(*)::int as ratings, (count(*) filter (where rating <= ${low}))::int as low_ratings,
         avg(rating)::float8 as average_rating
    from feedback
   where organization_id = :organization_id and created_at >= :from and created_at < :to and ${OF_NO_TEST}${ofSlice(slice)}
     and (:agent_id::uuid is null or exists (
           select from threads t where t.organization_id = feedback.organization_id and t.id = feedback.thread_id
              and t.agent_id = :agent_id::uuid))`

/** The roll-ups know no threads, so the cost of a slice is summed from the calls themselves. */
const costOfSlice = (slice: ThreadSlice) => `
  select coalesce(sum(u.cost_usd), 0)::float8 as cost_usd
    from usages u join messages m on m.organization_id = u.organization_id and m.id = u.reply_id
   where u.organization_id = :organization_id and u.created_at >= :from and u.created_at < :to
     and (:agent_id::uuid is null or u.agent_id = :agent_id::uuid) and u.outcome <> '${TEST}'${ofSlice(slice, 'm.thread_id')}`

/** Reads the figures of a window's answers. @param low ratings up to this value are low */
export async function readAnswers(
  db: Db,
  query: AnswersQuery,
  low: number,
): Promise<AnswerFigures> {
  const { organization_id, from, to, agent_id } = query
  const values = { ...query, agent_id: agent_id ?? null }
  const readRow = async (text: string, more = {}) =>
    (await sqlText<Partial<AnswerFigures>>(db, text, { ...values, ...more }))[0]
  // Sequential, so that a view uses one connection.
  const asked = await readRow(people(query))
  const replied = await readRow(replies(query))
  const rated = await readRow(ratings(low, query))
  if (query.metadata_key !== undefined)
    return {
      ...asked,
      ...replied,
      ...rated,
      ...(await readRow(costOfSlice(query))),
    } as AnswerFigures
  const until = await readRolledUntil(db, organization_id)
  const { rolled_from, rolled_to } = activityRangeOf(from, to, until)
  const grouping = { timestamp: () => 'null::timestamptz', ofAgent: agent_id !== undefined }
  const cost = await readRow(
    `select coalesce(sum(cost_usd), 0)::float8 as cost_usd from ${activityOf(grouping, ['usages'])} a`,
    { rolled_from, rolled_to },
  )
  return { ...asked, ...replied, ...rated, ...cost } as AnswerFigures
}

/**
 * The share of a window that may lie before the first question. With less of a month, a change
 * against it says when the organization began, and nothing else.
 */
const MAX_MISSING = 0.1

/**
 * Whether other windows can be compared with this one: most of it lies after the first thread that
 * is still stored, and with `agent_id` after the agent was made.
 */
export async function isComparable(db: Db, query: AnswersQuery): Promise<boolean> {
  const { organization_id, from, to, agent_id } = query
  const [row] = await sqlText<{ since: Date | null }>(
    db,
    `select greatest(
       (select created_at from threads where organization_id = :organization_id order by created_at limit 1),
       (select created_at from agents where organization_id = :organization_id and id = :agent_id::uuid)) as since`,
    { organization_id, agent_id: agent_id ?? null },
  )
  const latest = from.getTime() + MAX_MISSING * (to.getTime() - from.getTime())
  return row?.since ? row.since.getTime() <= latest : false
}
