import type { Times } from '../../shared/lib/config/times.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

/** The most calls whose times are remembered, and the fewest from which a model is judged. */
const MAX_CALLS = 9
const MIN_CALLS = 5

/** Decides by the times of its last calls whether a model is fast enough for replies to wait for. */
export interface Pace {
  /**
   * Begins a call. While the model is too slow, only one call after each pause is allowed, to find
   * out whether it is fast again.
   * @returns undefined: the model is too slow, and no call is due
   */
  begin(): PacedCall | undefined
}

/** A call that is being timed. */
interface PacedCall {
  /**
   * Notes the time of a call that was answered or ran out of time. A call that ended for another
   * reason says nothing about the model's speed.
   * @param ms milliseconds that it took, or its limit
   */
  ended(ms: number): void
  /** The call was not made, so that another one is due. */
  notMade(): void
}

/**
 * Makes the pace of a model. The model is too slow when the median of its last calls is above
 * `queriesSlowMs`, from five calls on. It is then left alone for `queriesPauseMs`, which doubles
 * with each slow trial up to `queriesMaxPauseMs`. After a fast trial it is judged anew. Each worker
 * measures by itself: five calls take it less than a shared table would cost.
 * @param model named in the log
 */
export function makePace(
  model: string,
  log: Log,
  { queriesSlowMs, queriesPauseMs, queriesMaxPauseMs }: Times,
): Pace {
  let times: number[] = []
  let pauseMs = 0
  /** When the next trial may begin, in milliseconds of `performance.now()`. */
  let pausedUntil = 0

  function pause(ms: number): void {
    pauseMs = Math.min(ms, queriesMaxPauseMs)
    pausedUntil = performance.now() + pauseMs
  }

  function judge(ms: number): void {
    times = [...times, ms].slice(-MAX_CALLS)
    const median_ms = medianOf(times)
    if (times.length < MIN_CALLS || median_ms <= queriesSlowMs) return
    pause(queriesPauseMs)
    log.warn(
      { model, median_ms: Math.round(median_ms), pause_ms: pauseMs },
      'a model is too slow to wait for; it is called only now and then',
    )
  }

  function tried(ms: number): void {
    if (ms > queriesSlowMs) {
      pause(pauseMs * 2)
      return
    }
    pauseMs = 0
    times = [ms]
    log.warn({ model, ms: Math.round(ms) }, 'a model is fast enough again')
  }

  return {
    begin() {
      const isTrial = pauseMs > 0
      if (isTrial) {
        if (performance.now() < pausedUntil) return undefined
        // Only one call at a time is a trial, also if it hangs.
        pause(pauseMs)
      }
      return {
        ended(ms) {
          if (isTrial) tried(ms)
          // Calls that were under way when the model was found slow say nothing new.
          else if (pauseMs === 0) judge(ms)
        },
        notMade() {
          if (isTrial) pausedUntil = 0
        },
      }
    },
  }
}

/** Returns the middle of the values, the lower one of two; there is at least one. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}
