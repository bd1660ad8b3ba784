import { type Settlement, settling } from '../budgets/settle.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { TEST } from '../lib/db/testThreads.ts'
import type { Job } from '../lib/jobs.ts'
import { type LoadedInputs, selectInputs } from './replyInputs.ts'

const INPUTS = `select inputs.* from open_jobs j cross join lateral (${selectInputs('j')}) inputs
  where j.lane = 'reply' and j.id = :id and j.organization_id = :organization_id`

/**
 * The agent, question, traits and history of a claimed reply: from its claim, or else from the
 * database. undefined: the reply was deleted.
 */
export async function loadReplyInputs(db: Db, claim: LeasedJob): Promise<LoadedInputs | undefined> {
  // `selectInputs` is the query that the claims of this lane load their inputs by.
  if (claim.inputs) return claim.inputs as LoadedInputs
  const { organization_id, id } = claim
  const [inputs] = await preparedText<LoadedInputs>(db, INPUTS, { organization_id, id })
  return inputs
}

export type { ReplyInputs, Turn } from './replyInputs.ts'

/** Tokens and cost of one model call. */
export interface ReplyUsage {
  model: string
  input_tokens: number
  output_tokens: number
  /** Those of the input tokens that the provider had in its cache. */
  cached_tokens?: number
  /** null: the price of the model or the number of tokens is not known. */
  cost_usd: number | null
  model_ms: number
}

/** The calls of models of one attempt, and what they have spent of budgets. */
export interface AttemptUsage {
  agent_id: string
  outcome: 'completed' | 'failed' | typeof TEST
  usage: ReplyUsage
  spent: readonly Settlement[]
}

/**
 * Records the calls of models of an attempt that stores no reply: a trial, or a failure, which may
 * have cost something all the same. Settles what it had reserved.
 */
export async function recordUsage(
  db: Db,
  { id, organization_id, attempt }: LeasedJob,
  { usage, ...of }: AttemptUsage,
): Promise<void> {
  const given = { id, organization_id, attempt, ...of, ...usage, is_called: isCalled(usage) }
  await preparedText(db, USED, { given: JSON.stringify(given) })
}

/**
 * Records the calls of models of an attempt that failed, or that stored nothing for another reason.
 */
export const recordFailedUsage = (
  db: Db,
  claim: LeasedJob,
  agent_id: string,
  usage: ReplyUsage,
  spent: readonly Settlement[] = [],
  is_test = false,
): Promise<void> =>
  recordUsage(db, claim, { agent_id, outcome: is_test ? TEST : 'failed', usage, spent })

/** Whether a model was called. */
export const isCalled = ({ model_ms, input_tokens }: ReplyUsage) => model_ms > 0 || input_tokens > 0

const USED = `
  with ended as materialized (
    select * from json_to_record(:given::json) as given (
      id uuid, organization_id uuid, agent_id uuid, attempt integer, outcome text, model text, input_tokens integer, output_tokens integer,
      cached_tokens integer, cost_usd numeric(14, 8), model_ms float8, spent jsonb, is_called boolean)
  ), used as (
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cached_tokens, cost_usd, model_ms)
    select id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens, coalesce(cached_tokens, 0), cost_usd, model_ms
      from ended where is_called
    on conflict do nothing
  )${settling('ended')}`

/**
 * Finds the reply to wake a worker for after one has ended: the next one of its thread, or else the
 * longest waiting one of the organization.
 */
export async function findNextReply(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<Job | undefined> {
  const [next] = await preparedText<Job>(db, NEXT, { organizationId, threadId })
  return next
}

const NEXT = `
  (select id, organization_id, request_id from open_jobs
    where thread_id = :threadId and organization_id = :organizationId and worker is null order by position limit 1)
   union all
  (select id, organization_id, request_id from open_jobs
    where lane = 'reply' and organization_id = :organizationId and worker is null and sweep_at <= now()
    order by sweep_at limit 1)
  limit 1`
