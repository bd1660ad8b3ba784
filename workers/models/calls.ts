import type { ApplicableBudget } from '../../shared/budgets/applicable.ts'
import type { ReplyUsage } from '../../shared/chat/replies.ts'
import type { TriedModel } from '../../shared/chat/traces.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import { AppError, type ErrorCode } from '../../shared/lib/errors.ts'
import type { RerankCall } from '../../shared/lib/rerankCall.ts'
import type { CallTokens } from '../../shared/models/prices.ts'
import type { ModelMessage, OfferedTool } from '../prompt/prompt.ts'
import type { ModelPrompt } from '../prompt/promptFor.ts'
import type { ModelReply, Spent } from './model.ts'

/**
 * A model call for a reply. A reply keeps a list of its calls, in the order in which they ended,
 * and adds each call once. The functions below derive usage, trace and spending from this list.
 */
export interface ModelCall {
  /**
   * `reply`, `correction` and `tool_round` ask the model that answers. `correction` asks again
   * after an answer that its sources do not support, `tool_round` with the results of tools. The
   * other purposes help that model.
   */
  purpose: 'reply' | 'correction' | 'tool_round' | 'queries' | 'rerank' | 'grounding'
  /** The fencing token under which the call was made. */
  attempt: number
  /** `provider:model` or `connection:model` */
  model: string
  /**
   * When the call began, before it reserved budgets. All times are those of `performance.now()`.
   */
  begun: number
  /** When the model was called; null: it was not, being down or over a budget. */
  asked: number | null
  /** When the first text of a streamed reply came; null: none came. */
  firstText: number | null
  ended: number
  /** The provider's count; null: it counted none. */
  tokens: CallTokens | null
  /** In USD; null: the price or the tokens are not known. */
  cost_usd: number | null
  outcome: CallOutcome
  /** Why the model did not answer. Undefined for `stopped` and `unexpected`. */
  error?: AppError | undefined
  /** The budgets without room for the call, and the model that they name instead. */
  reached?: { budgets: readonly string[]; instead: string } | undefined
  /** The prompt; undefined: the model was known to be down, or is a helper. */
  prompt?: ModelPrompt | undefined
  answer?: ModelReply | undefined
  /** The number of passages that a rerank model was given. */
  passages?: number
}

/**
 * `stopped`: by the reply's own signal; `replaced`: by a call with other passages; `unexpected`: by
 * an error that is no `AppError`.
 */
export type CallOutcome = 'answered' | 'stopped' | 'replaced' | 'unexpected' | ErrorCode

/** A model call that is about to be made. */
export interface PlannedCall {
  /** `provider:model` */
  model: string
  messages: readonly ModelMessage[]
  /** The tools that it is offered; undefined: none. */
  tools?: readonly OfferedTool[] | undefined
  /** The most tokens that the model may write. */
  max_output_tokens: number
  /**
   * Whether the call costs nothing if its price is not known. Default: a budget in money has no
   * room for it.
   */
  isCheap?: boolean
  /** A call that still runs, for which there must be room as well. */
  beside?: PlannedCall | undefined
}

/** The purposes of the calls that ask the model that answers. */
const OWN: readonly ModelCall['purpose'][] = ['reply', 'correction', 'tool_round']

/** Returns the calls of the model that answers, without those of helpers. */
export const ownCalls = (calls: readonly ModelCall[]): ModelCall[] =>
  calls.filter(({ purpose }) => OWN.includes(purpose))

/**
 * Adds up the requests of a call. If a provider refuses a parameter, the request is repeated
 * without it, and the provider may have counted tokens for both requests.
 */
export function costOfCall(requests: readonly Spent[]): Pick<ModelCall, 'tokens' | 'cost_usd'> {
  if (requests.length === 0) return { tokens: null, cost_usd: null }
  const costs = requests.map(({ cost_usd }) => cost_usd)
  return {
    tokens: {
      input_tokens: sum(requests, ({ input_tokens }) => input_tokens),
      output_tokens: sum(requests, ({ output_tokens }) => output_tokens),
      cached_tokens: sum(requests, ({ cached_tokens = 0 }) => cached_tokens),
    },
    cost_usd: costs.includes(null) ? null : sum(requests, ({ cost_usd }) => cost_usd!),
  }
}

/** Makes a call that was not made, because the model is known to be down. */
export function notMade(
  call: Pick<ModelCall, 'purpose' | 'attempt' | 'model'> & { error: AppError },
): ModelCall {
  const now = performance.now()
  const times = { begun: now, asked: null, firstText: null, ended: now }
  return { ...call, ...times, tokens: null, cost_usd: null, outcome: call.error.code }
}

