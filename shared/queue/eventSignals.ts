/** The address of the signals about events: one for all organizations, so that a batch of events costs one message. */
export const EVENTS_ADDRESS = 'events'

/** Most organizations in one signal, so that PostgreSQL can carry it: an id takes 39 of 8,000 bytes. */
const MAX_ORGANIZATIONS = 200

/** Signals that organizations have new events. A hint: whoever follows them reads the events. */
export interface EventSignals {
  /** Never throws and does not wait. @param organizationIds those whose events have just been committed */
  tell(organizationIds: readonly string[]): void
  /** Sends what it has not sent yet. */
  close(): Promise<void>
}

/** Sends the first signal at once, and then at most one every `everyMs` milliseconds. */
export function makeEventSignals(
  send: (address: string, signal: string) => Promise<void>,
  everyMs: number,
): EventSignals {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    timer = undefined
    if (waiting.size === 0) return
    const ids = [...waiting]
    waiting = new Set()
    timer = setTimeout(flush, everyMs)
    for (let from = 0; from < ids.length; from += MAX_ORGANIZATIONS)
      await send(EVENTS_ADDRESS, JSON.stringify(ids.slice(from, from + MAX_ORGANIZATIONS)))
  }

  return {
    tell(organizationIds) {
      if (organizationIds.length === 0) return
      for (const id of organizationIds) waiting.add(id)
      timer ??= setTimeout(flush, 0)
    },
    async close() {
      clearTimeout(timer)
      await flush()
      clearTimeout(timer)
    },
  }
}

/** The organizations of a signal. Never throws, because others may send to the channel, too. */
export function organizationsOf(signal: string): string[] {
  try {
    const ids = JSON.parse(signal)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
