import type { LoadedInputs } from '../../shared/chat/replyInputs.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FairLoop, YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { answerOf, callsSince, lastAsked, type ModelCall, triedOf } from '../models/calls.ts'
import { type ActingRun, makeActing } from '../tools/acting.ts'
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
  | 'OCR_LANGUAGES_FOLDER'
  | 'times'
>

/** The state that the steps of a reply share. Results are returned by the steps instead. */
export interface ReplyRun {
  readonly claim: LeasedJob
  /** Aborted when the lease is lost, the deadline passes or the worker stops. */
  readonly signal: AbortSignal
  /** Waits for the organization's turn, before work that grows with the length of a text. */
  readonly yieldLoop: YieldLoop
  readonly inputs: LoadedInputs
  /** The models that may answer, the agent's own first, each as `provider:name`. */
  readonly models: readonly string[]
  /** The model calls so far, from which all figures about the models are derived. */
  readonly calls: ModelCall[]
  /** The agent's tools, and what was done with them; undefined: the reply calls none. */
  readonly acting: ActingRun | undefined
  /** Maps ids of budgets with reservations to the first day of their period; see `reserve.ts`. */
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
    acting: makeActing(claim, signal, inputs, begun),
    periods: {},
    partial: undefined,
    moments: { begun, loaded: performance.now() },
  }
}

/** The most tokens of a budgeted reply whose agent has no `max_output_tokens`. */
const MAX_BUDGETED_TOKENS = 4096

/** Limits the cost of a call, because the most that it may cost is reserved before it. */
const bounded = ({ agent, ...inputs }: LoadedInputs): LoadedInputs => {
  const most = inputs.budgets?.length ? MAX_BUDGETED_TOKENS : null
  return { ...inputs, agent: { ...agent, max_output_tokens: agent.max_output_tokens ?? most } }
}

const modelsOf = (
  { model, fallback_models }: ReplyRun['inputs']['agent'],
  { LLM_MODEL }: Pick<ReplyConfig, 'LLM_MODEL'>,
): string[] => [...new Set([model ?? LLM_MODEL, ...fallback_models])]

/** Returns what the next call of the model that answers is for. */
export const purposeOf = ({ acting }: ReplyRun): 'reply' | 'tool_round' =>
  acting?.steps.length ? 'tool_round' : 'reply'

/** Returns the run's calls under its present fencing token. */
export const ownAttempt = ({ calls, claim }: ReplyRun): ModelCall[] =>
  callsSince(calls, claim.attempt)

/**
 * Returns the model that answered, else the last model asked, else the first that may be up. An
 * earlier model may have asked for tools: the present attempt counts first.
 */
export function modelOf(run: ReplyRun): string {
  const { calls, models } = run
  const own = ownAttempt(run)
  const asked = answerOf(own) ?? lastAsked(own) ?? answerOf(calls) ?? lastAsked(calls)
  if (asked) return asked.model
  const down = triedOf(calls).map(({ model }) => model)
  return models.find((model) => !down.includes(model)) ?? models[0]!
}

/** Returns the agent's own model if another model has answered; null: it has answered itself. */
export function fallbackFor(run: ReplyRun): string | null {
  const [first] = run.models
  return modelOf(run) === first ? null : first!
}
