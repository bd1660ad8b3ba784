import type { JobError } from '../lib/errors.ts'
import { type CallState, type StoredStep, stepJson } from './steps.ts'
import type { Tool } from './tools.ts'

/** A write of an earlier reply of the thread, as the next reply is to know of it. */
export interface EarlierAct {
  title: string
  arguments: Record<string, unknown>
  state: CallState
  error: JobError | null
  /** Of the person who decided or settled. */
  note: string | null
  /** When the model asked for it, ISO 8601. */
  at: string
}

/** The customer of a thread, as servers and identity tokens have named them. */
export interface ActingCustomer {
  /** The owner's own id; null: not known. */
  id: string | null
  is_verified: boolean
}

/**
 * SQL for who a thread's customer is and whether a server or a token has said so.
 */
export const customerFacts = (thread: string, context: string) => ({
  id: `coalesce(${thread}.customer_id, ${context}.user_reference)`,
  is_verified: `(${thread}.customer_id is not null or (${thread}.kind = 'conversation' and ${context}.user_reference is not null))`,
})

/** What a reply needs to call tools. It is JSON, so times are texts. */
export interface ActingInputs {
  /** The agent's tools, in the order of the prompt. */
  tools: StoredTool[]
  /** Of the question, from the first on. */
  steps: StoredStep[]
  /** Oldest first, at most `MAX_ACTS`. */
  acts: EarlierAct[]
  customer: ActingCustomer
}

/** A tool as JSON has it. */
export type StoredTool = Omit<Tool, 'created_at' | 'updated_at'> & {
  created_at: string
  updated_at: string
}

/** The most earlier acts that a reply gets, and the most earlier steps among which they are sought. */
const MAX_ACTS = 10
const MAX_SOUGHT = 60

const CUSTOMER = customerFacts('t', 'c')

/**
 * SQL for `ActingInputs`, as JSON; null for an agent without tools, for which nothing is read. An
 * agent that has lost its tools since still gets the steps that are stored.
 * @param job the SQL name of the row of `open_jobs`; the statement has its agent as `a`, its thread
 *   as `t` and the customer's context as `c`
 */
export const actingInputs = (job: string) => `
  case when cardinality(a.tool_ids) > 0 or ${job}.steps > 0 then json_build_object(
    'tools', coalesce((
      select json_agg(to_json(x) order by chosen.place)
        from unnest(a.tool_ids) with ordinality as chosen (id, place)
        join tools x on x.organization_id = ${job}.organization_id and x.id = chosen.id), '[]'),
    'steps', case when ${job}.steps > 0 then coalesce((
      select json_agg(${stepJson('s')} order by s.step) from reply_steps s
       where s.organization_id = ${job}.organization_id
         and s.question_id = coalesce(${job}.asked_id, ${job}.question_id)), '[]') else '[]'::json end,
    'acts', coalesce((
      select json_agg(json_build_object('title', act.title, 'arguments', act.arguments, 'state', act.state, 'error', act.error,
                                        'note', act.note, 'at', act.created_at) order by act.created_at, act.step)
        from (select * from (
                select * from reply_steps e
                 where e.organization_id = ${job}.organization_id and e.thread_id = ${job}.thread_id
                 order by e.created_at desc limit ${MAX_SOUGHT}) earlier
               where kind = 'tool' and effect = 'write' and same_as is null
                 and question_id <> coalesce(${job}.asked_id, ${job}.question_id)
               order by created_at desc limit ${MAX_ACTS}) act), '[]'),
    'customer', json_build_object('id', ${CUSTOMER.id}, 'is_verified', ${CUSTOMER.is_verified})) end`
