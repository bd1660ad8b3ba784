import { makeThrottle } from '../async/throttle.ts'

/**
 * The address of the signals about events. All organizations share it, so that a batch of events
 * costs one message.
 */
export const EVENTS_ADDRESS = 'events'

/**
 * The most organizations in one signal, so that PostgreSQL can carry it: an id takes 39 of 8,000
 * bytes.
 */
const MAX_ORGANIZATIONS = 200

/**
 * Signals that organizations have new events. A signal is only a hint: streams that follow the
 * events read them.
 */
export interface EventSignals {
  /**
   * Signals that organizations have new events. Never throws and does not wait.
   * @param organizationIds the organizations whose events have just been committed
   */
  changed(organizationIds: readonly string[]): void
  /** Sends the signals that still wait. */
  close(): Promise<void>
}

/**
 * Makes signals about events. The first signal is sent at once, and then at most one signal every
 * `everyMs` milliseconds.
 */
export function makeEventSignals(
  send: (address: string, signal: string) => Promise<void>,
  everyMs: number,
): EventSignals {
  let waiting = new Set<string>()

  function take() {
    if (waiting.size === 0) return undefined
    const ids = [...waiting]
    waiting = new Set()
    return ids
  }
  const throttle = makeThrottle(
    take,
    async (ids) => {
      for (let from = 0; from < ids.length; from += MAX_ORGANIZATIONS)
        await send(EVENTS_ADDRESS, JSON.stringify(ids.slice(from, from + MAX_ORGANIZATIONS)))
    },
    everyMs,
  )

  return {
    changed(organizationIds) {
      for (const id of organizationIds) waiting.add(id)
      throttle.request()
    },
    close: throttle.close,
  }
}

/**
 * Returns the organizations of a signal. Never throws, because others may send to the channel, too.
 */
export function organizationsOf(signal: string): string[] {
  try {
    const ids = JSON.parse(signal)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
