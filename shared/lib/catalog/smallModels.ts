import { accessOf, splitModel } from './catalog.ts'

/**
 * Families of models that think before they answer unless a request says otherwise, which Parley's
 * requests do not. From their makers' documentation, November 2026; names are in lower case. A model
 * of no family here may think as well: callers that need a fast answer also measure its time.
 */
const THINKING: readonly RegExp[] = [
  // By their own word for it: `…-thinking`, `phi-4-reasoning`, `deepseek-reasoner`.
  /think|reason/,
  // OpenAI. From 5.1 to 5.4, only the models named `pro` and `codex` think by default.
  /\bo\d/,
  /\bgpt-oss/,
  /\bgpt-5(?!\.|-chat)/,
  /\bgpt-5\.[5-9]/,
  /\bgpt-5\.\d-(pro|codex)/,
  /\bgpt-[6-9]/,
  /\bgemini-2\.5-(pro|flash)(?!-lite)/,
  /\bgemini-(?:[3-9]|flash-latest|pro-latest)(?!.{0,20}lite)/,
  /\bgrok-(3-mini|[4-9])/,
  /\bdeepseek[-.](r\d|v[4-9])/,
  /\bqwen-?3(?!.{0,20}(instruct|coder))/,
  /\bqwq/,
  /\bmagistral/,
  /\bglm-(4\.[5-9]|[5-9])/,
  /\bkimi-k(2\.[5-9]|[3-9])/,
  /\bminimax-m\d/,
  /\bsmollm3/,
  /\bexaone-deep/,
]

/** Names that say that the model does not think, such as `grok-4.20-non-reasoning`. */
const NOT_THINKING = /\bno(n|t)?-?(think|reason)/

/**
 * Whether a model is known to think before it answers, so that it is no help where a reply waits.
 * @param model its name at its provider, with or without a path
 */
export function thinksFirst(model: string): boolean {
  const name = model.toLowerCase()
  return !NOT_THINKING.test(name) && THINKING.some((family) => family.test(name))
}

/**
 * Returns the model for short calls that a reply waits for: the small one of the model's provider;
 * where the provider offers none, or the operator has set another address, the model itself unless
 * it is known to think first. It never names another provider or server than the given model's.
 * @param name `provider:model`, or `connection:model`, whose server's models are not known
 * @param settings the values of all settings
 * @returns undefined: no model is fit for it
 */
export function smallModelFor(name: string, settings: object): string | undefined {
  const { provider, model } = splitModel(name)
  if (provider?.models) return undefined
  const small = provider && !accessOf(provider, settings).baseUrl && provider.smallModel
  if (small) return `${provider.name}:${small}`
  return thinksFirst(model) ? undefined : name
}
