import { AppError, NotNow } from './errors.ts'
import type { Log } from './log.ts'
import type { Times } from './times.ts'

/** So many calls in a row fail before a provider counts as down. */
const MOST_FAILURES = 5

/** Stops calling a provider that is down, so that its outage does not use up every message's attempts. */
export interface Breakers {
  /**
   * Admits one call, whose outcome is to be watched.
   * @throws NotNow while the provider is left alone
   */
  admit(provider: string): Watch
  /** How many calls would be admitted now: none, one that tries a provider that was down, or any. */
  room(provider: string): number
  /** Whether each provider that was called is left alone now. */
  states(): { provider: string; open: boolean }[]
}

/** Passes the call's outcome on. A failure of a provider that is down is not the message's: it becomes NotNow. */
export type Watch = <T>(call: Promise<T>) => Promise<T>

interface Breaker {
  /** In a row. At MOST_FAILURES the breaker is open. */
  failures: number
  restMs: number
  /** When one more call may be tried, by `performance.now()`. */
  restsUntil: number
  openedAt: number
}

/** One breaker for each provider, in this process. */
export function makeBreakers(
  log: Log,
  { breakerFirstRestMs, breakerLongestRestMs, breakerForgottenMs, breakerSpreadMs }: Times,
): Breakers {
  const breakers = new Map<string, Breaker>()
  const isOpen = ({ failures }: Breaker) => failures >= MOST_FAILURES

  function breakerOf(provider: string): Breaker {
    const breaker = breakers.get(provider) ?? { failures: 0, restMs: 0, restsUntil: 0, openedAt: 0 }
    breakers.set(provider, breaker)
    return breaker
  }

  function rest(breaker: Breaker, ms: number): void {
    breaker.restMs = Math.min(ms, breakerLongestRestMs)
    breaker.restsUntil = performance.now() + breaker.restMs
  }

  /** @param laterMs puts it behind the others that wait */
  function notNow(breaker: Breaker, laterMs: number, cause?: unknown): NotNow {
    const restMs = Math.max(0, breaker.restsUntil - performance.now())
    const retryAfter = (restMs + laterMs + Math.random() * breakerSpreadMs) / 1000
    return new NotNow('model_unavailable', 'The model provider is down.', { retryAfter, cause })
  }

  function failed(provider: string, breaker: Breaker, isTrial: boolean): void {
    const wasOpen = isOpen(breaker)
    breaker.failures++
    if (!isOpen(breaker)) return
    if (!wasOpen) {
      breaker.openedAt = performance.now()
      rest(breaker, breakerFirstRestMs)
      const { failures, restMs } = breaker
      log.warn(
        { provider, failures, rest_ms: restMs },
        'the provider is down; it is called only now and then',
      )
    } else if (isTrial) rest(breaker, breaker.restMs * 2)
  }

  function answered(provider: string, breaker: Breaker): void {
    if (isOpen(breaker)) {
      const down_ms = Math.round(performance.now() - breaker.openedAt)
      log.warn({ provider, down_ms }, 'the provider answers again')
    }
    breaker.failures = 0
  }

  return {
    admit(provider) {
      const breaker = breakerOf(provider)
      const isTrial = isOpen(breaker)
      if (isTrial) {
        if (performance.now() < breaker.restsUntil) throw notNow(breaker, 0)
        // A trial that hangs must not keep the next one from finding the provider well.
        rest(breaker, breaker.restMs)
      }
      return async (call) => {
        try {
          const answer = await call
          answered(provider, breaker)
          return answer
        } catch (error) {
          if (isProviderFailure(error)) {
            failed(provider, breaker, isTrial)
            // Its message yields to the others: it may be the only one that fails.
            if (isOpen(breaker)) throw notNow(breaker, isTrial ? breakerSpreadMs : 0, error)
          } else if (isAnswer(error)) answered(provider, breaker)
          throw error
        }
      }
    },
    states() {
      // While messages wait for it, one is tried whenever a rest ends. Without any, nobody knows how the provider is.
      const isKnown = ({ restsUntil }: Breaker) => performance.now() < restsUntil + breakerForgottenMs
      return [...breakers].map(([provider, breaker]) => ({
        ...{ provider, open: isOpen(breaker) && isKnown(breaker) },
      }))
    },
    room(provider) {
      const breaker = breakerOf(provider)
      if (!isOpen(breaker)) return Infinity
      return performance.now() < breaker.restsUntil ? 0 : 1
    },
  }
}

const isProviderFailure = (error: unknown) => error instanceof AppError && error.code === 'model_unavailable'

/** A provider that refuses, limits or talks nonsense is there. */
const isAnswer = (error: unknown) =>
  error instanceof AppError &&
  ['model_rate_limited', 'model_rejected', 'model_bad_output'].includes(error.code)
