import { makeThrottle } from '../async/throttle.ts'

/**
 * Most ids of threads in one signal, so that PostgreSQL can carry it: an id takes 39 of 8,000
 * bytes.
 */
const MAX_IDS = 100

/**
 * Signals that threads of an organization have changed. A hint: whoever shows them reads them
 * again.
 */
export interface ThreadSignals {
  /**
   * Never throws and does not wait. @param threadId undefined: any of the organization's threads
   */
  changed(organizationId: string, threadId?: string): void
  /** Sends what it has not sent yet. */
  close(): Promise<void>
}

/**
 * Collects changes and sends one signal per organization at a time, so that a signal costs nothing
 * that grows with the number of messages: the first at once, the next ones every `everyMs`
 * milliseconds.
 */
export function makeThreadSignals(
  send: (organizationId: string, signal: string) => Promise<void>,
  everyMs: number,
): ThreadSignals {
  let pending = new Map<string, Set<string | undefined>>()

  function take() {
    if (pending.size === 0) return undefined
    const all = pending
    pending = new Map()
    return all
  }
  const throttle = makeThrottle(
    take,
    async (all) => {
      for (const [organizationId, ids] of all) await send(organizationId, signalOf(ids))
    },
    everyMs,
  )

  return {
    changed(organizationId, threadId) {
      const ids = pending.get(organizationId) ?? new Set()
      pending.set(organizationId, ids.add(threadId))
      throttle.request()
    },
    close: throttle.close,
  }
}

const signalOf = (ids: Set<string | undefined>) =>
  JSON.stringify(ids.has(undefined) || ids.size > MAX_IDS ? [] : [...ids])

/**
 * The threads of a signal; empty: any. Never throws, because others may send to the channel, too.
 */
export function threadsOf(signal: string): string[] {
  try {
    const ids = JSON.parse(signal)
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string')
      ? ids.slice(0, MAX_IDS)
      : []
  } catch {
    return []
  }
}
