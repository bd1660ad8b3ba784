/**
 * The contract between API and workers. A job is one unit of work in the queue and carries ids
 * only. Its row holds text and state; the queue only wakes workers up.
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
   * Whether other workers got the jobs, too. If so, a worker without a free slot does not send them
   * on.
   */
  sentOn: boolean
}

/**
 * A column of `open_jobs`. Jobs with the same value are a share, and shares get the slots in turn.
 */
export type Share = 'organization_id' | 'endpoint_id'

/** A queue with worker processes of its own, so that one kind of job never delays another. */
export interface Lane {
  /** The lane's name in rows, metrics and the queue. */
  name: string
  /** The table of the records that its jobs work on or become. A record has the id of its job. */
  table: string
  /** The name of its workers, in the Procfile and in logs. */
  process: string
  /** The work that stops without workers, as the subject of a sentence. */
  subject: string
  /** The column whose values share the slots. Default: the organization. */
  share?: Share
}

export const REPLY = { name: 'reply', table: 'messages', process: 'worker', subject: 'Messages' }
/** The lane of replies for jobs that try settings of an agent, which have no thread. */
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
