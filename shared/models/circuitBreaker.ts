import { LRUCache } from 'lru-cache'
import { splitModel } from '../lib/catalog/catalog.ts'
import type { Times } from '../lib/config/times.ts'
import { AppError, RetryLater } from '../lib/errors.ts'
import type { Log } from '../lib/observability/log.ts'
import type { BreakerChange, SharedBreaker } from './sharedBreakers.ts'

/** Failures in a row after which a model counts as down. */
const MAX_FAILURES = 5
/** The most models whose failures are remembered, because agents can name any model. */
const MAX_MODELS = 200

/**
 * Stops the calls of a model that is down, so that its outage does not use up every message's
 * attempts.
 */
export interface Breakers {
  /**
   * Admits one call. The caller must pass the call to the returned function, which watches its
   * outcome.
   * @param model `provider:name`
   * @param maxOpenMs the longest time between two trials. Default: `breakerMaxOpenMs`
   * @throws RetryLater while the model is down and no trial is due
   */
  admit(model: string, maxOpenMs?: number): Watch
  /**
   * Returns how many calls of the model are admitted now: 0, 1 (a trial of a model that was down)
   * or Infinity.
   */
  capacity(model: string): number
  /**
   * Returns the models that are down. `capacity` says whether a trial call of such a model is
   * admitted.
   */
  down(): string[]
  /** Returns the models that have been called, and whether each is down now. */
  states(): { model: string; open: boolean }[]
  /**
   * Shares the breakers with other workers from now on: a trial is then made only by the worker
   * that has taken it.
   * @param onChange called when there are changes to pass on
   */
  share(onChange: () => void): void
  /** Returns the changes since the last call, one for each model. */
  takeChanges(): BreakerChange[]
  /** Returns changes that could not be passed on, for the next `takeChanges`. */
  returnChanges(changes: readonly BreakerChange[]): void
  /** Adopts the models that the workers together know to be down. */
  learn(shared: readonly SharedBreaker[]): void
}

/**
 * Returns the key of a model's breaker. All organizations share the breakers of the catalog's
 * providers; the breaker of a connection belongs to its organization.
 * @param model `provider:name` or `connection:name`
 */
export const breakerKeyOf = (organizationId: string, model: string): string =>
  splitModel(model).provider ? model : `${organizationId}/${model}`

/**
 * Watches a call and passes on its outcome. While a model is down, the message is not at fault, so
 * the failure becomes RetryLater.
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
  /** When the model was last found down, or its last trial began. */
  triedAt: number
  /**
   * Whether all workers know that the model is down. If so, its trials are taken from the shared
   * table.
   */
  isShared: boolean
  /** The time until which this worker may make the trial that it has taken. */
  trialUntil: number
}

