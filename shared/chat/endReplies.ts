import { type Settlement, settling } from '../budgets/settle.ts'
import { type AttemptRecord, attemptRow } from '../jobs/attempts.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import { UNBOUNDED } from '../jobs/scanBounds.ts'
import { batched } from '../lib/db/batch.ts'
import type { Db } from '../lib/db/db.ts'
import { isForeignKeyViolation } from '../lib/db/failures.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { preparedText } from '../lib/db/statements.ts'
import { TEST } from '../lib/db/testThreads.ts'
import { threadRow } from '../lib/db/threadRow.ts'
import type { JobError } from '../lib/errors.ts'
import type { Citation, Supported } from './messages.ts'
import type { ReplyUsage } from './replies.ts'
import type { StoredMark } from './storedMark.ts'
import type { ReplyTrace } from './traces.ts'

export interface FinishedReply {
  content: string
  citations: Citation[]
  /** Where it cites; undefined: nowhere. */
  marks?: readonly StoredMark[]
  /** Whether knowledge supports the reply; null: it only announces a handoff. */
  grounded: boolean | null
  /** null or missing: no sentence was checked. */
  supported?: Supported | null
  finish_reason: string
  /** The model that was asked first and could not answer; null or missing: it answered. */
  fallback_for?: string | null
  /** The model, as `provider:name`; missing: the one of `usage`. */
  model?: string
}

/** A reply that ends, with everything to store of it. */
export interface Ending {
  /**
   * The claim, with its attempt as the fencing token. Without an attempt, the reply ends
   * no matter which worker holds it.
   */
  claim: Pick<LeasedJob, 'id' | 'organization_id'> & Partial<LeasedJob>
  /** `requires_action`: somebody must agree to a tool call; their decision begins another reply. */
  status: 'completed' | 'requires_action' | 'failed' | 'cancelled'
  /** Only for a completed reply, and one that requires an action. */
  reply?: FinishedReply
  usage?: ReplyUsage
  /** The spending of its last attempt, by budget. */
  spent?: readonly Settlement[]
  /** Only for a failed reply. The client may read the reason. */
  error?: JobError
  /** The records of its last attempts. */
  jobs?: readonly AttemptRecord[]
  /** Its trace, if traces are kept. Otherwise the trace of its last failed attempt stays. */
  trace?: ReplyTrace | undefined
}

/** The most replies that one statement stores. */
const MAX_AT_ONCE = 20

/**
 * Ends a reply: deletes its open job, and stores the message with its usage, job rows and trace, in
 * one statement and therefore one transaction. Sets `moreDue` in the claim, and `finished` for a
 * completed reply without steps.
 * @returns false when the lease was lost or the reply has already ended: nothing is stored then. A
 *   repetition after a commit whose acknowledgement was lost also stores nothing, but returns true
 */
export type EndReply = (ending: Ending) => Promise<boolean>

/**
 * Makes an `EndReply` that stores replies which end at the same time with one statement. A reply
 * whose row is locked, for example by the deletion of its agent, is retried for `rowLockedMs`
 * milliseconds: see `lockRetry.ts`.
 * @param since no waiting job has an earlier `sweep_at`: see `scanBounds.ts`
 */
export function makeEndReply(
  db: Db,
  rowLockedMs: number,
  since = () => UNBOUNDED.waiting,
): EndReply {
  const store = batched((all: Ending[]) => storeAll(db, all, since()), MAX_AT_ONCE)
  return (ending) =>
    untilFree(async () => {
      if (await store(ending)) return true
      return hasEnded(db, ending)
    }, rowLockedMs)
}

/** Ends one reply within a transaction. Does not wait for locks. @returns whether it was stored */
export async function endReplyWithin(transaction: Db, ending: Ending): Promise<boolean> {
  const [isStored = false] = await storeAll(transaction, [ending], UNBOUNDED.waiting)
  return isStored
}

/**
 * Returns whether this claim has already ended its reply. @returns undefined: the reply is still
 * open
 */
export async function hasEnded(db: Db, ending: Ending): Promise<boolean | undefined> {
  const { isOpen, status } = await look(db, ending)
  return isOpen ? undefined : status === ending.status && ending.claim.attempt !== undefined
}

