import { createPostgresBackend, LATEST_SCHEMA_VERSION, Queue, Worker } from 'bullmq'
import type { Redis, RedisOptions } from 'ioredis'
import pg from 'pg'
import { withTimeout } from '../async/withTimeout.ts'
import type { Config } from '../config/config.ts'
import type { Times } from '../config/times.ts'
import { clientWithin } from '../db/connection.ts'
import { type Db, withDb } from '../db/db.ts'
import { isForbidden, isOptionsRefused } from '../db/failures.ts'
import { sql } from '../db/statements.ts'
import type { Job, WakeUp } from '../jobs.ts'
import type { Log } from '../observability/log.ts'
import { jobsOf, laneAddress } from './laneSignals.ts'
import { channelOf, type NotificationReceiver, type Notify } from './notifications.ts'
import {
  ANSWER_MS,
  asOutage,
  checkWhenever,
  connectRedis,
  producerOptions,
  workerOptions,
} from './redis.ts'

/** Sends wake-ups. Each makes a worker of the lane look at the rows of its jobs at once. */
export interface WakeUps {
  /**
   * Wakes a worker for the job. One wake-up names all jobs of one turn of the event loop, and all
   * jobs that come while the previous wake-up is being sent, because its cost hardly depends on
   * their number. Never throws, and takes at most 2 s. A lost wake-up delays the job, but does not
   * lose it.
   * @returns whether it was sent
   */
  send(lane: string, job: Job): Promise<boolean>
  /**
   * Passes jobs on to other workers when this worker has no free slot.
   * @returns whether the jobs were sent
   */
  sendOn(lane: string, jobs: readonly Job[]): Promise<boolean>
  /** Whether the queue can be reached. Takes at most 1 s. */
  isReachable(): Promise<boolean>
  /** Whether the queue could be reached at the last wake-up or check. */
  wasReachable(): boolean
  close(): Promise<void>
}

/** Receives the wake-ups of one lane. */
export interface Listener {
  /** Stops taking wake-ups. */
  pause(): void
  /**
   * Closes the listener. Call it once the running jobs have ended. Takes at most twice `closeMs`.
   */
  close(): Promise<void>
}

type Backend = Pick<Config, 'DATABASE_URL' | 'REDIS_URL' | 'times'>

/** The part of BullMQ that Parley uses. The types of BullMQ itself differ by backend. */
interface BullObject {
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}
interface BullQueue extends BullObject {
  add(name: string, data: Named): Promise<unknown>
  addBulk(jobs: { name: string; data: Named }[]): Promise<unknown>
  isPaused(): Promise<boolean>
}
/**
 * A wake-up as BullMQ stores it. Workers of the previous version read only the first job;
 * the sweep finds the others.
 */
interface Named extends Job {
  more?: Job[]
  sent_on?: true
}
interface BullWorker extends BullObject {
  pause(doNotWaitActive: boolean): Promise<void>
}

/** Opens the queue of a lane. */
function openQueue(link: ReturnType<typeof openLink>, lane: string): BullQueue {
  // Attempts, backoff and results are in the row, and PostgreSQL has the job's figures, so finished
  // jobs of BullMQ are not needed.
  const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } }
  if ('redis' in link)
    return new Queue(queueName(lane), { ...onRedis(link.redis), defaultJobOptions })
  const options = { connection: link.pool, defaultJobOptions }
  return new Queue(queueName(lane), options, createPostgresBackend)
}

function warnOfUnsent(log: Log, lane: string, jobs: readonly Job[], error: unknown): void {
  for (const { id, request_id } of jobs)
    log.warn(
      { lane, id, request_id, err: asOutage(error) },
      'could not wake a worker; the sweep will find the row',
    )
}

