/** What one worker has learned of a model, for the others. */
export interface BreakerChange {
  /** The breaker's key. */
  key: string
  event: 'opened' | 'trial_failed' | 'closed'
  /** Milliseconds until the next trial. */
  openMs: number
}

/** A model that is down, as all workers see it. */
export interface SharedBreaker {
  key: string
  open_ms: number
  /** Milliseconds until the next trial; 0 or less: it is due. */
  trial_ms: number
  /** Milliseconds since it was last found down. */
  tried_ms: number
  /** Whether this worker makes the trial. No other may until `open_ms` have passed. */
  is_taken: boolean
}
