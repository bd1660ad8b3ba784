import { type Settlement, settling } from '../budgets/settle.ts'
import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { preparedText } from '../lib/db/statements.ts'
import { TEST } from '../lib/db/testThreads.ts'
import { storableJson } from '../lib/storable.ts'
import { HELD, IS_OWN } from './held.ts'
import type { ModelStep } from './steps.ts'

/** A model's answer that asks for tools, with what the calls of its attempt have cost. */
export interface NewRound extends Pick<ModelStep, 'step' | 'model' | 'said'> {
  usage: {
    input_tokens: number
    output_tokens: number
    cached_tokens?: number
    /** null: not known. */
    cost_usd: number | null
    model_ms: number
  }
  spent: readonly Settlement[]
}

/**
 * Stores what a model asked for, with the usage and the spending of its attempt, and raises the
 * `attempt` of the job, in one statement: the next model call has a fencing token of its own. Waits
 * for the disk, so of two workers with one token (decision 25) at most one goes on.
 * @returns false if the lease was lost, or people have taken the thread over; nothing is stored then
 * @throws RowLocked if a row stays locked for `rowLockedMs` milliseconds
 */
export async function storeRound(
  db: Db,
  claim: LeasedJob,
  { usage, ...round }: NewRound,
  rowLockedMs: number,
): Promise<boolean> {
  const { organization_id, id, attempt } = claim
  const given = storableJson({ organization_id, id, attempt, ...round, ...usage })
  const store = async () => {
    const [row] = await preparedText<{ is_stored: boolean; is_own: boolean }>(db, STORE, { given })
    if (row!.is_stored) return true
    return row!.is_own ? undefined : false
  }
  claim.isMoving = true
  try {
    const isStored = await untilFree(store, rowLockedMs)
    if (isStored) claim.attempt++
    return isStored
  } finally {
    claim.isMoving = false
  }
}

/**
 * `is_stored` also holds after a commit whose acknowledgement was lost. The ids in `said` are those
 * of this round alone, so another worker with the same token does not take it for its own.
 */
const STORE = `
  with given as materialized (
    select * from json_to_record(:given::json) as given (
      organization_id uuid, id uuid, attempt integer, step smallint, said jsonb, model text, input_tokens integer, output_tokens integer,
      cached_tokens integer, cost_usd numeric(14, 8), model_ms float8, spent jsonb)
  ), ${HELD}, moved as (
    update open_jobs j set attempt = j.attempt + 1, draft = null, steps = held.step
      from held where j.lane = 'reply' and j.id = any(array(select id from held)) and j.id = held.id
  ), stored as (
    insert into reply_steps (organization_id, question_id, step, kind, reply_id, thread_id, agent_id, is_test, model, said,
                             attempt, started_at, ended_at)
    select organization_id, question_id, step, 'model', id, thread_id, agent_id, is_test, model, said,
           attempt, clock_timestamp() - make_interval(secs => model_ms / 1000), clock_timestamp()
      from held
    returning step
  ), used as (
    insert into usages (reply_id, organization_id, agent_id, attempt, outcome, model, input_tokens, output_tokens,
                        cached_tokens, cost_usd, model_ms)
    select id, organization_id, agent_id, attempt, case when is_test then '${TEST}' else 'tool_round' end, model,
           input_tokens, output_tokens, coalesce(cached_tokens, 0), cost_usd, model_ms
      from held
    on conflict do nothing
  ), settled as (${settling('held')}
  )
  select exists (select from stored) or exists (
           select from given join reply_steps s on s.organization_id = given.organization_id and s.reply_id = given.id
            where s.attempt = given.attempt and s.step = given.step and s.kind = 'model' and s.said = given.said) as is_stored,
         ${IS_OWN} as is_own`
