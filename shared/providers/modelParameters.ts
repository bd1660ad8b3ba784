import { LRUCache } from 'lru-cache'
import type { Parameter } from './refusal.ts'

/** OpenAI's models that only reason; of other models it is found out by asking. */
const WITHOUT_TEMPERATURE = /^openai:(o\d|gpt-5(-mini|-nano|-pro)?(-\d{4}|$))/

/** @param model `provider:model` */
export const takesTemperature = (model: string): boolean =>
  !model.startsWith('builtin:') && !WITHOUT_TEMPERATURE.test(model)

/** What an agent asks of its model, as far as the model takes it. */
export interface ModelParameters {
  temperature: number | undefined
  maxOutputTokens: number | undefined
  /** The name of the limit in OpenAI's protocol; undefined: as its client has it for the model. */
  limitName: 'max_completion_tokens' | undefined
}

interface ParametersAsked {
  /** `provider:model` */
  model: string
  temperature: number | null
  max_output_tokens: number | null
}

/** Models whose refusals are remembered; those that are not asked for longest are asked anew. */
const MAX_MODELS = 200

/** Which parameters each model has refused, so that no later call is refused for them. */
export function makeParameters() {
  const refusedBy = new LRUCache<string, ReadonlySet<Parameter>>({ max: MAX_MODELS })
  return {
    of({ model, temperature, max_output_tokens }: ParametersAsked): ModelParameters {
      const refused = refusedBy.get(model)
      const hasNoLimit = refused?.has('max_completion_tokens')
      return {
        temperature:
          takesTemperature(model) && !refused?.has('temperature') ? (temperature ?? undefined) : undefined,
        maxOutputTokens: hasNoLimit ? undefined : (max_output_tokens ?? undefined),
        limitName: refused?.has('max_tokens') ? 'max_completion_tokens' : undefined,
      }
    },
    refuse(model: string, parameter: Parameter): void {
      refusedBy.set(model, new Set([...(refusedBy.get(model) ?? []), parameter]))
    },
  }
}
