/** A change that one worker has learned about a model, for the other workers. */
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
  /** Milliseconds until the next trial; 0 or less: the trial is due. */
  trial_ms: number
  /** Milliseconds since the model was last found down. */
  tried_ms: number
  /** Whether this worker makes the trial. Other workers may not until `open_ms` have passed. */
  is_taken: boolean
}
