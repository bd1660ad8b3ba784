import type { LoadedInputs } from '../../shared/chat/replyInputs.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FairLoop, YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { answerOf, callsSince, lastAsked, type ModelCall, triedOf } from '../models/calls.ts'
import type { PartialReply } from './partialReply.ts'

export type ReplyConfig = Pick<
  Config,
  | 'LLM_MODEL'
  | 'MODEL_TIMEOUT_SECONDS'
  | 'REPLY_DEADLINE_SECONDS'
  | 'LLM_PRICES'
  | 'GROUNDING_MODEL'
  | 'QUERY_MODEL'
  | 'RERANK_MODEL'
  | 'HISTORY_TOKENS'
  | 'KNOWLEDGE_TOKENS'
  | 'MODEL_CONTEXT_TOKENS'
  | 'times'
>

/** What the steps of a reply share. A step returns what it finds. */
export interface ReplyRun {
  readonly claim: LeasedJob
  /** Aborted when the lease is lost, the deadline passes or the worker stops. */
  readonly signal: AbortSignal
  /** Waits for the organization's turn, before a step whose work grows with a text. */
  readonly yieldLoop: YieldLoop
  readonly inputs: LoadedInputs
  /** The models that may answer, the agent's own first, each as `provider:name`. */
  readonly models: readonly string[]
  /** The calls of models so far. Nothing else is kept of the models that were asked. */
  readonly calls: ModelCall[]
  /**
   * By the ids of budgets of which it has reserved: the first day of their period. `reserve.ts`
   * sets it.
   */
  readonly periods: Record<string, string>
  /** Streams the reply, if a client follows; `callOnce.ts` sets it. */
  partial: PartialReply | undefined
  /** When loading began and ended, in milliseconds of `performance.now()`. */
  readonly moments: { readonly begun: number; readonly loaded: number }
}

/** @param begun when loading began, in milliseconds of `performance.now()` */
export function beginRun(
  claim: LeasedJob,
  signal: AbortSignal,
  inputs: LoadedInputs,
  { config, loop }: { config: ReplyConfig; loop: FairLoop },
  begun: number,
): ReplyRun {
  return {
    claim,
    signal,
    inputs: bounded(inputs),
    models: modelsOf(inputs.agent, config),
    yieldLoop: loop.of(claim.organization_id),
    calls: [],
    periods: {},
    partial: undefined,
    moments: { begun, loaded: performance.now() },
  }
}

/** Most tokens of a reply for which a budget holds, of an agent without `max_output_tokens`. */
const MAX_BUDGETED_TOKENS = 4096

/** Bounds what a call may cost, because it must be reserved before. */
const bounded = ({ agent, ...inputs }: LoadedInputs): LoadedInputs => {
  const most = inputs.budgets?.length ? MAX_BUDGETED_TOKENS : null
  return { ...inputs, agent: { ...agent, max_output_tokens: agent.max_output_tokens ?? most } }
}

const modelsOf = (
  { model, fallback_models }: ReplyRun['inputs']['agent'],
  { LLM_MODEL }: Pick<ReplyConfig, 'LLM_MODEL'>,
): string[] => [...new Set([model ?? LLM_MODEL, ...fallback_models])]

/** The run's calls under its present fencing token. */
export const ownAttempt = ({ calls, claim }: ReplyRun): ModelCall[] =>
  callsSince(calls, claim.attempt)

/**
 * The model that has answered, else the last that was asked, else the first that is not known to be
 * down.
 */
export function modelOf({ calls, models }: ReplyRun): string {
  const asked = answerOf(calls) ?? lastAsked(calls)
  if (asked) return asked.model
  const down = triedOf(calls).map(({ model }) => model)
  return models.find((model) => !down.includes(model)) ?? models[0]!
}

/** The model that was to answer, if another one did; null: it did itself. */
export function fallbackFor(run: ReplyRun): string | null {
  const [first] = run.models
  return modelOf(run) === first ? null : first!
}