/** Makes the sender of wake-ups. @param notify sends the signals of a queue in PostgreSQL */
export function makeWakeUps(
  config: Backend,
  lanes: readonly string[],
  notify: Notify,
  log: Log,
): WakeUps {
  const link = openLink(config, producerOptions, log)
  // Every process sends wake-ups, so checking here is enough.
  if ('redis' in link) checkWhenever(link.redis, log)
  const queues = new Map(
    lanes.map((lane) => [
      lane,
      untilConnected(() => openQueue(link, lane), link, config.times, log.child({ lane })),
    ]),
  )
  const queueOf = (lane: string) => {
    // BullMQ would wait for a connection without a limit, but a request cannot.
    if ('redis' in link && link.redis.status !== 'ready') throw new Error('Redis is not connected')
    return queues.get(lane)!.current()
  }
  async function enqueue(
    lane: string,
    all: readonly Job[][],
    how: Pick<Named, 'sent_on'>,
  ): Promise<void> {
    const named = all.map(([first, ...more]) => ({
      name: lane,
      data: { ...first!, ...(more.length && { more }), ...how },
    }))
    if (named.length === 1) await queueOf(lane).add(lane, named[0]!.data)
    else await queueOf(lane).addBulk(named)
  }
  const signals = 'pool' in link ? makeSignals(notify, config.times) : undefined
  const sending = new Set<Promise<boolean>>()
  let wasReachable = true
  async function send(
    lane: string,
    jobs: readonly Job[],
    how: Pick<Named, 'sent_on'> = {},
  ): Promise<boolean> {
    const all = batches(jobs)
    // A sleeping lane gets one job of BullMQ for its first batch, and a signal for each further
    // batch.
    const most = signals ? Number(!signals.isAwake(lane)) : all.length
    const [enqueued, signalled] = [all.slice(0, most), all.slice(most)]
    try {
      await answered(
        Promise.all([
          enqueued.length && enqueue(lane, enqueued, how),
          signalled.length && signals?.send(lane, signalled),
        ]),
      )
      wasReachable = true
      return true
    } catch (error) {
      wasReachable = false
      warnOfUnsent(log, lane, jobs, error)
      return false
    }
  }
  const untilSent = (sent: Promise<boolean>) => {
    sending.add(sent)
    return sent.finally(() => sending.delete(sent))
  }
  const gathered = new Map<string, { jobs: Job[]; sent: Promise<boolean> }>()
  const onTheirWay = new Map<string, Promise<boolean>>()
  function gather(lane: string) {
    const jobs: Job[] = []
    const sendThem = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      await onTheirWay.get(lane)
      gathered.delete(lane)
      const sent = send(lane, jobs)
      onTheirWay.set(lane, sent)
      return sent
    }
    const next = { jobs, sent: untilSent(sendThem()) }
    gathered.set(lane, next)
    return next
  }
  return {
    send(lane, job) {
      const { jobs, sent } = gathered.get(lane) ?? gather(lane)
      jobs.push(job)
      return sent
    },
    sendOn: (lane, jobs) => untilSent(send(lane, jobs, { sent_on: true })),
    async isReachable() {
      try {
        // Reads one field. BullMQ's counts read all dead rows of its table in PostgreSQL.
        await answered(Promise.all(lanes.map((lane) => queueOf(lane).isPaused())))
        wasReachable = true
      } catch {
        wasReachable = false
      }
      return wasReachable
    },
    wasReachable: () => wasReachable,
    async close() {
      // Also waits for wake-ups whose callers do not wait: at most twice ANSWER_MS.
      await Promise.all(sending)
      await Promise.all([...queues.values()].map((queue) => queue.close()))
      await closeLink(link, config.times)
    },
  }
}

/**
 * Signals that name ready jobs to all workers of a lane, if the queue is in PostgreSQL. A job of
 * BullMQ leaves several dead rows in PostgreSQL. While an old snapshot is open, each of BullMQ's
 * statements reads all of them: 1,900 pages a message after 4,000 messages. So a process gives a
 * lane at most one job of BullMQ each `laneAwakeMs`. Jobs that become ready in between are only
 * signalled, which leaves no row. If a signal is lost, the next sweep finds its jobs.
 */
function makeSignals(notify: Notify, { laneAwakeMs }: Times) {
  const wokenAt = new Map<string, number>()
  return {
    /**
     * Whether a job of BullMQ has woken the lane in the last `laneAwakeMs`. If not, the caller
     * gives the lane a job now.
     */
    isAwake(lane: string): boolean {
      const now = performance.now()
      const isAwake = now - (wokenAt.get(lane) ?? -laneAwakeMs) < laneAwakeMs
      if (!isAwake) wokenAt.set(lane, now)
      return isAwake
    },
    send: (lane: string, all: readonly Job[][]) =>
      notify(channelOf(laneAddress(lane)), ...all.map((jobs) => JSON.stringify(jobs))),
  }
}

