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
 * Returns the agent, question, traits and history of a claimed reply, from its claim or else from
 * the database. undefined: the reply was deleted.
 */
export async function loadReplyInputs(db: Db, claim: LeasedJob): Promise<LoadedInputs | undefined> {
  // `selectInputs` is also the query by which claims of this lane load their inputs.
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
  /** Input tokens that the provider read from its cache. */
  cached_tokens?: number
  /** null: the model's price or the number of tokens is unknown. */
  cost_usd: number | null
  model_ms: number
}

/** The model calls of one attempt, and their settlements with budgets. */
export interface AttemptUsage {
  agent_id: string
  outcome: 'completed' | 'failed' | typeof TEST
  usage: ReplyUsage
  spent: readonly Settlement[]
}

/**
 * Records the model calls of an attempt that stores no reply: a trial, or a failure, which may also
 * have a cost. Settles its reservations.
 */
export async function recordUsage(
  db: Db,
  { id, organization_id, attempt }: LeasedJob,
  { usage, ...of }: AttemptUsage,
): Promise<void> {
  const given = { id, organization_id, attempt, ...of, ...usage, is_called: isCalled(usage) }
  await preparedText(db, USED, { given: JSON.stringify(given) })
}

/** Records the model calls of an attempt that failed or stored nothing for another reason. */
export const recordFailedUsage = (
  db: Db,
  claim: LeasedJob,
  agent_id: string,
  usage: ReplyUsage,
  spent: readonly Settlement[] = [],
  is_test = false,
): Promise<void> =>
  recordUsage(db, claim, { agent_id, outcome: is_test ? TEST : 'failed', usage, spent })

/** Returns whether a model was called. */
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
 * Finds the reply that needs a wake-up after a reply has ended: the next reply of its thread, or
 * else the organization's longest waiting reply.
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
