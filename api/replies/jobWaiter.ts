import type { EventEmitter } from 'node:events'
import { makePacer } from '../../shared/async/pace.ts'
import type { Job } from '../../shared/jobs.ts'
import type { Log } from '../../shared/observability/log.ts'
import { span } from '../../shared/observability/tracing.ts'
import type { WakeUps } from '../../shared/queue/queue.ts'

/** Rows that are read, and answered, at a time: hundreds at once hold up all other requests. */
const MAX_AT_ONCE = 50

/** A client that waits: an HTTP response. Waiting ends when the client goes away. */
export type Waiter = EventEmitter & { closed?: boolean }

/** Enqueues a job and waits for its row's outcome. The only code that waits on a job. */
export interface JobWaiter<Row> {
  /**
   * Wakes a worker for the job, unless it `mustWake` none, then waits for its outcome.
   * @param seconds 0: only wakes a worker
   * @returns the finished row, or undefined when it was not finished in time: then the work goes on; or when it is gone
   */
  ask(job: Job, seconds: number, until: Waiter, how?: { mustWake: boolean }): Promise<Row | undefined>
  /** Waits for a job whose worker another request has woken. */
  wait(id: string, seconds: number, until: Waiter): Promise<Row | undefined>
  /** Reads the row for those who wait for it: a hint says that it is finished. */
  refresh(id: string): void
  /** Gives the finished row to those who wait for it. */
  resolve(row: Row): void
  /** How many wait. */
  readonly size: number
  /** Whether one more may wait. */
  readonly hasCapacity: boolean
  /** Ends all waiting without an outcome, and takes no more. */
  close(): void
}

interface JobWaiterDeps<Row> {
  lane: string
  wakeUps: WakeUps
  /** Reads those of the rows that are finished. */
  read: (ids: string[]) => Promise<Row[]>
  /** The ids of rows that are gone: nobody would ever be notified of them. */
  findGone?: (ids: string[]) => Promise<string[]>
  /** Most waiters; further ones are refused. Waiting holds no database connection. */
  maxWaiters: number
  /** How often one batched read is made for everybody who waits. */
  rereadMs: number
  log: Log
}

export function makeJobWaiter<Row extends { id: string }>({
  lane,
  wakeUps,
  read,
  findGone,
  maxWaiters,
  rereadMs,
  log,
}: JobWaiterDeps<Row>): JobWaiter<Row> {
  type Leave = (row?: Row) => void
  const waiting = new Map<string, Set<Leave>>()
  const hinted = new Set<string>()
  let readingHinted = false
  const pace = makePacer()
  let size = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined

  function resolve(row: Row): void {
    for (const leave of waiting.get(row.id) ?? []) leave(row)
  }

  async function readAndWake(ids: string[]): Promise<void> {
    try {
      for (const row of await read(ids)) resolve(row)
    } catch (error) {
      log.warn(
        { lane, waiting: size, err: error },
        'could not read for those who wait; reading again in a second',
      )
    }
  }

  async function sendAwayFromGone(ids: string[]): Promise<void> {
    try {
      for (const id of (await findGone?.(ids)) ?? [])
        for (const leave of [...(waiting.get(id) ?? [])]) leave()
    } catch {
      // The read before it has said so.
    }
  }

  function readEverySecond(): void {
    const mine = setTimeout(async () => {
      await readAndWake([...waiting.keys()])
      await sendAwayFromGone([...waiting.keys()])
      // Skips this if every waiter has left meanwhile and new ones have started a timer of their own.
      if (timer === mine) readEverySecond()
    }, rereadMs)
    timer = mine
  }

  /**
   * Reads once at a time, so that reads do not pile up while the database hangs. The next read covers all hints that come
   * meanwhile.
   */
  async function readHinted(): Promise<void> {
    while (hinted.size > 0) {
      const ids = [...hinted].slice(0, MAX_AT_ONCE)
      for (const id of ids) hinted.delete(id)
      await readAndWake(ids)
    }
    readingHinted = false
  }

  const hasCapacity = () => !closed && size < maxWaiters

  async function wait(id: string, seconds: number, until: Waiter): Promise<Row | undefined> {
    if (seconds <= 0 || until.closed || !hasCapacity()) return undefined
    return span('wait', { attributes: { 'parley.lane': lane, 'parley.job_id': id } }, () =>
      enter(id, seconds, until),
    )
  }

  function enter(id: string, seconds: number, until: Waiter): Promise<Row | undefined> {
    return new Promise((resolve) => {
      const leave: Leave = (row) => {
        clearTimeout(limit)
        until.off('close', goAway)
        const others = waiting.get(id)
        if (!others?.delete(leave)) return
        if (others.size === 0) waiting.delete(id)
        size--
        if (size === 0) {
          clearTimeout(timer)
          timer = undefined
        }
        pace().then(() => resolve(row))
      }
      const goAway = () => leave()
      const limit = setTimeout(leave, seconds * 1000)
      until.once('close', goAway)
      waiting.set(id, (waiting.get(id) ?? new Set()).add(leave))
      size++
      if (size === 1) readEverySecond()
    })
  }

  return {
    ask(job, seconds, until, { mustWake } = { mustWake: true }) {
      // Starts waiting before the wake-up, so that an early notification finds its waiter.
      const outcome = wait(job.id, seconds, until)
      // Not awaited: it never throws, and a frozen Redis would delay the request by a second.
      if (mustWake) wakeUps.send(lane, job)
      return outcome
    },
    wait,
    resolve,
    refresh(id) {
      if (!waiting.has(id)) return
      hinted.add(id)
      if (readingHinted) return
      readingHinted = true
      // Hints that come together are read together.
      setImmediate(readHinted)
    },
    get size() {
      return size
    },
    get hasCapacity() {
      return hasCapacity()
    },
    close() {
      closed = true
      for (const leavers of [...waiting.values()]) for (const leave of [...leavers]) leave()
    },
  }
}
