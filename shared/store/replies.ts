import { type Db, sql } from '../db.ts'
import type { Job } from '../jobs.ts'
import type { Agent } from './agents.ts'
import type { Claim } from './claims.ts'
import { type JobRecord, jobJson } from './jobs.ts'
import type { Citation } from './messages.ts'
import type { Trace } from './traces.ts'

/** A message of the thread's past, as the model sees it. */
export interface Turn {
  role: 'user' | 'assistant'
  content: string
}

/** What a reply is made from, besides knowledge. */
export interface ReplyMaterial {
  agent: Omit<Agent, 'created_at' | 'updated_at'>
  question: string
  question_metadata: Record<string, unknown>
  locale: string | null
  traits: Record<string, unknown> | null
  /** Completed turns before the question, oldest first. */
  history: Turn[]
}

/** More turns than any token budget takes in; keeps the query small in a thread of thousands of messages. */
const MOST_TURNS = 60

/** And whether it is to be kept how the reply comes about. */
type Loaded = ReplyMaterial & { traced: boolean }

/** Loads agent, question, traits and history of a claimed reply. `undefined`: it was deleted meanwhile. */
export async function loadReplyMaterial(db: Db, claim: Claim): Promise<Loaded | undefined> {
  const [material] = await sql<Loaded>(db)`
    select r.traced, to_json(a) as agent, q.content as question, q.metadata as question_metadata, t.locale, c.traits,
           coalesce((
             select json_agg(json_build_object('role', h.role, 'content', h.content) order by h.seq)
               from (select role, content, seq from messages
                      where organization_id = ${claim.organization_id} and thread_id = t.id and seq < q.seq
                        and status = 'completed' and content is not null
                      order by seq desc limit ${MOST_TURNS}) h
           ), '[]') as history
      from messages r
      join messages q on q.id = r.in_reply_to
      join threads t on t.id = r.thread_id
      join agents a on a.id = r.agent_id and a.organization_id = r.organization_id
      left join contexts c on c.id = t.user_context_id and c.organization_id = r.organization_id
     where r.organization_id = ${claim.organization_id} and r.id = ${claim.id}`
  return material
}

/** Tokens and cost of one model call. */
export interface Usage {
  model: string
  input_tokens: number
  output_tokens: number
  /** null: the price of the model, or what was used, is not known. */
  cost_usd: number | null
  model_ms: number
}

/** Records a call of a model that came to nothing: it may have cost something all the same. */
export async function recordFailedUsage(db: Db, claim: Claim, agentId: string, usage: Usage): Promise<void> {
  await sql(db)`
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cost_usd, model_ms)
    values (${claim.id}, ${claim.organization_id}, ${agentId}, ${claim.attempt}, 'failed', ${usage.model},
            ${usage.input_tokens}, ${usage.output_tokens}, ${usage.cost_usd}, ${usage.model_ms})
    on conflict do nothing`
}

export interface FinishedReply {
  content: string
  citations: Citation[]
  grounded: boolean
  finish_reason: string
}

/**
 * Stores the reply, its usage and its job in one statement and therefore one transaction; and how it came about, where
 * that is given.
 * @returns false when the lease was lost: then nothing is stored. A repetition after a commit whose acknowledgement was
 * lost stores nothing either, and gives true
 */
export async function completeReply(
  db: Db,
  claim: Claim,
  reply: FinishedReply,
  usage: Usage,
  job: JobRecord,
  trace?: Trace,
): Promise<boolean> {
  const rows = await sql(db)`
    with done as (
      update messages
         set status = 'completed', content = ${reply.content}, citations = ${JSON.stringify(reply.citations)}::jsonb,
             grounded = ${reply.grounded}, model = ${usage.model}, finish_reason = ${reply.finish_reason}, error = null, wake_at = null,
             draft = null, completed_at = now(), updated_at = now()
       where organization_id = ${claim.organization_id} and id = ${claim.id} and attempt = ${claim.attempt}
         and status = 'processing'
      returning id, organization_id, agent_id, attempt
    ), recorded as (
      insert into jobs select job.* from done, job_row(${jobJson(job)}::jsonb) job
    ), traced as (
      insert into reply_traces (organization_id, reply_id, attempt, trace)
      select organization_id, id, attempt, trace
        from done, (select ${trace ? JSON.stringify(trace) : null}::jsonb as trace) given
       where trace is not null
      on conflict (organization_id, reply_id)
        do update set attempt = excluded.attempt, trace = excluded.trace, created_at = now()
    )
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cost_usd, model_ms)
    select id, organization_id, agent_id, attempt, 'completed', ${usage.model}, ${usage.input_tokens}::int,
           ${usage.output_tokens}::int, ${usage.cost_usd}::numeric, ${usage.model_ms}::float8
      from done
    returning reply_id`
  return rows.length > 0 || isCompletedBy(db, claim)
}

async function isCompletedBy(db: Db, { organization_id, id, attempt }: Claim): Promise<boolean> {
  const rows = await sql(db)`
    select from messages
     where organization_id = ${organization_id} and id = ${id} and attempt = ${attempt} and status = 'completed'`
  return rows.length > 0
}

/** Whose turn it is now that a reply is finished: the thread's next, else the organization's longest waiting. */
export async function findNextReply(
  db: Db,
  { organization_id, id }: Pick<Claim, 'organization_id' | 'id'>,
): Promise<Job | undefined> {
  const [next] = await sql<Job>(db)`
    select n.id, n.organization_id, n.request_id
      from messages n
     where n.organization_id = ${organization_id} and n.wake_at is not null and n.status = 'queued'
       and (n.thread_id = (select thread_id from messages where id = ${id}) or n.wake_at <= now())
     order by n.thread_id = (select thread_id from messages where id = ${id}) desc, n.wake_at
     limit 1`
  return next
}
