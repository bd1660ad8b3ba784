/** The providers' list prices: USD per million input and output tokens, by a model's name without its date. */
const PRICES: Record<string, readonly [input: number, output: number]> = {
  'gpt-5.1': [1.25, 10],
  'gpt-5': [1.25, 10],
  'gpt-5-mini': [0.25, 2],
  'gpt-5-nano': [0.05, 0.4],
  o3: [2, 8],
  'o4-mini': [1.1, 4.4],
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4o': [2.5, 10],
  'gpt-4.1-nano': [0.1, 0.4],
  'gpt-4.1-mini': [0.4, 1.6],
  'gpt-4.1': [2, 8],
  'claude-3-5-haiku': [0.8, 4],
  'claude-3-7-sonnet': [3, 15],
  'claude-sonnet-4': [3, 15],
  'claude-sonnet-4-5': [3, 15],
  'claude-haiku-4-5': [1, 5],
  'claude-opus-4': [15, 75],
  'claude-opus-4-1': [15, 75],
  'claude-opus-4-5': [5, 25],
}

/**
 * Cost of one call in USD; null where the price is not known. What runs on the operator's own machines is free.
 * Dated names such as `gpt-4o-2024-08-06` cost what the name without the date costs.
 * @param model `provider:model`
 * @param own the operator's prices (LLM_PRICES), which go first
 */
export function costOf(
  model: string,
  tokens: { input_tokens: number; output_tokens: number },
  own: Readonly<Record<string, readonly [number, number]>>,
): number | null {
  const price = priceOf(model, own)
  if (!price) return null
  return (tokens.input_tokens * price[0] + tokens.output_tokens * price[1]) / 1_000_000
}

type Price = readonly [input: number, output: number]

/** USD per million input and output tokens of `provider:model`; undefined where they are not known. */
export function priceOf(model: string, own: Readonly<Record<string, Price>>): Price | undefined {
  const [provider, ...rest] = model.split(':')
  const name = rest.join(':')
  if (own[name]) return own[name]
  if (provider === 'builtin' || provider === 'ollama') return [0, 0]
  return PRICES[name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')]
}

/** The models of a provider whose list prices are known, as `provider:model`. */
export const listedModels = (provider: string): string[] =>
  Object.keys(PRICES)
    .filter((name) => BEGINNINGS[provider]?.test(name))
    .map((name) => `${provider}:${name}`)

const BEGINNINGS: Record<string, RegExp> = { openai: /^(gpt-|o\d)/, anthropic: /^claude-/ }
