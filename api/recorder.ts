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
  request(entry: object): void
  limit(event: LimitEvent): void
  close(): Promise<void>
}

export const makeRecorder = (): Recorder => ({
  request: () => undefined,
  limit: () => undefined,
  close: async () => undefined,
})