/**
 * Calls `onWakeUp` for each wake-up. Runs as many calls at a time as it takes to fill the slots
 * with wake-ups of MAX_NAMED jobs.
 * @param receiver receives the signals of a queue in PostgreSQL
 */
export function makeListener(
  config: Backend,
  lane: string,
  slots: number,
  onWakeUp: (wakeUp: WakeUp) => Promise<void>,
  receiver: Promise<NotificationReceiver> | undefined,
  log: Log,
): Listener {
  const link = openLink(config, workerOptions, log)
  const concurrency = Math.ceil(slots / MAX_NAMED)
  // A stalled job only means that its worker died. The row's lease decides what happens then, so
  // BullMQ may pass the wake-up on many times; its default is once. By default BullMQ would also
  // wait 15 s before it returns to a queue that refused its connection.
  const options = { concurrency, maxStalledCount: 100, runRetryDelay: config.times.queueReopenMs }
  const answer = ({ data: { more = [], sent_on, ...first } }: { data: Named }) =>
    onWakeUp({ jobs: [first, ...more], sentOn: Boolean(sent_on) })
  const make = (): BullWorker =>
    'redis' in link
      ? new Worker(queueName(lane), answer, { ...onRedis(link.redis), ...options })
      : new Worker(
          queueName(lane),
          answer,
          { connection: link.pool, ...options },
          createPostgresBackend,
        )
  const worker = untilConnected(make, link, config.times, log.child({ lane }))
  // Every worker of the lane gets these jobs, so no worker passes them on.
  const hear = (signal: string) => void onWakeUp({ jobs: jobsOf(signal), sentOn: true })
  receiver?.then((opened) => opened.listen(laneAddress(lane), hear))
  return {
    pause() {
      receiver?.then((opened) => opened.unlisten(laneAddress(lane)))
      worker
        .current()
        .pause(true)
        .catch(() => undefined)
    },
    async close() {
      await worker.close()
      await closeLink(link, config.times)
    },
  }
}

/**
 * Creates BullMQ's objects again, because BullMQ never recovers from a failed first connection:
 * every `queueReopenMs` until a connection succeeds. After that, BullMQ reconnects by itself.
 */
function untilConnected<Bull extends BullObject>(
  make: () => Bull,
  link: Link,
  times: Times,
  log: Log,
) {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let bull = open()

  function open(): Bull {
    const earlier = listenersOf(link)
    const opened = make()
    const own = listenersOf(link).filter((listener) => !earlier.includes(listener))
    opened.on('error', (error) => log.warn({ err: asOutage(error) }, 'the queue reports an error'))
    opened.waitUntilReady().catch((error) => {
      if (closed) return
      log.warn({ err: explained(error) }, 'the queue could not be opened, trying again')
      opened.close().catch(() => undefined)
      // The pool is shared by all objects, so the listeners of a closed object would stay and keep
      // it alive.
      if ('pool' in link) for (const listener of own) link.pool.off('error', listener as () => void)
      timer = setTimeout(() => {
        bull = open()
      }, times.queueReopenMs)
    })
    return opened
  }

  return {
    current: () => bull,
    /**
     * Closes the object. Takes at most `closeMs`, because BullMQ may wait for a Redis that never
     * comes back.
     */
    async close() {
      closed = true
      clearTimeout(timer)
      await answered(bull.close(), times.closeMs).catch((error) =>
        log.warn({ err: error }, 'the queue did not close'),
      )
    },
  }
}

/**
 * The most jobs that one wake-up names: few compared to a worker's slots, so that one worker does
 * not get them all.
 */
const MAX_NAMED = 8

const batches = (jobs: readonly Job[]) =>
  Array.from({ length: Math.ceil(jobs.length / MAX_NAMED) }, (_, nth) =>
    jobs.slice(nth * MAX_NAMED, (nth + 1) * MAX_NAMED),
  )

const answered = <T>(work: Promise<T>, ms = ANSWER_MS) =>
  withTimeout(work, ms, () => new Error(`the queue did not answer in ${ms} ms`))

