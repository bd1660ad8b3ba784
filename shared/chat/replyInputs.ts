import type { Agent } from '../agents/agents.ts'
import { type ApplicableBudget, applicableBudgets, customerOf } from '../budgets/applicable.ts'
import { threadRow } from '../lib/db/threadRow.ts'
import { type ActingInputs, actingInputs } from '../tools/forReplies.ts'
import type { AttachedFile } from './attachments.ts'
import type { StoredMark } from './storedMark.ts'

/** An earlier message of the thread, as the model sees it. */
export interface Turn {
  role: 'user' | 'assistant' | 'human_agent'
  content: string
  /** The name of a human agent. */
  author?: string | null
  /** Files of the message; null or missing: none. */
  attachments?: readonly AttachedFile[] | null | undefined
  /** Where a reply cites its sources, in order; null or missing: nowhere, or it is not known. */
  marks?: readonly StoredMark[] | null | undefined
  /** Whether its sources supported a reply; null or missing: it is none, or that is unknown. */
  grounded?: boolean | null | undefined
}

/** The inputs of a reply, without passages. */
export interface ReplyInputs {
  agent: Omit<Agent, 'created_at' | 'updated_at'>
  question: string
  question_metadata: Record<string, unknown>
  /** When the question was sent, as ISO 8601. All attempts give the model this time. */
  asked_at: string
  /** The organization's time zone, as an IANA name. */
  time_zone: string
  /** Files of the question; null or missing: none. */
  question_attachments?: readonly AttachedFile[] | null
  locale: string | null
  traits: Record<string, unknown> | null
  /** The completed ones of the last 60 to 89 messages before the question, oldest first. */
  history: Turn[]
  /** Set if people have had the thread: the note with which they last returned it to the agent. */
  returned?: { note: string | null } | null
  /** null or missing: the reply calls no tools. */
  acting?: ActingInputs | null
}

/** The fewest messages that are read. A usual token budget has room for fewer. */
const LEAST_READ = 60
/**
 * The history begins with a message whose number is a multiple of this. So its beginning, and that
 * of the prompt, stays the same for as many messages. The condition on `seq` also bounds the read under any plan: where
 * most threads are short, the planner estimates that reading the whole thread costs no more.
 */
const READ_STEP = 30

export interface LoadedInputs extends ReplyInputs {
  /** Whether to keep a trace of how the reply is made. */
  traced: boolean
  /** Whether the thread is a test, whose replies count in no figure and in no customer's budget. */
  is_test: boolean
  /** Changes with each change to the organization's knowledge. */
  knowledge_version: string
  /** null: no budget applies to the reply. */
  budgets: ApplicableBudget[] | null
}

/**
 * Returns a query for `LoadedInputs`, as one row. A claim returns it as JSON, so each column has a
 * JSON type. A reply that continues another after a decision answers the question of both.
 * @param job the SQL name of the row of `open_jobs`
 */
export const selectInputs = (job: string) => `
  select ${job}.traced, t.is_test, to_json(a) as agent, q.content as question, q.metadata as question_metadata, to_json(q.created_at) as asked_at,
         (select time_zone from organizations where id = q.organization_id) as time_zone, q.attachments as question_attachments, t.locale, c.traits,
         coalesce((select version from knowledge_versions where organization_id = ${job}.organization_id), 0)::text as knowledge_version,
         ${applicableBudgets(job, customerOf('t', 'c'))} as budgets,
         coalesce((
           select json_agg(json_strip_nulls(json_build_object('role', h.role, 'content', h.content, 'author', h.author_name, 'attachments', h.attachments, 'marks', h.marks, 'grounded', h.grounded)) order by h.seq)
             from (select role, content, author_name, attachments, marks, grounded, seq from messages
                    where organization_id = q.organization_id and thread_id = t.id and seq < q.seq and seq >= q.seq - q.seq % ${READ_STEP} - ${LEAST_READ}
                      and status = 'completed' and content is not null and not is_internal) h
         ), '[]') as history,
         case when t.handoff_epoch > 0 then (
           select json_build_object('note', h.return_note) from handoffs h
            where h.thread_id = t.id and h.returned_at is not null order by h.epoch desc limit 1) end as returned,
         ${actingInputs(job)} as acting
    from messages q
    cross join lateral ${threadRow('q.thread_id')} t
    join agents a on a.id = ${job}.agent_id and a.organization_id = q.organization_id
    left join contexts c on c.id = t.user_context_id and c.organization_id = q.organization_id
   where q.id = coalesce(${job}.asked_id, ${job}.question_id) and q.organization_id = ${job}.organization_id`

/** The inputs that a claim of a reply returns. */
export const REPLY_INPUTS = selectInputs('claimed')