/** Makes the breakers of this process, one for each model. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its parts share one state
export function makeBreakers(
  log: Log,
  { breakerFirstOpenMs, breakerMaxOpenMs, breakerForgottenMs, breakerSpreadMs }: Times,
): Breakers {
  const breakers = new LRUCache<string, Breaker>({ max: MAX_MODELS })
  const changes = new Map<string, BreakerChange>()
  /** undefined: the breakers are not shared. */
  let onChange: (() => void) | undefined
  const isOpen = ({ failures }: Breaker) => failures >= MAX_FAILURES
  /**
   * Whether the model is known to be down. A model that is down is only tried while messages wait
   * for it. If no worker tries it for `breakerForgottenMs` after its next trial was due, its state
   * is unknown and it no longer counts as down.
   */
  const isKnownDown = (breaker: Breaker) =>
    isOpen(breaker) && performance.now() < breaker.triedAt + breaker.openMs + breakerForgottenMs
  const mayTry = ({ isShared, trialUntil, openUntil }: Breaker) =>
    isShared ? performance.now() < trialUntil : performance.now() >= openUntil

  function breakerOf(model: string, maxOpenMs = breakerMaxOpenMs): Breaker {
    const breaker = breakers.get(model) ?? {
      failures: 0,
      openMs: 0,
      maxOpenMs,
      openUntil: 0,
      openedAt: 0,
      triedAt: 0,
      isShared: false,
      trialUntil: 0,
    }
    breakers.set(model, breaker)
    return breaker
  }

  function changed(key: string, event: BreakerChange['event'], { openMs }: Breaker): void {
    if (!onChange) return
    // If a trial fails before the opening was passed on, only the interval of the opening changes.
    const isNews = event === 'trial_failed' && changes.get(key)?.event === 'opened'
    changes.set(key, { key, event: isNews ? 'opened' : event, openMs })
    onChange()
  }

  function stayOpen(breaker: Breaker, ms: number): void {
    breaker.openMs = Math.min(ms, breaker.maxOpenMs)
    breaker.triedAt = performance.now()
    breaker.openUntil = breaker.triedAt + breaker.openMs
  }

  /**
   * Returns the error that postpones a message.
   * @param laterMs extra milliseconds, which put the message behind others that wait
   */
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
      log.warn(
        { model, failures, open_ms: openMs },
        'a model is down; it is called only now and then',
      )
      changed(model, 'opened', breaker)
    } else if (isTrial) {
      stayOpen(breaker, breaker.openMs * 2)
      changed(model, 'trial_failed', breaker)
    }
  }

  function close(model: string, breaker: Breaker): void {
    const down_ms = Math.round(performance.now() - breaker.openedAt)
    log.warn({ model, down_ms }, 'a model answers again')
    Object.assign(breaker, { failures: 0, isShared: false, trialUntil: 0 })
  }

  function answered(model: string, breaker: Breaker): void {
    if (isOpen(breaker)) {
      close(model, breaker)
      changed(model, 'closed', breaker)
    }
    breaker.failures = 0
  }

  /** Adopts a model that any worker has found down. */
  function learnOf({ key, open_ms, trial_ms, tried_ms, is_taken }: SharedBreaker): void {
    const breaker = breakerOf(key)
    const now = performance.now()
    if (!isOpen(breaker)) {
      Object.assign(breaker, { failures: MAX_FAILURES, openedAt: now })
      log.warn({ model: key, open_ms }, 'a model is down, as another worker has found')
    }
    breaker.isShared = true
    breaker.openMs = open_ms
    breaker.triedAt = Math.max(breaker.triedAt, now - tried_ms)
    breaker.openUntil = now + (is_taken ? open_ms : Math.max(0, trial_ms))
    if (is_taken) breaker.trialUntil = breaker.openUntil
  }

  return {
    admit(model, maxOpenMs) {
      const breaker = breakerOf(model, maxOpenMs)
      const isTrial = isOpen(breaker)
      if (isTrial) {
        if (!mayTry(breaker)) throw notNow(breaker, 0)
        // Starts the next interval now, so that a trial that hangs does not delay the next trial.
        stayOpen(breaker, breaker.openMs)
        breaker.trialUntil = 0
      }
      return async (call) => {
        try {
          const answer = await call
          answered(model, breaker)
          return answer
        } catch (error) {
          if (isProviderFailure(error)) {
            failed(model, breaker, isTrial)
            // After a failed trial, its message waits longer than the others: the message itself
            // may be what makes the model fail.
            if (isOpen(breaker)) throw notNow(breaker, isTrial ? breakerSpreadMs : 0, error)
          } else if (isAnswer(error)) answered(model, breaker)
          throw error
        }
      }
    },
    down: () =>
      [...breakers.entries()].flatMap(([model, breaker]) =>
        // The workers take the trials of a shared breaker when they are due, so messages need not
        // try its model themselves.
        isKnownDown(breaker) || (breaker.isShared && isOpen(breaker)) ? [model] : [],
      ),
    states: () =>
      [...breakers.entries()].map(([model, breaker]) => ({ model, open: isKnownDown(breaker) })),
    capacity(model) {
      const breaker = breakerOf(model)
      if (!isOpen(breaker)) return Infinity
      return mayTry(breaker) ? 1 : 0
    },
    share(notify) {
      onChange = notify
    },
    takeChanges() {
      const taken = [...changes.values()]
      changes.clear()
      return taken
    },
    returnChanges(taken) {
      for (const change of taken) if (!changes.has(change.key)) changes.set(change.key, change)
    },
    learn(shared) {
      const known = new Set(shared.map(({ key }) => key))
      // A change that has not been passed on yet is newer than the row that was read.
      for (const row of shared) if (!changes.has(row.key)) learnOf(row)
      for (const [model, breaker] of breakers.entries())
        if (breaker.isShared && !known.has(model) && !changes.has(model)) close(model, breaker)
    },
  }
}

const isProviderFailure = (error: unknown) =>
  error instanceof AppError && error.code === 'model_unavailable'

/**
 * Whether the error is an answer: a model that refuses, limits the rate or answers nonsense is not
 * down.
 */
const isAnswer = (error: unknown) =>
  error instanceof AppError &&
  ['model_rate_limited', 'model_rejected', 'context_length_exceeded', 'model_bad_output'].includes(
    error.code,
  )