/** Stores replies without waiting for locks. @returns for each reply whether it was stored */
async function storeAll(db: Db, endings: readonly Ending[], since: string): Promise<boolean[]> {
  try {
    const rows = await preparedText<{
      id: string
      attempt: number
      finished: string | null
      more_due: boolean
    }>(db, END, {
      given: JSON.stringify(endings.map(toRow)),
      since,
    })
    const stored = new Map(rows.map((row) => [row.id, row]))
    return endings.map(({ claim, status }) => {
      const row = stored.get(claim.id)
      // A worker that has claimed its own lost reply again may end both attempts in one batch.
      if (!row || (claim.attempt !== undefined && claim.attempt !== row.attempt)) return false
      // Other replies are read again, with their tool calls or the usage of their failed attempts.
      if (status === 'completed' && row.finished) claim.finished = row.finished
      claim.moreDue = row.more_due
      return true
    })
  } catch (error) {
    // The question is being deleted.
    if (endings.length === 1 && isForeignKeyViolation(error)) return [false]
    throw error
  }
}

/** The error of a reply that a handoff cancels. */
export const HANDED_OFF: JobError = {
  code: 'handed_off',
  detail: 'People have taken over: a person answers, not the agent.',
}

/**
 * Returns SQL for a column of a reply, or `instead` if the thread was handed off since its job was
 * opened.
 */
function unlessLate(column: string, instead = 'null') {
  return `case when held.is_late then ${instead} else held.${column} end as ${column}`
}

/** SQL for the sum of a column of `usages`, limited to the column's range. */
const added = (column: string) =>
  `least(usages.${column}::bigint + excluded.${column}, 2147483647)::integer`

/**
 * A handoff deletes the open jobs of its thread. The epoch also stops replies of code that knows no
 * handoffs. The statement locks the thread, so that no other transaction deletes it.
 */
const END = `
  with given as materialized (
    select * from json_to_recordset(:given::json) as given (
      organization_id uuid, id uuid, attempt integer, status text, content text, citations jsonb, marks jsonb, grounded boolean, supported jsonb,
      finish_reason text, fallback_for text, error jsonb, model text, input_tokens integer, output_tokens integer,
      cached_tokens integer, cost_usd numeric(14, 8), model_ms float8, spent jsonb, jobs jsonb, trace jsonb)
  ), held as (
    select given.*, t.kind as thread_kind, t.is_test, given.status in ('completed', 'requires_action') and j.epoch <> t.handoff_epoch as is_late
      from given
      cross join lateral (
        select j.thread_id from open_jobs j where j.lane = 'reply' and j.id = given.id and ${isOwn('j')} limit 1) seen
      cross join lateral ${threadRow('seen.thread_id', 'for key share skip locked')} t
      cross join lateral (
        select j.epoch from open_jobs j where j.lane = 'reply' and j.id = given.id and ${isOwn('j')} for update skip locked) j
  ), ended as (
    delete from open_jobs j using held
     where j.lane = 'reply' and j.id = any(array(select id from held)) and j.id = held.id
    returning j.id, j.organization_id, j.thread_id, j.agent_id, j.position, j.question_id, j.asked_id, nullif(j.steps, 0) as steps, j.request_id, j.created_at,
              j.attempt, j.streamed, j.trace as last_trace, ${unlessLate('status', "'cancelled'")}, ${unlessLate('content')},
              ${unlessLate('citations')}, ${unlessLate('marks')}, ${unlessLate('grounded')}, ${unlessLate('supported')}, ${unlessLate('finish_reason')}, ${unlessLate('fallback_for')},
              ${unlessLate('error', `'${JSON.stringify(HANDED_OFF)}'::jsonb`)}, held.model, held.input_tokens, held.output_tokens,
              held.cached_tokens, held.cost_usd, held.model_ms, held.spent, held.jobs, held.trace, held.is_test, held.thread_kind
  ), stored as (
    insert into messages as m (id, organization_id, thread_id, agent_id, seq, role, status, content, in_reply_to, asked_id, steps, request_id,
                               created_at, completed_at, attempt, streamed, citations, marks, grounded, supported, model,
                               finish_reason, fallback_for, error)
    select id, organization_id, thread_id, agent_id, position, 'assistant', status, content, question_id, asked_id, steps, request_id,
           created_at, now(), attempt, streamed, coalesce(citations, '[]'), marks, grounded, supported, model,
           finish_reason, fallback_for, error
      from ended
    returning m.*
  ), recorded as (
    insert into jobs
    select row.* from ended, jsonb_array_elements(jobs) job,
           job_row(case when is_test then job || '{"lane": "${TEST}"}' else job end) row
  ), traced as (
    insert into reply_traces (organization_id, reply_id, attempt, trace)
    select organization_id, id, case when trace is null then (last_trace->>'attempt')::integer else attempt end,
           coalesce(trace, last_trace->'trace')
      from ended where coalesce(trace, last_trace) is not null
    on conflict (organization_id, reply_id)
      do update set attempt = excluded.attempt, trace = excluded.trace, created_at = now()
  ), used as (
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cached_tokens, cost_usd, model_ms)
    select id, organization_id, agent_id, attempt, case when is_test then '${TEST}' else 'completed' end, model,
           input_tokens, output_tokens,
           coalesce(cached_tokens, 0), cost_usd, model_ms
      from ended where model_ms is not null
    -- Two workers may hold the same claim (decision 25), and the other may have stored the usage of its call.
    on conflict (reply_id, attempt)
      do update set outcome = excluded.outcome, model = excluded.model, model_ms = excluded.model_ms,
                    input_tokens = ${added('input_tokens')}, output_tokens = ${added('output_tokens')},
                    cached_tokens = ${added('cached_tokens')},
                    cost_usd = least(coalesce(usages.cost_usd + excluded.cost_usd, usages.cost_usd, excluded.cost_usd), 999999)
  ), settled as (${settling('ended')}
  ), next as (
    select n.id, ended.id as ended_id
      from ended cross join lateral (
        select n.id from open_jobs n where n.thread_id = ended.thread_id and n.position > ended.position
         order by n.position limit 1) n
  ), ready as (
    update open_jobs n set run_at = now()
     where n.id = any(array(
       select j.id from next cross join lateral (
         select j.id from open_jobs j
          where j.id = next.id and j.lease_expires_at is null and j.run_at < now() for update skip locked) j))
  )
  select e.id, e.attempt,
         case when e.steps is null then (select row_to_json(finished)::text from (
            select m.id, m.thread_id, e.thread_kind, m.agent_id, m.seq,
                   m.attempt, m.streamed, m.role, m.status, m.content, m.attachments, m.in_reply_to, m.asked_id, m.steps, m.metadata, m.request_id, m.citations, null::json as tool_calls,
                   m.grounded, m.supported, m.model, m.finish_reason, m.fallback_for, m.error, m.author_id, m.author_name, null as author_photo,
                   m.is_internal, m.created_at, m.updated_at, m.completed_at,
                   case when e.model_ms is not null then
                     json_build_object('input_tokens', e.input_tokens, 'cached_tokens', coalesce(e.cached_tokens, 0), 'output_tokens', e.output_tokens,
                                       'cost_usd', e.cost_usd::float8) end as usage
              from stored m where m.id = e.id) finished) end as finished,
         exists (select from next where next.ended_id = e.id)
      or (select n.id from open_jobs n
           where n.lane = 'reply' and n.organization_id = e.organization_id and n.worker is null
             and n.sweep_at >= :since::timestamptz and n.sweep_at <= now()
           order by n.sweep_at limit 1) is not null as more_due
    from ended e`

