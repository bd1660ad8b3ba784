import type { Breakers } from '../../shared/providers/circuitBreaker.ts'
import type { ModelsDown } from '../../shared/store/queue/modelsDown.ts'

/** Which models a worker may begin calls of. */
export interface ModelAvailability {
  /** The models whose replies are not claimed; undefined: all models are well. */
  down(): ModelsDown | undefined
  /** The models whose rest is over: one reply of each finds out whether it is back. */
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

/** For a lane that calls no model. */
export const NO_MODELS: ModelAvailability = { down: () => undefined, toTry: () => [] }
