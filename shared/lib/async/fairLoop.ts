import { LRUCache } from 'lru-cache'

/**
 * Shares the event loop of a process between organizations, by the processor time that each has
 * used. A continuation that has its turn runs until it waits for something else. Then the waiting
 * organization that has used the least time goes on. Decision 70 says why.
 */
export interface FairLoop {
  /**
   * Returns the function by which a job or request yields.
   * @param share the organization's id, for which its time is counted
   */
  of(share: string): YieldLoop
}

/**
 * Waits for a turn, if others wait or the loop has been busy for `MAX_STRETCH_MS`. Otherwise
 * resolves in the same tick. Call it before and between pieces of work whose time grows with a
 * text.
 */
export type YieldLoop = () => Promise<void>

/** Never waits: for processes in which no other work waits, such as commands and tests. */
export const NEVER_YIELD: YieldLoop = () => DONE
const DONE = Promise.resolve()

/** Runs work in pieces, each piece in its turn. */
export async function inTurns<Result>(
  work: Generator<void, Result>,
  yieldLoop: YieldLoop,
): Promise<Result> {
  for (;;) {
    await yieldLoop()
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Runs the same work without yielding. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/**
 * Milliseconds for which waiting continuations run before timers and sockets are handled. Replies
 * that end in one stretch share a statement: 2 ms lead to 0.53 statements per message for ending
 * replies, 6 ms to 0.40.
 */
const MAX_STRETCH_MS = 5
/**
 * Milliseconds after which used time counts half. So a new or returning organization is preferred
 * for about a second of processor time at most, and cannot keep others waiting for longer.
 */
const HALF_LIFE_MS = 1_000
/** The most organizations whose used time is remembered. */
const MAX_SHARES = 5_000

/** A job or request. Objects are compared by identity, to see which job is running. */
interface FairJob {
  share: string
}

interface Continuation {
  job: FairJob
  goOn: () => void
}

interface Used {
  ms: number
  at: number
}

/**
 * Makes the fair loop of a process.
 * @param now a clock in milliseconds. Default: `performance.now`
 */
export function makeFairLoop(now = () => performance.now()): FairLoop {
  const used = new LRUCache<string, Used>({ max: MAX_SHARES })
  const waiting = new Map<string, Continuation[]>()
  /** The job whose turn it is. */
  let running: { job: FairJob; since: number } | undefined
  /** When the loop last handled timers and sockets. */
  let busySince = 0

  function usedBy(share: string, at: number): number {
    const { ms, at: then } = used.get(share) ?? { ms: 0, at }
    return ms * 0.5 ** ((at - then) / HALF_LIFE_MS)
  }

  function cheapest(at: number): string {
    let least = Number.POSITIVE_INFINITY
    let found = ''
    for (const share of waiting.keys()) {
      const ms = usedBy(share, at)
      if (ms < least) [least, found] = [ms, share]
    }
    return found
  }

  /**
   * Begins a job's turn. A tick that a microtask requests comes when no microtask is left: by then,
   * the continuation waits or has ended.
   */
  function begin(job: FairJob, since: number): void {
    running = { job, since }
    queueMicrotask(() => process.nextTick(end))
  }

  function end(): void {
    const { job, since } = running!
    const { share } = job
    const at = now()
    used.set(share, { ms: usedBy(share, at) + at - since, at })
    running = undefined
    if (waiting.size === 0) return
    if (at - busySince < MAX_STRETCH_MS) release(at)
    else
      setImmediate(() => {
        busySince = now()
        release(busySince)
      })
  }

  function release(at: number): void {
    const share = cheapest(at)
    const queue = waiting.get(share)!
    const { job, goOn } = queue.shift()!
    // An organization that still waits goes behind organizations that have used as much.
    waiting.delete(share)
    if (queue.length) waiting.set(share, queue)
    begin(job, at)
    goOn()
  }

  return {
    of(share) {
      const job = { share }
      return () => {
        const at = now()
        if (!running && waiting.size === 0) {
          busySince = at
          begin(job, at)
          return DONE
        }
        if (running?.job === job && at - busySince < MAX_STRETCH_MS) return DONE
        return new Promise((goOn) => {
          const queue = waiting.get(share)
          if (queue) queue.push({ job, goOn })
          else waiting.set(share, [{ job, goOn }])
        })
      }
    },
  }
}
