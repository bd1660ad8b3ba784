import { splitModel } from '../lib/catalog/catalog.ts'
import { lookUp } from '../lib/lookUp.ts'

/**
 * USD per million tokens that the model reads, that it writes, and that the provider has in its
 * cache of prompts. Without a third price, cached tokens cost as much as other input.
 */
export type Price = readonly [input: number, output: number, cached?: number]

/**
 * The extra price of a token that the cache stores, as a share of the input's price. Anthropic asks
 * for it, also at Bedrock, the only providers that report such tokens.
 */
const WRITING = 0.25

/** Prices by model. */
export type Prices = Readonly<Record<string, Price>>

/** The tokens of one call. `cached_tokens` and `written_tokens` are among the input tokens. */
export interface CallTokens {
  input_tokens: number
  output_tokens: number
  cached_tokens?: number
  /** Tokens that the provider has stored in its cache. Providers that do it for free report none. */
  written_tokens?: number
}

/**
 * The most tokens of one call that a provider's count may have: the longest context of any model.
 */
const MAX_CALL_TOKENS = 10_000_000

/**
 * Returns a provider's count of tokens; undefined: the value cannot be a count, and is treated as
 * missing.
 */
export const tokenCount = (count: unknown): number | undefined =>
  Number.isInteger(count) && Number(count) > 0 && Number(count) <= MAX_CALL_TOKENS
    ? Number(count)
    : undefined

/** When the list prices below were looked up. */
export const PRICES_AS_OF = '2026-09-23'

/**
 * List prices by provider and model, without the model's date. They are for prompts under 200,000
 * tokens: some providers charge more for longer prompts, which Parley never sends. A provider
 * without prices here is unpriced, unless it is free.
 */
const LIST_PRICES: Readonly<Record<string, Prices>> = {
  openai: {
    'gpt-6-astra': [10, 50, 1],
    'gpt-6-sol': [2, 10, 0.2],
    'gpt-6-luna': [0.1, 0.5, 0.01],
    'gpt-5.6-sol': [4, 20, 0.4],
    'gpt-5.6-terra': [2, 12, 0.2],
    'gpt-5.6-luna': [0.2, 1.2, 0.02],
    'gpt-5.5': [5, 30, 0.5],
    'gpt-5.4': [2.5, 15, 0.25],
    'gpt-5.4-mini': [0.75, 4.5, 0.075],
    'gpt-5.4-nano': [0.2, 1.25, 0.02],
    'gpt-5.3': [1.75, 14, 0.175],
    'gpt-5.2': [1.75, 14, 0.175],
    'gpt-5.1': [1.25, 10, 0.125],
    'gpt-5': [1.25, 10, 0.125],
    'gpt-5-mini': [0.25, 2, 0.025],
    'gpt-5-nano': [0.05, 0.4, 0.005],
    o3: [2, 8, 0.5],
    'o4-mini': [1.1, 4.4, 0.275],
    'gpt-4o-mini': [0.15, 0.6, 0.075],
    'gpt-4o': [2.5, 10, 1.25],
    'gpt-4.1-nano': [0.1, 0.4, 0.025],
    'gpt-4.1-mini': [0.4, 1.6, 0.1],
    'gpt-4.1': [2, 8, 0.5],
  },
  anthropic: {
    'claude-opus-5-5': [4, 20, 0.2],
    'claude-opus-5': [5, 25, 0.5],
    'claude-sonnet-5': [2, 10, 0.2],
    'claude-opus-4-8': [5, 25, 0.5],
    'claude-opus-4-7': [5, 25, 0.5],
    'claude-opus-4-6': [5, 25, 0.5],
    'claude-sonnet-4-6': [3, 15, 0.3],
    'claude-opus-4-5': [5, 25, 0.5],
    'claude-sonnet-4-5': [3, 15, 0.3],
    'claude-haiku-4-5': [1, 5, 0.1],
    'claude-opus-4-1': [15, 75, 1.5],
    'claude-opus-4': [15, 75, 1.5],
    'claude-sonnet-4': [3, 15, 0.3],
    'claude-3-7-sonnet': [3, 15, 0.3],
    'claude-3-5-haiku': [0.8, 4, 0.08],
  },
  gemini: {
    'gemini-3.8-flash': [1.5, 7.5, 0.15],
    'gemini-3.5-flash-lite': [0.3, 2.5, 0.03],
    'gemini-3.1-pro-preview': [2, 12, 0.2],
    'gemini-3.1-flash-lite': [0.25, 1.5, 0.025],
    'gemini-2.5-pro': [1.25, 10, 0.125],
    'gemini-2.5-flash': [0.3, 2.5, 0.03],
    'gemini-2.5-flash-lite': [0.1, 0.4, 0.01],
  },
  mistral: {
    'mistral-large-2512': [0.5, 1.5, 0.05],
    'mistral-medium-3-5': [1.5, 7.5, 0.15],
    'mistral-medium-latest': [1.5, 7.5, 0.15],
    'mistral-small-2603': [0.15, 0.6, 0.015],
    'ministral-8b-2512': [0.15, 0.15, 0.015],
    'ministral-3b-2512': [0.1, 0.1, 0.01],
  },
  groq: {
    'openai/gpt-oss-120b': [0.15, 0.6, 0.075],
    'openai/gpt-oss-20b': [0.075, 0.3, 0.0375],
    'llama-3.3-70b-versatile': [0.59, 0.79],
    'llama-3.1-8b-instant': [0.05, 0.08],
    'qwen/qwen3-32b': [0.29, 0.59],
  },
  deepseek: {
    'deepseek-v4-pro': [1.32, 3.96, 0.044],
    'deepseek-v4-flash': [0.44, 1.32, 0.014],
    'deepseek-chat': [0.27, 1.1, 0.07],
    'deepseek-reasoner': [0.55, 2.19, 0.14],
  },
  xai: {
    'grok-4.6': [2, 6, 0.5],
    'grok-4.5': [2, 6, 0.3],
    'grok-4.3': [1.25, 2.5, 0.2],
    'grok-4-1-fast-reasoning': [0.2, 0.5, 0.05],
    'grok-4-1-fast-non-reasoning': [0.2, 0.5, 0.05],
  },
}

/** Returns the list prices of a provider. @param provider its name in the catalog */
export const listPricesOf = (provider: string): Prices => lookUp(LIST_PRICES, provider) ?? {}

/**
 * Returns a model's price; undefined: the price is not known. A dated name such as
 * `gpt-4o-2024-08-06` has the price of the name without its date.
 * @param name `provider:model`
 * @param own prices of the operator (LLM_PRICES) or of a connection, which take precedence
 */
export function priceOf(name: string, own: Prices): Price | undefined {
  const { provider, model } = splitModel(name)
  const owned = lookUp(own, model)
  if (owned) return owned
  if (!provider) return undefined
  if (provider.isFree) return [0, 0]
  const listed = listPricesOf(provider.name)
  return lookUp(listed, model) ?? lookUp(listed, model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, ''))
}

/**
 * Returns the cost of one call in USD; null: the price is not known.
 * @param name `provider:model`
 * @param own as for `priceOf`
 */
export function costOf(
  name: string,
  { input_tokens, output_tokens, cached_tokens = 0, written_tokens = 0 }: CallTokens,
  own: Prices,
): number | null {
  const price = priceOf(name, own)
  if (!price) return null
  const [input, output, cached = input] = price
  const fresh = Math.max(0, input_tokens - cached_tokens)
  const inputs = fresh + WRITING * Math.min(written_tokens, fresh)
  return (inputs * input + (input_tokens - fresh) * cached + output_tokens * output) / 1_000_000
}