/** SQL for whether the claim holds the row, or no attempt is given. */
function isOwn(job: string) {
  return `${job}.organization_id = given.organization_id
    and (given.attempt is null or (${job}.attempt = given.attempt and (given.status = 'failed' or ${job}.worker is not null)))`
}

function toRow({ claim, status, reply, usage, spent, error, jobs = [], trace }: Ending) {
  const { organization_id, id, attempt } = claim
  // A model that is cut off may end with half a surrogate pair, which JSON allows but PostgreSQL
  // does not.
  const content = reply?.content.toWellFormed()
  const records = jobs.map(attemptRow)
  return {
    organization_id,
    id,
    attempt,
    status,
    ...reply,
    content,
    marks: reply?.marks?.length ? reply.marks : undefined,
    ...usage,
    spent,
    error,
    jobs: records,
    trace,
  }
}

/** Reads the state of the claim's attempt, without waiting for locks. */
async function look(
  db: Db,
  { claim: { organization_id, id, attempt }, status }: Ending,
): Promise<{ isOpen: boolean; status: string | null }> {
  const [found] = await preparedText<{ is_open: boolean; status: string | null }>(db, LOOK, {
    organization_id,
    id,
    status,
    attempt: attempt ?? null,
  })
  return { isOpen: found!.is_open, status: found!.status }
}

const LOOK = `
  select exists (select from open_jobs j where j.lane = 'reply' and j.id = given.id and ${isOwn('j')}) as is_open,
         (select m.status from messages m
           where m.id = given.id and m.organization_id = given.organization_id
             and m.attempt = coalesce(given.attempt, m.attempt)) as status
    from (select :id::uuid as id, :organization_id::uuid as organization_id, :attempt::integer as attempt,
                 :status::text as status) given`
