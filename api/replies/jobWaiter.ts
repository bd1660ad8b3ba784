import type { EventEmitter } from 'node:events'
import { makePacer } from '../../shared/lib/async/pace.ts'
import type { Job } from '../../shared/lib/jobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { span } from '../../shared/lib/observability/tracing.ts'
import type { WakeUps } from '../../shared/lib/queue/queue.ts'

/** Rows to read and answer at a time. Hundreds at once would delay all other requests. */
const MAX_AT_ONCE = 50

/** A waiting client's HTTP response. Waiting ends when the client disconnects. */
export type Waiter = EventEmitter & { closed?: boolean }

/** Wakes workers and waits for the outcomes of jobs. No other code waits for a job. */
export interface JobWaiter<Row> {
  /**
   * Wakes a worker for the job, unless `mustWake` is false, then waits for its outcome.
   * @param seconds 0: does not wait
   * @returns the finished row; undefined if it was deleted or is not finished yet
   */
  ask(
    job: Job,
    seconds: number,
    until: Waiter,
    how?: { mustWake: boolean },
  ): Promise<Row | undefined>
  /** Waits for a job without waking a worker. */
  wait(id: string, seconds: number, until: Waiter): Promise<Row | undefined>
  /** Reads the row for its waiting clients, after a hint that it is finished. */
  refresh(id: string): void
  /** Gives the finished row to its waiting clients. */
  resolve(row: Row): void
  /** How many clients wait. */
  readonly size: number
  /** Whether another client may wait. */
  readonly hasCapacity: boolean
  /** Ends every wait without an outcome, and accepts no more. */
  close(): void
}

interface JobWaiterDeps<Row> {
  lane: string
  wakeUps: WakeUps
  /** Reads the rows and returns those that are finished. */
  read: (ids: string[]) => Promise<Row[]>
  /** Returns the ids of deleted rows, which no notification will ever name. */
  findGone?: (ids: string[]) => Promise<string[]>
  /** The most clients that may wait. Waiting holds no database connection. */
  maxWaiters: number
  /** Milliseconds between the batched reads for all waiting clients. */
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
        'could not read the rows of waiting clients; reading again in a second',
      )
    }
  }

  async function sendAwayFromGone(ids: string[]): Promise<void> {
    try {
      for (const id of (await findGone?.(ids)) ?? [])
        for (const leave of [...(waiting.get(id) ?? [])]) leave()
    } catch {
      // `readAndWake` has just logged the outage.
    }
  }

  function readEverySecond(): void {
    const mine = setTimeout(async () => {
      await readAndWake([...waiting.keys()])
      await sendAwayFromGone([...waiting.keys()])
      // Stops if all clients have left and new clients have started another timer.
      if (timer === mine) readEverySecond()
    }, rereadMs)
    timer = mine
  }

  /**
   * Runs one read at a time, so that reads do not pile up while the database hangs. The next read
   * covers all hints that arrived during this one.
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
      // Starts to wait before the wake-up, so that an early notification finds its waiting client.
      const outcome = wait(job.id, seconds, until)
      // Not awaited: it never throws, and a frozen Redis would delay the request by up to 2 s.
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
      // One read covers all hints of this turn of the event loop.
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
