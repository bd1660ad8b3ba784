import { LRUCache } from 'lru-cache'
import type { Times } from '../config/times.ts'
import { AppError, RetryLater } from '../errors.ts'
import type { Log } from '../observability/log.ts'

/** Failures in a row after which a model counts as down. */
const MAX_FAILURES = 5
/** Failures of at most this many models are remembered, since agents can name any model. */
const MAX_MODELS = 200

/** Stops calling a model that is down, so that its outage does not use up every message's attempts. */
export interface Breakers {
  /**
   * Admits one call. The caller must pass the call to the returned function, which watches its outcome.
   * @param model `provider:name`
   * @param maxOpenMs the longest time between two trials. Default: `breakerMaxOpenMs`
   * @throws RetryLater while the model is down and no trial is due
   */
  admit(model: string, maxOpenMs?: number): Watch
  /** How many calls it admits now: 0, 1 (a trial of a model that was down) or Infinity. */
  capacity(model: string): number
  /** The models that are down. `capacity` tells whether one call may try such a model. */
  down(): string[]
  /** The models that have been called, and whether each is down now. */
  states(): { model: string; open: boolean }[]
}

/**
 * Passes the call's outcome on. While a model is down, its failure is not the message's
 * fault and becomes RetryLater.
 */
export type Watch = <T>(call: Promise<T>) => Promise<T>

interface Breaker {
  /** Failures in a row. At MAX_FAILURES the breaker opens. */
  failures: number
  openMs: number
  maxOpenMs: number
  /** When the next trial call may start, in milliseconds of `performance.now()`. */
  openUntil: number
  openedAt: number
}

/** Makes the breakers of this process, one for each model. */
export function makeBreakers(
  log: Log,
  { breakerFirstOpenMs, breakerMaxOpenMs, breakerForgottenMs, breakerSpreadMs }: Times,
): Breakers {
  const breakers = new LRUCache<string, Breaker>({ max: MAX_MODELS })
  const isOpen = ({ failures }: Breaker) => failures >= MAX_FAILURES
  /**
   * A model that is down is only tried while messages wait for it. If nobody tries it for
   * `breakerForgottenMs` after its next trial was due, its state is unknown and it no longer counts as down.
   */
  const isDown = (breaker: Breaker) =>
    isOpen(breaker) && performance.now() < breaker.openUntil + breakerForgottenMs

  function breakerOf(model: string, maxOpenMs = breakerMaxOpenMs): Breaker {
    const breaker = breakers.get(model) ?? {
      ...{ failures: 0, openMs: 0, maxOpenMs, openUntil: 0, openedAt: 0 },
    }
    breakers.set(model, breaker)
    return breaker
  }

  function stayOpen(breaker: Breaker, ms: number): void {
    breaker.openMs = Math.min(ms, breaker.maxOpenMs)
    breaker.openUntil = performance.now() + breaker.openMs
  }

  /** @param laterMs extra milliseconds, which put the message behind others that wait */
  function notNow(breaker: Breaker, laterMs: number, cause?: unknown): RetryLater {
    const openMs = Math.max(0, breaker.openUntil - performance.now())
    const retryAfter = (openMs + laterMs + Math.random() * breakerSpreadMs) / 1000
    return new RetryLater('model_unavailable', 'The model is down.', { retryAfter, cause })
  }

  function failed(model: string, breaker: Breaker, isTrial: boolean): void {
    const wasOpen = isOpen(breaker)
    breaker.failures++
    if (!isOpen(breaker)) return
    if (!wasOpen) {
      breaker.openedAt = performance.now()
      stayOpen(breaker, breakerFirstOpenMs)
      const { failures, openMs } = breaker
      log.warn({ model, failures, open_ms: openMs }, 'a model is down; it is called only now and then')
    } else if (isTrial) stayOpen(breaker, breaker.openMs * 2)
  }

  function answered(model: string, breaker: Breaker): void {
    if (isOpen(breaker)) {
      const down_ms = Math.round(performance.now() - breaker.openedAt)
      log.warn({ model, down_ms }, 'a model answers again')
    }
    breaker.failures = 0
  }

  return {
    admit(model, maxOpenMs) {
      const breaker = breakerOf(model, maxOpenMs)
      const isTrial = isOpen(breaker)
      if (isTrial) {
        if (performance.now() < breaker.openUntil) throw notNow(breaker, 0)
        // Starts the next interval now, so that a trial that hangs does not delay the next one.
        stayOpen(breaker, breaker.openMs)
      }
      return async (call) => {
        try {
          const answer = await call
          answered(model, breaker)
          return answer
        } catch (error) {
          if (isProviderFailure(error)) {
            failed(model, breaker, isTrial)
            // After a failed trial, its message waits longer than the others: it may be the only one that fails.
            if (isOpen(breaker)) throw notNow(breaker, isTrial ? breakerSpreadMs : 0, error)
          } else if (isAnswer(error)) answered(model, breaker)
          throw error
        }
      }
    },
    down: () => [...breakers.entries()].flatMap(([model, breaker]) => (isDown(breaker) ? [model] : [])),
    states: () => [...breakers.entries()].map(([model, breaker]) => ({ model, open: isDown(breaker) })),
    capacity(model) {
      const breaker = breakerOf(model)
      if (!isOpen(breaker)) return Infinity
      return performance.now() < breaker.openUntil ? 0 : 1
    },
  }
}

const isProviderFailure = (error: unknown) => error instanceof AppError && error.code === 'model_unavailable'

/** A model that refuses, limits the rate or answers nonsense is not down. */
const isAnswer = (error: unknown) =>
  error instanceof AppError &&
  ['model_rate_limited', 'model_rejected', 'context_length_exceeded', 'model_bad_output'].includes(error.code)
