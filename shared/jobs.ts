/**
 * The contract between API and workers. A job is one unit of queue work and carries ids only: the row that it
 * names holds the text and the state, and the queue only wakes workers up.
 */
export interface Job {
  /** The reply's or the knowledge entry's id. */
  id: string
  organization_id: string
  request_id: string
}

/** A message in the queue, which names jobs that are ready. */
export interface WakeUp {
  jobs: Job[]
  /** Whether a worker without a free slot has sent it on. */
  sentOn: boolean
}

/** Two lanes with queues and worker processes of their own, so that indexing never delays a reply. */
export const LANES = ['reply', 'index'] as const
export type Lane = (typeof LANES)[number]

/** The name of each lane's worker processes in the Procfile and in logs. */
export const PROCESS_OF: Readonly<Record<Lane, string>> = { reply: 'worker', index: 'worker-index' }
