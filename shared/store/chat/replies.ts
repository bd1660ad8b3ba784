import type { Db } from '../../db/db.ts'
import { preparedText, sql } from '../../db/statements.ts'
import type { Job } from '../../jobs.ts'
import type { LeasedJob } from '../queue/openJobs.ts'
import { type LoadedInputs, selectInputs } from '../queue/replyInputs.ts'

const INPUTS = `select inputs.* from open_jobs j cross join lateral (${selectInputs('j')}) inputs
  where j.lane = 'reply' and j.id = :id and j.organization_id = :organization_id`

/**
 * The agent, question, traits and history of a claimed reply: from its claim, or else from the database.
 * undefined: the reply was deleted.
 */
export async function loadReplyInputs(db: Db, claim: LeasedJob): Promise<LoadedInputs | undefined> {
  if (claim.inputs) return claim.inputs
  const { organization_id, id } = claim
  const [inputs] = await preparedText<LoadedInputs>(db, INPUTS, { organization_id, id })
  return inputs
}

export type { ReplyInputs, Turn } from '../queue/replyInputs.ts'

/** Tokens and cost of one model call. */
export interface ReplyUsage {
  model: string
  input_tokens: number
  output_tokens: number
  /** null: the price of the model or the number of tokens is not known. */
  cost_usd: number | null
  model_ms: number
}

/** Records a failed call of a model, because it may have cost something all the same. */
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

/**
 * Finds the reply to wake a worker for after one has ended: the next one of its thread, or else the longest
 * waiting one of the organization.
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
