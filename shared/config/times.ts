/** How long a claim lasts. Its renewal is computed from it. */
const LEASE_MS = 10_000
/** How often a worker says that it is alive. How long it counts as alive is computed from it. */
const HEARTBEAT_MS = 5_000

const table = {
  // Claims, and the workers that hold them.

  /** A dead worker's row is free this long after its last renewal. */
  leaseMs: LEASE_MS,
  /** How often a claim is renewed. About a third of the lease: two renewals may fail before it is lost. */
  renewMs: 0.3 * LEASE_MS,
  /** How soon a renewal that failed is tried again. */
  renewRetryMs: 500,
  /**
   * How long a queued row waits for its wake-up before the sweep may take it. With the sweep's own half second, a lost
   * wake-up costs at most about one second.
   */
  wakeUpGraceMs: 500,
  /** How often a worker looks for rows whose wake-up was lost or whose lease ran out. */
  sweepMs: 500,
  /** A database that answers this late was as good as away: leases may have run out only because of that. */
  lateMs: 1_000,
  /**
   * While PostgreSQL was away, leases of living workers ran out. Their holders get this long to renew them or store their
   * replies before another worker calls the model again: several times `renewRetryMs`. Much longer, and a PostgreSQL that goes
   * again
   * and again would keep dead workers' rows from being taken over.
   */
  afterOutageMs: 4_000,
  /** How often a reply that is paid for is stored anew while PostgreSQL is away. Well below `afterOutageMs`. */
  commitRetryMs: 200,
  /** How long a write of a locked row is retried; as long as a statement may take by default. */
  rowLockedMs: 10_000,
  /** How long a job waits after its first failure; after each further one twice as long, or as long as the provider asks. */
  firstBackoffMs: 500,
  /** How long a job waits after PostgreSQL was away, which is not the job's failure. */
  databaseAwayMs: 1_000,
  /** How often a worker says that it is alive, and what it counts. */
  heartbeatMs: HEARTBEAT_MS,
  /** A worker counts as alive for this long after it was last seen: four times as long as it takes to say so. */
  aliveMs: 4 * HEARTBEAT_MS,

  // A provider that is down. With what the sweep adds, its return is seen within 10 s.

  /** How long a failing provider is left alone before the next call; doubles with each further failure. */
  breakerFirstRestMs: 2_000,
  /** The longest of these rests. */
  breakerLongestRestMs: 7_000,
  /** Rows that are put off come back spread over this, so that they do not all come at once. */
  breakerSpreadMs: 1_000,
  /** A provider that nobody has tried for so long after its rest is not said to be down. */
  breakerForgottenMs: 60_000,

  // What an API process keeps, reads again, and stores later.

  /** How long applications and origins are kept. Well under 5 s, within which a revocation must have reached every process. */
  credentialsKeptMs: 3_000,
  /** PostgreSQL is asked for the figures of queue and workers at most this often, and workers report as often. */
  fleetKeptMs: 5_000,
  /** How often one batched read serves all waiters, and one all followers: the most that a lost notification costs. */
  rereadMs: 1_000,
  /** How often a silent stream sends a ping. Well below the time after which routers close it: 55 s on Heroku. */
  pingMs: 10_000,
  /** A Redis that does not count is not asked again for this long. */
  limiterRestMs: 1_000,
  /** How often the recorder stores what the analytics show. */
  flushMs: 1_000,
  /** How long the recorder tries, at its end, to store what it still has. */
  lastFlushMs: 3_000,
  /** How long an audit event that could not be stored waits for its first retry. The others wait 5 and 20 times as long. */
  auditRetryMs: 100,
  /** How long a request that deletes an entry waits for its object to be deleted. */
  storageMs: 3_000,
  /** How long a client may take to send its headers. Node's own limit would let a slow one hold a connection for a minute. */
  slowHeadersMs: 10_000,
  /** How long a client may take to send a JSON body. */
  slowBodyMs: 20_000,
  /** How long the rest of a refused body is taken, for clients that send all they have before they read the answer. */
  discardMs: 3_000,

  // Workers: heartbeats and background work.

  /** How often a reply's draft is saved, for followers who join later. */
  draftMs: 1_000,
  /** How often a reader of a knowledge entry sees its progress move. */
  progressMs: 1_000,
  /** How often each worker runs the chores. Several at once do no harm. */
  housekeepingMs: 15 * 60_000,
  /** How long one round catches up with the organizations' past. The next round goes on. */
  rollUpMs: 30_000,
  /** How long a shutdown waits for a running chore's statement. PostgreSQL ends one that takes longer. */
  lastChoreMs: 5_000,
  /** How long an embedding worker rests when nothing was due. */
  embeddingIdleMs: 1_000,
  /** How long it rests after a failure of the provider or database; after each further one twice as long. */
  embeddingFirstRestMs: 2_000,
  /** The longest of these rests. */
  embeddingLongestRestMs: 60_000,
  /** Longer than all calls of one round take. A dead worker's entries are found by their words meanwhile. */
  embeddingLeaseMs: 300_000,
  /** How often an idle worker checks whether pgvector has been installed and the index of vectors can be made. */
  vectorIndexMs: 60_000,

  // Connections.

  /** How long a connection to PostgreSQL may take to stand, and a statement may wait for one of the pool. */
  connectMs: 5_000,
  /** How much longer than a statement's limit the server may be silent. A living server has ended the statement by then. */
  silenceMs: 2_000,
  /** How long PostgreSQL may be silent to the queue, whose statements are all short. */
  queueSilenceMs: 10_000,
  /** How long a queue that could not be opened waits for the next try. */
  queueReopenMs: 1_000,
  /** How long the connection for notifications waits before it reconnects. */
  notificationsReconnectMs: 1_000,
  /** How often a silent connection for notifications is checked. */
  notificationsAskMs: 10_000,
  /** How long it may take to answer. */
  notificationsAnswerMs: 5_000,
  /** How long an ending process waits for a silent server: for the queue to close, the last figures and spans to leave. */
  closeMs: 2_000,

  /** A warning that repeats is logged once in this time. */
  logSummaryMs: 10_000,
}

/** The times by which the processes watch over one another, in milliseconds. */
export type Times = Readonly<typeof table>

/** The times in production. A process takes its own from its configuration, see TIME_SCALE. */
export const TIMES: Times = Object.freeze(table)

/** All of them multiplied, in whole milliseconds. */
export function timesAt(scale: number): Times {
  const scaled = Object.entries(TIMES).map(([name, ms]) => [name, Math.round(ms * scale)])
  return Object.freeze(Object.fromEntries(scaled)) as Times
}
