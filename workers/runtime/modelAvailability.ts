import type { Breakers } from '../../shared/providers/circuitBreaker.ts'
import type { ModelsDown } from '../../shared/store/queue/modelsDown.ts'

/** Decides which models a worker may call. */
export interface ModelAvailability {
  /** The models whose replies are not claimed; undefined: all models work. */
  down(): ModelsDown | undefined
  /** The models whose breaker allows a trial: one reply of each finds out whether the model is back. */
  toTry(): string[]
}

/** @param fallback the model of agents that name none */
export const makeModelAvailability = (breakers: Breakers, fallback: string): ModelAvailability => ({
  down() {
    const models = breakers.down()
    return models.length > 0 ? { models, fallback } : undefined
  },
  toTry: () => breakers.down().filter((model) => breakers.capacity(model) > 0),
})

/** Used by a lane that calls no model. */
export const NO_MODELS: ModelAvailability = { down: () => undefined, toTry: () => [] }
