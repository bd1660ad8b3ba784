/** How long a claim lasts. The interval of renewals is computed from it. */
const LEASE_MS = 10_000
/**
 * How often a worker reports that it is alive. The time for which a worker counts as alive is
 * computed from it.
 */
const HEARTBEAT_MS = 5_000

const table = {
  // Claims, and the workers that hold them.

  /** A dead worker's row is free again this long after its last renewal. */
  leaseMs: LEASE_MS,
  /**
   * How often a claim is renewed. About a third of the lease: two renewals may fail before the
   * lease is lost.
   */
  renewMs: 0.3 * LEASE_MS,
  /** How soon a failed renewal is tried again. */
  renewRetryMs: 500,
  /**
   * How long a queued row waits for its wake-up before the sweep may take it. With the sweep's own
   * half second, a lost wake-up costs at most about one second.
   */
  wakeUpGraceMs: 500,
  /**
   * How long a lane counts as awake after a process has given it a job of BullMQ in PostgreSQL.
   * Meanwhile, further wake-ups are signals, which a worker misses if its connection for signals is
   * lost.
   */
  laneAwakeMs: 1_000,
  /** How often a worker looks for rows whose wake-up was lost or whose lease has expired. */
  sweepMs: 500,
  /**
   * A database that takes this long to answer counts as having been away: its delay alone may have
   * made leases expire.
   */
  lateMs: 1_000,
  /**
   * While PostgreSQL is away, leases of living workers expire. Afterwards their holders get this
   * long to renew them or to store their replies, before another worker calls the model again.
   * Several times `renewRetryMs`. If it were much longer, a PostgreSQL that fails again and again
   * would keep the rows of dead workers from being taken over.
   */
  afterOutageMs: 4_000,
  /**
   * How often a worker retries to store a finished reply while PostgreSQL is away. Well
   * below `afterOutageMs`.
   */
  commitRetryMs: 200,
  /** How long a write to a locked row is retried: as long as a statement may take by default. */
  rowLockedMs: 10_000,
  /**
   * How long a job waits after its first failure. The wait doubles with each further failure, or is
   * as long as the provider asks for.
   */
  firstBackoffMs: 500,
  /**
   * How long a job waits after PostgreSQL was away. This does not count as a failure of the job.
   */
  databaseAwayMs: 1_000,
  /** How often a worker reports that it is alive, with its metrics. */
  heartbeatMs: HEARTBEAT_MS,
  /**
   * A worker counts as alive for this long after its last report: four times the interval of
   * reports.
   */
  aliveMs: 4 * HEARTBEAT_MS,

  // Providers that are down. Including the delay of the sweep, the return of a provider is noticed
  // within 10 s.

  /**
   * How long a failing provider is not called before the first trial. Doubles with each failed
   * trial.
   */
  breakerFirstOpenMs: 2_000,
  /** The longest of these intervals. */
  breakerMaxOpenMs: 7_000,
  /**
   * The longest interval for a model that replies can do without, because a failed trial delays its
   * reply for nothing.
   */
  breakerHelperMaxOpenMs: 300_000,
  /**
   * How often a worker reads which models other workers have found down. Every worker must know
   * within 2 s.
   */
  breakerShareMs: 500,
  /** Postponed rows come back spread over this time, so that they do not all come at once. */
  breakerSpreadMs: 1_000,
  /**
   * A provider is no longer reported as down if no worker has tried it for this long after a trial
   * was due.
   */
  breakerForgottenMs: 60_000,

  /**
   * How long a reply waits while running replies have reserved the rest of a budget, and how often
   * it looks again.
   */
  budgetPatienceMs: 10_000,
  budgetPollMs: 200,

  /**
   * How long a worker waits before it repeats a tool call or asks what became of it. Doubles or
   * trebles each time: with three probes, a slow system has 6.5 s to finish.
   */
  toolPauseMs: 500,

  /** How long a reply waits for the queries that QUERY_MODEL writes. */
  queriesMs: 2_000,
  /** The longest median time of QUERY_MODEL's calls. A slower model is left alone. */
  queriesSlowMs: 1_200,
  /** How long it is left alone at first, and at most. */
  queriesPauseMs: 60_000,
  queriesMaxPauseMs: 960_000,

  // Caches, repeated reads and delayed writes of an API process.

  /**
   * How long applications and origins are cached. Well under 5 s, the time within which a
   * revocation must reach every process.
   */
  credentialsTtlMs: 3_000,
  /** How long an API process remembers which budgets are reached. */
  budgetsTtlMs: 1_000,
  /**
   * How long connections to providers are cached: how soon a changed key or address is used
   * everywhere.
   */
  connectionsTtlMs: 2_000,
  /**
   * How long the figures of queue and workers are cached: as long as the interval of workers'
   * reports.
   */
  fleetTtlMs: 5_000,
  /**
   * How often one batched read looks for all waiters, and another for all followers: the most
   * that a lost notification costs.
   */
  rereadMs: 1_000,
  /**
   * How often a silent stream sends a ping. Well below the time after which routers close it: 55 s
   * on Heroku.
   */
  pingMs: 10_000,
  /**
   * How often a process signals to the dashboards of an organization which threads have changed.
   */
  threadSignalsMs: 250,
  /**
   * How often a process signals to followers of single threads which threads have changed. Short,
   * because a person's message must be on the customer's screen within 150 ms.
   */
  liveSignalsMs: 20,
  /**
   * How often one batched read looks for all followed threads: the most that a lost signal costs.
   */
  liveRereadMs: 3_000,
  /** How often the relay signals to API processes which organizations have new events. */
  eventSignalsMs: 100,
  /**
   * How often each stream of events looks for new events, and checks that its key or session is
   * still valid. A lost signal delays events by this at most. With `credentialsTtlMs`, a revocation
   * ends streams within 5 s.
   */
  eventsRereadMs: 2_000,
  /**
   * How long a stream of events waits for a client that reads nothing, before it is closed. The
   * client can connect again and go on after its last event.
   */
  eventsSlowMs: 30_000,
  /** How long an API process caches the waiting time of the oldest event. */
  relayLagTtlMs: 1_000,
  /** A Redis that fails to count requests is not asked again for this long. */
  limiterCooldownMs: 1_000,
  /** How often the recorder stores its entries for the analytics. */
  flushMs: 1_000,
  /** How long a stopping recorder tries to store its remaining entries. */
  lastFlushMs: 3_000,
  /**
   * How long an audit event that could not be stored waits for its first retry. The next retries
   * wait 5 and 20 times as long.
   */
  auditRetryMs: 100,
  /** How long a request that deletes an entry waits for its object to be deleted. */
  storageMs: 3_000,
  /**
   * How long a client may take to send its headers. Node's own limit would let a slow client hold a
   * connection for a minute.
   */
  slowHeadersMs: 10_000,
  /** How long a client may take to send a JSON body. */
  slowBodyMs: 20_000,
  /**
   * How long the rest of a refused body is read, for clients that read the answer only after they
   * have sent the whole body.
   */
  discardMs: 3_000,

  // Workers: heartbeats and background work.

  /** How often a worker of deliveries looks for events that have no place in the order yet. */
  relayMs: 100,
  /** How often a worker of deliveries looks for due mails about chats. */
  mailsMs: 2_000,
  /** How long a handoff waits for a person to take it before people get a mail. */
  handoffMailMs: 60_000,
  /** How often a reply's draft is saved, for followers who join later. */
  draftMs: 1_000,
  /** How often the progress of a knowledge entry is saved. */
  progressMs: 1_000,
  /** How often each worker runs the chores. Several workers may run them at once. */
  housekeepingMs: 15 * 60_000,
  /** How long one round of rolling up past activity may go on. The next round continues. */
  rollUpMs: 30_000,
  /**
   * How often each worker reads the words of new first questions, and the least age of these
   * questions.
   */
  topicsMs: 60_000,
  /**
   * How often each worker adds up the spending of budgets, so that warnings do not depend on a
   * further reply, and looks for what owners must be alerted of.
   */
  budgetsMs: 30_000,
  /** How often each worker ends calls of tools that nobody else ends, such as expired ones. */
  actionsMs: 15_000,
  /** How often each worker looks for handoffs to assign, and for those not answered in time. */
  unansweredMs: 10_000,
  /**
   * How long a shutdown waits for a running chore's statement. PostgreSQL ends a statement that
   * takes longer.
   */
  lastChoreMs: 5_000,
  /** How long an embedding worker waits when nothing was due. */
  embeddingIdleMs: 1_000,
  /**
   * How long an embedding worker waits after a failure of the provider or database. Doubles with
   * each further failure.
   */
  embeddingFirstBackoffMs: 2_000,
  /** The longest of these waits. */
  embeddingMaxBackoffMs: 60_000,
  /**
   * How long a claim of entries to embed lasts: longer than all calls of one round. Until the claim
   * of a dead worker ends, its entries are found by their words alone.
   */
  embeddingLeaseMs: 300_000,
  /**
   * How often an idle worker checks whether pgvector has been installed and the index of vectors
   * can be made.
   */
  vectorIndexMs: 60_000,

  // Connections.

  /**
   * How long connecting to PostgreSQL may take, and how long a statement may wait for a pooled
   * connection.
   */
  connectMs: 5_000,
  /**
   * How much longer than a statement's limit the server may be silent. A working server has ended
   * the statement by then.
   */
  silenceMs: 2_000,
  /**
   * How long PostgreSQL may leave a statement of the queue unanswered. All these statements are
   * short.
   */
  queueSilenceMs: 10_000,
  /** How long a queue that could not be opened waits for the next try. */
  queueReopenMs: 1_000,
  /** How often a process looks whether an unmigrated database has been migrated. */
  schemaMs: 1_000,
  /** How long the connection for notifications waits before it reconnects. */
  notificationsReconnectMs: 1_000,
  /** How often a silent connection for notifications is checked. */
  notificationsAskMs: 10_000,
  /** How long a server may take to answer the check of a silent connection. */
  notificationsAnswerMs: 5_000,
  /**
   * How long a stopping process waits for a silent server, to close the queue and to send
   * the last figures and spans.
   */
  closeMs: 2_000,

  /** A repeated warning is logged at most once in this time. */
  logSummaryMs: 10_000,
}

/** All leases, intervals and timeouts of the processes, in milliseconds. */
export type Times = Readonly<typeof table>

/**
 * The times in production. A process takes its scaled times from its configuration: see TIME_SCALE.
 */
export const TIMES: Times = Object.freeze(table)

/**
 * The least milliseconds of times that must not be scaled down further. Tests have clients and
 * server in one process, whose own pauses must not look like a slow client.
 */
const LEAST: Partial<Times> = { slowHeadersMs: 3_000 }

/** Multiplies all times by `scale`, in whole milliseconds, but keeps them above `LEAST`. */
export function timesAt(scale: number): Times {
  const scaled = Object.entries(TIMES).map(([name, ms]) => [
    name,
    Math.max(Math.round(ms * scale), LEAST[name as keyof Times] ?? 0),
  ])
  return Object.freeze(Object.fromEntries(scaled)) as Times
}
