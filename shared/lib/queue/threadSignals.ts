import { makeThrottle } from '../async/throttle.ts'

/**
 * The most ids of threads in one signal, so that PostgreSQL can carry it: an id takes 39 of 8,000
 * bytes.
 */
const MAX_IDS = 100

/**
 * Signals that threads of an organization have changed. A signal is only a hint: a dashboard that
 * shows the threads reads them again.
 */
export interface ThreadSignals {
  /**
   * Signals that a thread has changed. Never throws and does not wait.
   * @param threadId undefined: any of the organization's threads may have changed
   */
  changed(organizationId: string, threadId?: string): void
  /** Sends the signals that still wait. */
  close(): Promise<void>
}

/**
 * Collects the changes of each organization and sends them in one signal: the first at once, then
 * at most one every `everyMs` milliseconds. So the number of signals is bounded, whatever the
 * number of messages.
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
 * Returns the threads that a signal names; empty: any thread. Never throws, because others may send
 * to the channel, too.
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
