import { v7 as uuid } from 'uuid'
import {
  type LimitEntry,
  type RequestEntry,
  storeLimitEvents,
  storeRequests,
} from '../../shared/analytics/recording.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { count } from '../../shared/lib/observability/metrics.ts'

/** The caller of a request; a field is null if it is unknown. */
interface RecordedClient {
  organization_id: string
  application_id: string | null
  client_id: string | null
}

/** An answered request. */
export interface RequestEvent extends RecordedClient {
  credential: RequestEntry['credential']
  method: string
  /** The route's pattern, such as `/api/v1/agents/:id`. */
  endpoint: string
  status_code: number
  duration_ms: number
  request_id: string
}

/** A request that a rate limit allowed or refused. */
export interface LimitEvent extends RecordedClient {
  /** The route's pattern. */
  endpoint: string
  bucket: string
  outcome: 'allowed' | 'blocked'
}

/** Stores what the analytics show, in the background. Failures only reach the log. */
export interface Recorder {
  request(event: RequestEvent): void
  limit(event: LimitEvent): void
  /** Entries that are not stored yet, by kind. */
  pending(): Record<'requests' | 'limits', number>
  /** Stores the remaining entries, and drops those that take longer than `lastFlushMs`. */
  close(): Promise<void>
}

const BATCH = 1_000
/** Entries of each kind to keep in memory. Above it, the oldest are dropped. */
const MAX_ENTRIES = 20_000

export function makeRecorder(db: Db, log: Log, times: Times): Recorder {
  const deps = { log, times }
  const requests = makeBuffer<RequestEntry>(
    (entries) => storeRequests(db, entries),
    deps,
    'requests',
  )
  const limits = makeBuffer<LimitEntry>(
    (entries) => storeLimitEvents(db, entries),
    deps,
    'limit events',
  )
  return {
    request(event) {
      requests.add({ ...event, ...stamp(event.endpoint) })
    },
    limit({ organization_id, client_id, endpoint, bucket, outcome }) {
      limits.add({ organization_id, client_id, bucket, outcome, ...stamp(endpoint) })
    },
    pending: () => ({ requests: requests.size(), limits: limits.size() }),
    async close() {
      await Promise.all([requests.close(), limits.close()])
    },
  }
}

const stamp = (route: string) => ({
  id: uuid(),
  created_at: new Date().toISOString(),
  endpoint: endpointOf(route),
})

/** Writes a route as people read it: `/api/v1/agents/{id}`. */
export const endpointOf = (route: string) =>
  route.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')

/**
 * Stores entries about once a second, or as soon as a batch is full. Retries what failed, in the
 * same order.
 */
function makeBuffer<Entry>(
  store: (entries: Entry[]) => Promise<void>,
  { log, times }: { log: Log; times: Times },
  what: string,
) {
  const kind = what === 'requests' ? 'requests' : 'limits'
  let entries: Entry[] = []
  let onTheirWay: Entry[] = []
  let dropped = 0
  let failing = false
  let storing: Promise<void> | undefined
  count('parley_analytics_buffer_dropped_total', { kind }, 0)
  const timer = setInterval(start, times.flushMs)

  function start(): Promise<void> {
    storing ??= flush().finally(() => {
      storing = undefined
    })
    return storing
  }

  async function flush() {
    if (dropped) log.warn({ dropped }, `too many ${what} to keep for the analytics`)
    dropped = 0
    while (entries.length) {
      onTheirWay = entries.slice(0, BATCH)
      entries = entries.slice(BATCH)
      try {
        await store(onTheirWay)
        onTheirWay = []
        failing = false
      } catch (error) {
        entries = [...onTheirWay, ...entries]
        onTheirWay = []
        trim()
        if (!failing)
          log.warn({ err: error }, `${what} could not be stored for the analytics, trying on`)
        failing = true
        return
      }
    }
  }

  function trim() {
    const excess = Math.max(0, entries.length - MAX_ENTRIES)
    entries.splice(0, excess)
    dropped += excess
    if (excess) count('parley_analytics_buffer_dropped_total', { kind }, excess)
  }

  return {
    size: () => entries.length + onTheirWay.length,
    add(entry: Entry) {
      entries.push(entry)
      trim()
      if (entries.length >= BATCH && !failing) start()
    },

    async close() {
      clearInterval(timer)
      let limit: NodeJS.Timeout | undefined
      const tooLong = new Promise((resolve) => {
        limit = setTimeout(resolve, times.lastFlushMs)
      })
      // A write under way lacks the latest entries, so a second write follows.
      await Promise.race([start().then(start), tooLong])
      clearTimeout(limit)
      const lost = entries.length + onTheirWay.length + dropped
      if (lost) log.warn({ lost }, `${what} are lost to the analytics`)
    },
  }
}
