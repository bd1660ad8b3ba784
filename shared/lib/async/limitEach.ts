import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Runs the work of each share, such as an organization, in order and at most a fixed number of
 * pieces at a time.
 */
export type LimitEach = <Result>(share: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Makes a limit for each share.
 * @param most the most pieces of work of one share that run at a time
 */
export function makeLimitEach(most: number): LimitEach {
  const limits = new Map<string, LimitFunction>()
  return async (share, work) => {
    const limit = limits.get(share) ?? pLimit(most)
    limits.set(share, limit)
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(share)
    }
  }
}
