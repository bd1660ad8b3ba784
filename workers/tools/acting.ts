import type { LoadedInputs } from '../../shared/chat/replyInputs.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { StoredTool } from '../../shared/tools/forReplies.ts'
import type { CallStep, ModelStep, StoredStep } from '../../shared/tools/steps.ts'
import type { CallFacts, Tool } from '../../shared/tools/tools.ts'

/** A reply that may call tools, with what has been stored of its steps. */
export interface ActingRun {
  readonly claim: LeasedJob
  /** That of the reply. */
  readonly signal: AbortSignal
  /** The agent's tools, also those that are off. */
  readonly tools: readonly Tool[]
  /** The stored steps of the question, in order. Rounds add to it. */
  readonly steps: StoredStep[]
  readonly facts: Omit<CallFacts, 'call_id'>
  /** Returns the milliseconds until the reply's deadline. */
  leftMs(): number
}

/**
 * @param begun when the reply began to load, in milliseconds of `performance.now()`
 * @returns undefined: the reply calls no tools
 */
export function makeActing(
  claim: LeasedJob,
  signal: AbortSignal,
  { acting, agent, is_test, traits, question_metadata }: LoadedInputs,
  begun: number,
): ActingRun | undefined {
  if (!acting || !claim.thread_id) return undefined
  const { customer } = acting
  return {
    claim,
    signal,
    tools: acting.tools.map(read),
    steps: [...acting.steps],
    facts: {
      organization_id: claim.organization_id,
      agent_id: agent.id,
      thread_id: claim.thread_id,
      customer_id: customer.id,
      is_verified: customer.is_verified,
      is_test,
      traits,
      metadata: question_metadata,
    },
    leftMs: () => claim.deadline_ms - (performance.now() - begun),
  }
}

const read = (tool: StoredTool): Tool => ({
  ...tool,
  created_at: new Date(tool.created_at),
  updated_at: new Date(tool.updated_at),
})

export const isCall = (step: StoredStep): step is CallStep => step.kind === 'tool'
export const isRound = (step: StoredStep): step is ModelStep => step.kind === 'model'

/** Returns the stored call of this id; undefined: it has no row. */
export const callWithId = (steps: readonly StoredStep[], id: string): CallStep | undefined =>
  steps.filter(isCall).find(({ call_id }) => call_id === id)

/** Returns the number of the next step, from 1 on. */
export const nextStep = (steps: readonly StoredStep[]): number => (steps.at(-1)?.step ?? 0) + 1
