import { LRUCache } from 'lru-cache'
import { takesTemperature } from '../lib/catalog/catalog.ts'
import type { ModelParameters } from '../lib/catalog/protocols/provider.ts'
import type { Refusable } from './unsupported.ts'

interface AskedModel {
  /** See `ReachedModel`. */
  source: string
  /** `provider:model` */
  model: string
}

interface ParametersAsked extends AskedModel {
  temperature: number | null
  max_output_tokens: number | null
}

/** The most models whose refusals are remembered. The least recently used model is forgotten. */
const MAX_MODELS = 200

/** Remembers what each model has refused, and leaves it out of later calls. */
export function makeParameters() {
  const refusedBy = new LRUCache<string, ReadonlySet<Refusable>>({ max: MAX_MODELS })
  return {
    of({ source, model, temperature, max_output_tokens }: ParametersAsked): ModelParameters {
      const refused = refusedBy.get(keyOf({ source, model }))
      const hasNoLimit = refused?.has('max_completion_tokens')
      return {
        temperature:
          takesTemperature(model) && !refused?.has('temperature')
            ? (temperature ?? undefined)
            : undefined,
        maxOutputTokens: hasNoLimit ? undefined : (max_output_tokens ?? undefined),
        limitName: refused?.has('max_tokens') ? 'max_completion_tokens' : undefined,
        takesStreamOptions: !refused?.has('stream_options'),
      }
    },
    takesSystem: (asked: AskedModel): boolean => !refusedBy.get(keyOf(asked))?.has('system'),
    takesTools: (asked: AskedModel): boolean => !refusedBy.get(keyOf(asked))?.has('tools'),
    refuse(asked: AskedModel, refused: Refusable): void {
      const key = keyOf(asked)
      refusedBy.set(key, new Set([...(refusedBy.get(key) ?? []), refused]))
    },
    /** Forgets a refusal. */
    allow(asked: AskedModel, allowed: Refusable): void {
      const refused = new Set(refusedBy.get(keyOf(asked)))
      if (refused.delete(allowed)) refusedBy.set(keyOf(asked), refused)
    },
  }
}

const keyOf = ({ source, model }: AskedModel) => `${source} ${model}`
