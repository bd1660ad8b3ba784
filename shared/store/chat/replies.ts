import { batched } from '../../db/batch.ts'
import { type Db, sql } from '../../db/db.ts'
import { untilFree } from '../../db/lockRetry.ts'
import { preparedText } from '../../db/prepared.ts'
import type { Job } from '../../jobs.ts'
import { unfinishedOf, waitingOf } from '../queue/backlog.ts'
import type { LeasedJob } from '../queue/claims.ts'
import { type JobRecord, jobRow } from '../queue/jobs.ts'
import { type LoadedMaterial, materialOf } from '../queue/replyInputs.ts'
import type { Citation } from './messages.ts'
import type { Trace } from './traces.ts'

const MATERIAL = materialOf(':organizationId', ':id')

/** Agent, question, traits and history of a claimed reply, as its claim brought them, or loaded. `undefined`: it was deleted meanwhile. */
export async function loadReplyMaterial(db: Db, claim: LeasedJob): Promise<LoadedMaterial | undefined> {
  if (claim.material) return claim.material
  const { organization_id: organizationId, id } = claim
  const [material] = await preparedText<LoadedMaterial>(db, MATERIAL, {
    organizationId,
    id,
  })
  return material
}

export type { ReplyMaterial, Turn } from '../queue/replyInputs.ts'

/** Tokens and cost of one model call. */
export interface ReplyUsage {
  model: string
  input_tokens: number
  output_tokens: number
  /** null: the price of the model, or what was used, is not known. */
  cost_usd: number | null
  model_ms: number
}

