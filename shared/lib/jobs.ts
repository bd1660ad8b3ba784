/**
 * The contract between API and workers. A job is one unit of queue work and carries ids only: the
 * row that it names holds the text and the state, and the queue only wakes workers up.
 */
export interface Job {
  /** The id of the reply, the knowledge entry or the delivery. */
  id: string
  organization_id: string
  request_id: string
}

/** A message in the queue, which names jobs that are ready. */
export interface WakeUp {
  jobs: Job[]
  /**
   * Whether other workers have been offered the jobs, too: then a worker without a free slot does
   * not send them on.
   */
  sentOn: boolean
}

/**
 * A column of `open_jobs`. Jobs with the same value are a share, and shares get the slots in turn.
 */
export type Share = 'organization_id' | 'endpoint_id'

/** A queue with worker processes of its own, so that one kind of job never delays another. */
export interface Lane {
  /** As rows, metrics and the queue name it. */
  name: string
  /** The table with what its jobs are about, or end as: the row has the job's id. */
  table: string
  /** What its workers are called, in the Procfile and in logs. */
  process: string
  /** What stands still without workers, as the subject of a sentence. */
  subject: string
  /** By default, organizations share the slots. */
  share?: Share
}

export const REPLY = { name: 'reply', table: 'messages', process: 'worker', subject: 'Messages' }
/** Jobs of the lane of replies that try settings of an agent: they have no thread. */
export const TRIAL = { ...REPLY, table: 'agent_trials' }
export const INDEX = {
  name: 'index',
  table: 'knowledge_entries',
  process: 'worker-index',
  subject: 'Knowledge entries',
}
export const DELIVER = {
  name: 'deliver',
  table: 'webhook_deliveries',
  process: 'worker-deliver',
  subject: 'Webhooks and the feed of events',
  share: 'endpoint_id',
} satisfies Lane
export const LANES: readonly Lane[] = [REPLY, INDEX, DELIVER]
export const LANE_NAMES = LANES.map(({ name }) => name)
