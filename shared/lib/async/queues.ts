import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Runs at most `atOnce` pieces of work with the same key at a time, in order. A key without work
 * takes no memory.
 * @param tooMany makes the error of a call when `waiting` calls with its key wait already
 */
export function makeQueues(
  { atOnce, waiting }: { atOnce: number; waiting: number },
  tooMany: () => Error,
) {
  const queues = new Map<string, LimitFunction>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? pLimit(atOnce)
    if (queue.pendingCount >= waiting) throw tooMany()
    queues.set(key, queue)
    try {
      return await queue(work)
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(key)
    }
  }
}
