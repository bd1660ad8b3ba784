import { createPostgresBackend, Queue, Worker } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import type { Config } from './config.ts'
import type { Job, Lane } from './jobs.ts'
import type { Log } from './log.ts'

/** Milliseconds after which ringing gives up, also when Redis is frozen: the sweeper finds the row anyway. */
const RING_TIMEOUT_MS = 1_000

/** The end that rings: a job that is added makes some worker of the lane look at the row at once. */
export interface Doorbell {
  /** Never throws: a bell that cannot be heard costs time, not the job. @returns whether it was heard. */
  ring(lane: Lane, job: Job): Promise<boolean>
  /** Whether the queue can be reached. Takes at most 1 s. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** The end that listens. */
export interface Listener {
  /** Takes no more jobs and resolves when those at hand have ended. */
  close(): Promise<void>
}

type Backend = Pick<Config, 'DATABASE_URL' | 'REDIS_URL'>

/** What Parley uses of BullMQ, which types its classes by backend. */
interface BullQueue {
  add(name: string, data: Job): Promise<unknown>
  getJobCounts(state: 'wait'): Promise<unknown>
  on(event: 'error', listener: (error: Error) => void): unknown
  close(): Promise<void>
}
type BullWorker = Pick<BullQueue, 'on' | 'close'>

export function makeDoorbell(config: Backend, lanes: readonly Lane[], log: Log): Doorbell {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, producerOptions, log) : undefined
  const queues = new Map(
    lanes.map((lane) => {
      // Attempts, backoff and results live in the row. A finished job is of no use to anybody: PostgreSQL has the
      // job's figures.
      const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: { count: 100 } }
      const queue: BullQueue = redis
        ? new Queue(queueName(lane), { defaultJobOptions, connection: redis })
        : new Queue(
            queueName(lane),
            { defaultJobOptions, connection: onPostgres(config) },
            createPostgresBackend,
          )
      queue.on('error', (error) => log.warn({ lane, err: error }, 'the queue reports an error'))
      return [lane, queue]
    }),
  )
  const inTime = <T>(work: Promise<T>) => {
    let timer: NodeJS.Timeout
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the queue did not answer in ${RING_TIMEOUT_MS} ms`)),
        RING_TIMEOUT_MS,
      )
    })
    return Promise.race([work, limit]).finally(() => clearTimeout(timer))
  }
  return {
    async ring(lane, job) {
      try {
        // BullMQ waits for the first connection for as long as it takes; whoever rings does not.
        if (redis && redis.status !== 'ready') throw new Error(`Redis is ${redis.status}`)
        await inTime(queues.get(lane)!.add(lane, job))
        return true
      } catch (error) {
        log.warn({ lane, id: job.id, err: error }, 'could not ring; the sweeper will find the row')
        return false
      }
    },
    async isReachable() {
      try {
        await inTime(redis ? redis.ping() : queues.get(lanes[0]!)!.getJobCounts('wait'))
        return true
      } catch {
        return false
      }
    },
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()))
      redis?.disconnect()
    },
  }
}

/** Calls `onJob` for each ring, for at most `concurrency` at a time. */
export function makeListener(
  config: Backend,
  lane: Lane,
  concurrency: number,
  onJob: (job: Job) => Promise<void>,
  log: Log,
): Listener {
  const redis = config.REDIS_URL ? connectRedis(config.REDIS_URL, workerOptions, log) : undefined
  // A stalled job only means that its worker is gone. The row's lease decides what happens then, so BullMQ may hand
  // the bell on as often as it likes; with its default of 1 it gives the job up.
  const options = { concurrency, maxStalledCount: 100 }
  const answer = ({ data }: { data: Job }) => onJob(data)
  const worker: BullWorker = redis
    ? new Worker(queueName(lane), answer, { ...options, connection: redis })
    : new Worker(
        queueName(lane),
        answer,
        { ...options, connection: onPostgres(config) },
        createPostgresBackend,
      )
  worker.on('error', (error) => log.warn({ lane, err: error }, 'the queue reports an error'))
  return {
    async close() {
      await worker.close()
      redis?.disconnect()
    },
  }
}

/** Brings the queue's own tables up to date, where the queue lives in PostgreSQL. */
export async function migrateQueue(config: Backend, log: Log): Promise<void> {
  if (config.REDIS_URL) return
  const queue = new Queue(queueName('reply'), { connection: onPostgres(config) }, createPostgresBackend)
  queue.on('error', (error) => log.warn({ err: error }, 'the queue reports an error'))
  await queue.waitUntilReady()
  await queue.close()
}

/** A connection for commands and pub/sub. @param options see `producerOptions` and `workerOptions`. */
export function connectRedis(url: string, options: RedisOptions, log: Log): Redis {
  const redis = new Redis(url, { ...options, retryStrategy: (times) => Math.min(times * 100, 2_000) })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis reports an error'))
  return redis
}

/** For whoever has somebody waiting: fail in about 1 ms when Redis is down, and after 1 s when it is frozen. */
export const producerOptions: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: RING_TIMEOUT_MS,
}

/** For workers, which have nothing better to do than to wait for Redis to come back. */
export const workerOptions: RedisOptions = { maxRetriesPerRequest: null }

const queueName = (lane: Lane) => `parley-${lane}`

/** `migrate`: without it the backend asks for tables that are not there, in an endless loop. */
const onPostgres = ({ DATABASE_URL }: Backend) => ({
  connectionString: DATABASE_URL,
  max: 4,
  migrate: true,
  application_name: 'parley-queue',
})
