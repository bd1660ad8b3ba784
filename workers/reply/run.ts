import type { ReplyUsage } from '../../shared/chat/replies.ts'
import type { LoadedInputs } from '../../shared/chat/replyInputs.ts'
import type { TracedRewriting, TriedModel } from '../../shared/chat/traces.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FairLoop, YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { RerankCall } from '../../shared/lib/rerankCall.ts'
import type { CallTokens } from '../../shared/models/prices.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { Problem } from '../grounding/checkClaims.ts'
import type { Contradiction } from '../grounding/contradictions.ts'
import type { ModelReply } from '../models/model.ts'
import type { ReadFilesById } from '../prompt/attachments.ts'
import { budgetFor } from '../prompt/budget.ts'
import { type Prompt, type PromptBudget, textOf } from '../prompt/prompt.ts'
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

/**
 * The state of one reply's job. Each step reads the results of the steps before it and adds its
 * own.
 */
export interface ReplyRun {
  readonly claim: LeasedJob
  /** Aborted when the lease is lost, the deadline passes or the worker stops. */
  readonly signal: AbortSignal
  /** Waits for the organization's turn, before a step whose work grows with a text. */
  readonly yieldLoop: YieldLoop
  readonly inputs: LoadedInputs
  /** The models that may answer, the agent's own first, each as `provider:name`. */
  readonly models: readonly string[]
  /** The one whose turn it is; `setModel` sets it with its budget. */
  model: string
  budget: PromptBudget
  /** The models that could not answer. */
  tried: TriedModel[]
  /** The texts that were searched for in the knowledge. */
  queries: string[]
  /** How a model wrote some of them; null: none is set for it, or it was not yet asked. */
  rewriting: TracedRewriting | null
  /** The call of the rerank model, at most one. */
  reranks: RerankCall[]
  /** The passages that were found, best first. */
  passages: Passage[]
  /** What was read of the files of its messages. */
  files: ReadFilesById
  prompt: Prompt
  /** Everything that the model was given, as one text; `givenOf` sets it. */
  given: string | undefined
  answer: ModelReply | null
  /** Sentences of the answer that their sources do not support. */
  problems: readonly Problem[]
  /** Figures on which the passages of the prompt disagree. */
  contradictions: readonly Contradiction[]
  /** Streams the reply, if a client follows. */
  partial: PartialReply | undefined
  /** What the run has reserved. */
  budgeted: RunBudgets
  /**
   * The usage of all calls of models, even if one failed. Another model that is asked begins anew.
   */
  usage: ReplyUsage
  moments: Moments
}

/** The budgets of which a run has reserved, and how. */
interface RunBudgets {
  /** The first day of the period, by the id of the budget, as it was at the run's first call. */
  begins: Record<string, string>
  /** The ids of reached budgets, whose fallback the run calls. */
  forced: Set<string>
}

/** When each step began or ended, in milliseconds of `performance.now()`. */
interface Moments {
  begun: number
  loaded: number
  retrieved: number
  asked: number
  firstText: number | null
}

/** @param begun when loading began, in milliseconds of `performance.now()` */
export function beginRun(
  claim: LeasedJob,
  signal: AbortSignal,
  inputs: LoadedInputs,
  { config, loop }: { config: ReplyConfig; loop: FairLoop },
  begun: number,
): ReplyRun {
  const models = modelsOf(inputs.agent, config)
  const model = models[0]!
  const now = performance.now()
  return {
    claim,
    signal,
    inputs: bounded(inputs),
    models,
    model,
    budget: budgetFor(model, config),
    tried: [],
    yieldLoop: loop.of(claim.organization_id),
    budgeted: { begins: {}, forced: new Set() },
    queries: [],
    reranks: [],
    rewriting: null,
    passages: [],
    files: new Map(),
    prompt: NO_PROMPT,
    given: undefined,
    answer: null,
    problems: [],
    contradictions: [],
    partial: undefined,
    usage: noUsage(model),
    moments: { begun, loaded: now, retrieved: now, asked: now, firstText: null },
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

/** Makes a model the one that answers. */
export function setModel(run: ReplyRun, model: string, config: ReplyConfig): void {
  if (run.model === model) return
  run.model = model
  run.budget = budgetFor(model, config)
  run.usage.model = model
  run.moments.firstText = null
}

/** The model that was to answer, if another one did; null: it did itself. */
export const fallbackFor = ({ models, model }: ReplyRun): string | null =>
  model === models[0] ? null : models[0]!

/** Usage to which nothing was added yet. */
export const noUsage = (model: string): ReplyUsage => ({
  model,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: null,
  model_ms: 0,
})

const NO_PROMPT: Prompt = {
  messages: [],
  parts: [],
  sources: [],
  facts: {
    question: '',
    earlier: '',
    language: null,
    sources: [],
    agent: { name: '', fallback_message: null },
  },
}

/**
 * Joins the prompt into one text when it is first needed: it is large, and the model may think for
 * seconds before.
 */
export function givenOf(run: ReplyRun): string {
  run.given ??= textOf(run.prompt.messages)
  return run.given
}

/**
 * The most that the columns of `usages` hold. A provider's figures may add up to more, and a good
 * reply must be stored.
 */
const MOST = { tokens: 2 ** 31 - 1, usd: 999_999 }

/**
 * Adds a call to a reply's usage. @param cost in USD; null: it is not known, and so the sum is not
 */
export function addUsage(
  usage: ReplyUsage,
  { input_tokens, output_tokens, cached_tokens = 0 }: CallTokens,
  cost: number | null,
): void {
  const isFirst = usage.input_tokens + usage.output_tokens === 0
  usage.input_tokens = Math.min(MOST.tokens, usage.input_tokens + input_tokens)
  usage.output_tokens = Math.min(MOST.tokens, usage.output_tokens + output_tokens)
  usage.cached_tokens = Math.min(MOST.tokens, (usage.cached_tokens ?? 0) + cached_tokens)
  const before = isFirst ? 0 : usage.cost_usd
  usage.cost_usd = before === null || cost === null ? null : Math.min(MOST.usd, before + cost)
}
