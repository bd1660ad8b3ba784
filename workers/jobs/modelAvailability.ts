import type { ModelsDown } from '../../shared/jobs/modelsDown.ts'
import { CATALOG_PROVIDERS } from '../../shared/lib/catalog/catalog.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'

/** Decides which models a worker may call. */
export interface ModelAvailability {
  /**
   * The models that are down: replies whose models are all down are not claimed. Undefined: every
   * model works.
   */
  down(): ModelsDown | undefined
  /** The models whose breakers allow a trial: one reply tests whether its model is back. */
  toTry(): string[]
}

/** @param usual the model of agents without a model of their own */
export const makeModelAvailability = (breakers: Breakers, usual: string): ModelAvailability => ({
  down() {
    const models = breakers.down()
    return models.length > 0 ? { models, usual, providers: CATALOG_PROVIDERS } : undefined
  },
  toTry: () => breakers.down().filter((model) => breakers.capacity(model) > 0),
})

/** Used by a lane that calls no model. */
export const NO_MODELS: ModelAvailability = { down: () => undefined, toTry: () => [] }
