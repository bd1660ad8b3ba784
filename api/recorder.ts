/** Who met which limit where. */
export interface LimitEvent {
  organization_id: string
  application_id: string | null
  client_id: string | null
  /** The route's template. */
  endpoint: string
  bucket: string
  outcome: 'allowed' | 'blocked'
}

/** Keeps what the analytics show. */
export interface Recorder {
  limit(event: LimitEvent): void
}

export const makeRecorder = (): Recorder => ({ limit: () => undefined })