/**
 * Updates the tables of a queue in PostgreSQL, as part of the release step. Processes wait for
 * missing tables. Does nothing if the queue is in Redis, or has the tables of this version: BullMQ
 * would need the right to create a schema even then.
 * @param lockMs milliseconds to wait for a table that others use; 0: no limit
 * @throws Error of PostgreSQL, or one that says what the user or the address of the database lacks
 */
export async function migrateQueue(
  config: Omit<Backend, 'times'>,
  log: Log,
  lockMs = 0,
): Promise<void> {
  if (await withDb(config.DATABASE_URL, (db) => hasQueueTables(db, config))) return
  const connection = {
    connectionString: config.DATABASE_URL,
    options: `-c lock_timeout=${lockMs} -c statement_timeout=0`,
    migrate: true,
    schema: QUEUE_SCHEMA,
    max: 2,
  }
  const queue = new Queue(queueName('reply'), { connection }, createPostgresBackend)
  queue.on('error', (error) => log.warn({ err: error }, 'the queue reports an error'))
  try {
    await queue.waitUntilReady()
  } catch (error) {
    throw explained(error)
  } finally {
    await queue.close()
  }
}

function explained(error: unknown): unknown {
  if (isOptionsRefused(error))
    return new Error(
      'A pooler refuses the connections of the queue in PostgreSQL. Let DATABASE_URL bypass the pooler, or set REDIS_URL.',
      { cause: error },
    )
  if (isForbidden(error))
    return new Error(
      `The queue in PostgreSQL has its own schema, ${QUEUE_SCHEMA}: ${(error as Error).message}. As the database's owner, grant create on the database to this user; or set REDIS_URL.`,
      { cause: error },
    )
  return error
}

/**
 * Whether the release step has made all tables of this version's queue. True for a queue in Redis,
 * which has no tables.
 */
export async function hasQueueTables(
  db: Db,
  { REDIS_URL }: Pick<Backend, 'REDIS_URL'>,
): Promise<boolean> {
  if (REDIS_URL) return true
  const [found] = await sql<{ there: boolean }>(
    db,
  )`select to_regclass('bullmq.migration') is not null as there`
  if (!found!.there) return false
  const [done] = await sql<{ version: number }>(db)`select coalesce(max(version), 0)::int as version
                                                      from bullmq.migration`
  return done!.version >= LATEST_SCHEMA_VERSION
}

type Link = { redis: Redis } | { pool: pg.Pool }

const listenersOf = (link: Link) => ('pool' in link ? link.pool.listeners('error') : [])

function openLink(
  { REDIS_URL, DATABASE_URL, times }: Backend,
  options: RedisOptions,
  log: Log,
): Link {
  if (REDIS_URL) return { redis: connectRedis(REDIS_URL, options, log) }
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    Client: clientWithin(times.queueSilenceMs, times.connectMs),
    max: POOL_SIZE,
    connectionTimeoutMillis: times.connectMs,
    application_name: 'parley-queue',
    options: `-c search_path=${QUEUE_SCHEMA}`,
  })
  // A pool made by BullMQ listens to a connection only after the connection's first query. If the
  // connection broke earlier, its error would end the process.
  const warn = (error: Error) => log.warn({ err: error }, "the queue's connection reports an error")
  pool.on('error', warn).on('connect', (client) => client.on('error', warn))
  return { pool }
}

async function closeLink(link: Link, { closeMs }: Times): Promise<void> {
  if ('redis' in link) link.redis.disconnect()
  else await answered(link.pool.end(), closeMs).catch(() => undefined)
}

/** BullMQ's default schema. A pool that BullMQ did not make must select it. */
export const QUEUE_SCHEMA = 'bullmq'
const POOL_SIZE = 4

const queueName = (lane: string) => `parley-${lane}`

/**
 * Switches BullMQ's version check off: a connection that drops during the check would leave the
 * queue dead. `checkWhenever` checks the version instead. The braces put all keys of the queue into
 * one hash slot of a cluster.
 */
const onRedis = (redis: Redis) => ({
  connection: redis,
  skipVersionCheck: true,
  prefix: '{parley}',
})