/** Records a call of a model that came to nothing: it may have cost something all the same. */
export async function recordFailedUsage(
  db: Db,
  claim: LeasedJob,
  agentId: string,
  usage: ReplyUsage,
): Promise<void> {
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

/** A claimed reply, and all that is to be stored of it. */
export interface Completion {
  claim: LeasedJob
  reply: FinishedReply
  usage: ReplyUsage
  job: JobRecord
  /** Its trace, if the agent keeps traces. */
  trace?: Trace
}

/** Replies that are stored in one statement. */
const MAX_AT_ONCE = 20

/**
 * Stores a reply with its usage, its job and its trace, in one statement and therefore one transaction. Notes in its claim
 * the finished reply, and whether there is more due.
 * @returns false when its lease was lost: then nothing of it is stored. A repetition after a commit whose
 * acknowledgement was lost stores nothing either, and gives true
 */
export type Complete = (completion: Completion) => Promise<boolean>

/**
 * Replies that come together are stored together. One whose row somebody holds, as who deletes its agent does, asks again for
 * `rowLockedMs`: see `lockRetry.ts`.
 */
export function makeComplete(db: Db, rowLockedMs: number): Complete {
  const store = batched((all: Completion[]) => storeAll(db, all), MAX_AT_ONCE)
  return (completion) =>
    untilFree(async () => {
      if (await store(completion)) return true
      const status = await statusOf(db, completion.claim)
      return status === 'processing' ? undefined : status === 'completed'
    }, rowLockedMs)
}

/** @returns for each whether it is stored. Waits for no lock */
async function storeAll(db: Db, completions: readonly Completion[]): Promise<boolean[]> {
  const rows = await preparedText<{ id: string; finished: string; more_due: boolean }>(
    db,
    COMPLETE,
    { given: JSON.stringify(completions.map(toRow)) },
    'once',
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  return completions.map(({ claim }) => {
    const row = stored.get(claim.id)
    if (!row) return false
    claim.finished = row.finished
    claim.moreDue = row.more_due
    return true
  })
}

const COMPLETE = `
  with given as (
    select * from json_to_recordset(:given::json) as given (
      organization_id uuid, id uuid, attempt integer, content text, citations jsonb, grounded boolean, finish_reason text,
      model text, input_tokens integer, output_tokens integer, cost_usd numeric(14, 8), model_ms float8, job jsonb, trace jsonb)
  ), held as (
    select given.*
      from given cross join lateral (
        select from messages m
         where m.organization_id = given.organization_id and m.id = given.id and m.attempt = given.attempt
           and m.status = 'processing'
           for no key update skip locked) m
  ), done as (
    update messages m
       set status = 'completed', content = held.content, citations = held.citations, grounded = held.grounded,
           model = held.model, finish_reason = held.finish_reason, error = null, wake_at = null, draft = null,
           completed_at = now(), updated_at = now()
      from held
     where m.id = any(array(select id from held)) and m.id = held.id
    returning m.id, m.organization_id, m.agent_id, m.attempt, m.thread_id, m.seq, m.streamed, m.role, m.status, m.content,
              m.in_reply_to, m.metadata, m.request_id, m.citations, m.grounded, m.model, m.finish_reason, m.error,
              m.created_at, m.updated_at, m.completed_at, input_tokens, output_tokens, cost_usd, model_ms, job, trace
  ), recorded as (
    insert into jobs select row.* from done, job_row(job) row
  ), traced as (
    insert into reply_traces (organization_id, reply_id, attempt, trace)
    select organization_id, id, attempt, trace from done where trace is not null
    on conflict (organization_id, reply_id)
      do update set attempt = excluded.attempt, trace = excluded.trace, created_at = now()
  ), used as (
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cost_usd, model_ms)
    select id, organization_id, agent_id, attempt, 'completed', model, input_tokens, output_tokens, cost_usd, model_ms
      from done
    -- Of two that hold it by one claim (decision 25), the other may have noted what its call used.
    on conflict (reply_id, attempt)
      do update set outcome = excluded.outcome, model = excluded.model, model_ms = excluded.model_ms,
                    input_tokens = usages.input_tokens + excluded.input_tokens,
                    output_tokens = usages.output_tokens + excluded.output_tokens,
                    cost_usd = coalesce(usages.cost_usd + excluded.cost_usd, usages.cost_usd, excluded.cost_usd)
  )
  select id,
         (select row_to_json(finished)::text from (
            select id, thread_id, (select t.kind from threads t where t.id = thread_id) as thread_kind, agent_id, seq,
                   attempt, streamed, role, status, content, in_reply_to, metadata, request_id, citations, grounded,
                   model, finish_reason, error, created_at, updated_at, completed_at,
                   json_build_object('input_tokens', input_tokens, 'output_tokens', output_tokens,
                                     'cost_usd', cost_usd::float8) as usage) finished) as finished,
         (select n.id from messages n
           where ${unfinishedOf('n')} = done.thread_id and n.seq > done.seq and n.completed_at is null
           order by n.seq limit 1) is not null
      or (select n.id from messages n
           where ${waitingOf('n')} = done.organization_id
             and n.wake_at <= now()
           order by n.wake_at limit 1) is not null as more_due
    from done`

function toRow({ claim, reply, usage, job, trace }: Completion) {
  const { organization_id, id, attempt } = claim
  // Half a sign, as a model that is cut off may end with, is text to JSON but not to PostgreSQL.
  const content = reply.content.toWellFormed()
  return { organization_id, id, attempt, ...reply, content, ...usage, job: jobRow(job), trace: trace ?? null }
}

/** Reads the status of the claim's attempt without waiting for locks; undefined: the row is gone or belongs to another attempt. */
async function statusOf(db: Db, { organization_id, id, attempt }: LeasedJob): Promise<string | undefined> {
  const [row] = await sql<{ status: string }>(db)`
    select status from messages
     where organization_id = ${organization_id} and id = ${id} and attempt = ${attempt}`
  return row?.status
}

/** Finds the next reply to wake a worker for: the thread's next one, else the organization's longest waiting one. */
export async function findNextReply(
  db: Db,
  { organization_id, id }: Pick<LeasedJob, 'organization_id' | 'id'>,
): Promise<Job | undefined> {
  const [next] = await preparedText<Job>(db, NEXT, { organization_id, id })
  return next
}

const NEXT = `
  select n.id, n.organization_id, n.request_id
    from messages n
   where ${waitingOf('n')} = :organization_id and n.wake_at is not null and n.status = 'queued'
     and (n.thread_id = (select thread_id from messages where id = :id) or n.wake_at <= now())
   order by n.thread_id = (select thread_id from messages where id = :id) desc, n.wake_at
   limit 1`