/** Returns the outcome of a call that threw an error. @param signal the reply's */
export function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'stopped'
  return error instanceof AppError ? error.code : 'unexpected'
}

/** Returns the calls under a fencing token. */
export const callsSince = (calls: readonly ModelCall[], attempt: number): ModelCall[] =>
  calls.filter((call) => call.attempt >= attempt)

/**
 * Whether a call counts in the usage. The provider must have counted its tokens. A rerank model,
 * which is billed by searches, must have a price instead: without one, the cost of each reply would
 * be unknown.
 */
const isCounted = ({ purpose, tokens, cost_usd }: ModelCall) =>
  purpose === 'rerank' ? cost_usd !== null : tokens !== null

/**
 * The largest values that the columns of `usages` hold. A provider's figures may add up to more,
 * and must not keep a good reply from being stored.
 */
const MOST = { tokens: 2 ** 31 - 1, usd: 999_999 }

/** Adds up the usage of calls. */
export function usageOf(calls: readonly ModelCall[]): Omit<ReplyUsage, 'model'> {
  const counted = calls.filter(isCounted)
  const isPriced = counted.length > 0 && counted.every(({ cost_usd }) => cost_usd !== null)
  const sumOf = (tokens: keyof CallTokens) =>
    Math.min(
      MOST.tokens,
      sum(counted, (call) => call.tokens?.[tokens] ?? 0),
    )
  return {
    input_tokens: sumOf('input_tokens'),
    output_tokens: sumOf('output_tokens'),
    cached_tokens: sumOf('cached_tokens'),
    cost_usd: isPriced
      ? Math.min(
          MOST.usd,
          sum(counted, ({ cost_usd }) => cost_usd!),
        )
      : null,
    model_ms: sum(ownCalls(calls), ({ asked, ended }) => (asked === null ? 0 : ended - asked)),
  }
}

/** Adds up what calls spent of a budget, in its unit. The built-in model costs nothing. */
export function spentOf(
  calls: readonly ModelCall[],
  { unit }: Pick<ApplicableBudget, 'unit'>,
): number {
  if (unit === 'usd') return usageOf(calls).cost_usd ?? 0
  const { input_tokens, output_tokens } = usageOf(
    calls.filter(({ model }) => model !== BUILTIN_MODEL),
  )
  return input_tokens + output_tokens
}

/** Returns the models that could not answer, in the order of their calls. */
export const triedOf = (calls: readonly ModelCall[]): TriedModel[] =>
  calls.flatMap(({ purpose, model, error, prompt, begun, ended }) =>
    (purpose === 'reply' || purpose === 'tool_round') && error
      ? [{ model, code: error.code, ms: prompt ? ended - begun : null }]
      : [],
  )

/** Returns the models that take no tools, although they were offered some. */
export const withoutTools = (calls: readonly ModelCall[]): string[] => [
  ...new Set(calls.filter(({ answer }) => answer?.takesNoTools).map(({ model }) => model)),
]

/** Returns the calls of the rerank model, in the form of a trace. */
export const reranksOf = (calls: readonly ModelCall[]): RerankCall[] =>
  calls
    .filter(({ purpose }) => purpose === 'rerank')
    .map(({ model, passages = 0, begun, ended, outcome, tokens, cost_usd }) => ({
      model,
      passages,
      ms: ended - begun,
      error: outcome === 'answered' ? null : outcome,
      tokens: tokens?.input_tokens ?? null,
      cost_usd,
    }))

/** Makes a `ModelCall` of a rerank call that a search has made. @param attempt the fencing token */
export function callOfRerank(call: RerankCall, attempt: number): ModelCall {
  const { model, passages, ms, error, tokens, cost_usd } = call
  const ended = performance.now()
  return {
    purpose: 'rerank',
    attempt,
    model,
    passages,
    begun: ended - ms,
    asked: ended - ms,
    firstText: null,
    ended,
    tokens: tokens === null ? null : { input_tokens: tokens, output_tokens: 0 },
    cost_usd,
    outcome: (error ?? 'answered') as CallOutcome,
  }
}

/** Returns the last call that got an answer; undefined: none did. */
export const answerOf = (calls: readonly ModelCall[]): ModelCall | undefined =>
  calls.findLast(({ answer }) => answer)

/** Returns the last call of the model that answers; undefined: none was made. */
export const lastAsked = (calls: readonly ModelCall[]): ModelCall | undefined =>
  calls.findLast(({ prompt }) => prompt)

/** Returns the reached budgets because of which another model is called. */
export const reachedBudgets = (calls: readonly ModelCall[]): string[] =>
  calls.flatMap(({ reached }) => reached?.budgets ?? [])

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)
