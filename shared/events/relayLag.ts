import { NIL } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { leastIdAt } from '../lib/db/ids.ts'
import { preparedText } from '../lib/db/statements.ts'
import { FULL_LOOK_MS, SLACK_SECONDS } from './relay.ts'

/**
 * Returns how long the oldest event of the service has waited for its place in the order, in
 * seconds with one decimal; 0: none waits. It grows while no worker of deliveries runs.
 */
export type ReadRelayLag = () => Promise<number>

/**
 * Makes the function. It reads at most once every `freshMs` milliseconds: one row, by the primary
 * key. Like the relay, it mostly begins behind moved rows, which the outbox keeps while a dump
 * runs.
 */
export function makeReadRelayLag(db: Db, freshMs: number): ReadRelayLag {
  let since: string = NIL
  let fullAt = 0
  let lag: Promise<number> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<number> {
    const now = performance.now()
    if (now >= fullAt) {
      since = NIL
      fullAt = now + FULL_LOOK_MS
    }
    const [oldest] = await preparedText<{ seconds: number; before: string }>(db, OLDEST, { since })
    since = oldest!.before
    return oldest!.seconds
  }

  return () => {
    if (lag && performance.now() - readAt < freshMs) return lag
    readAt = performance.now()
    lag = read().catch((error) => {
      lag = undefined
      throw error
    })
    return lag
  }
}

const OLDEST = `
  select round(coalesce(greatest(0, extract(epoch from clock_timestamp() - created_at)), 0), 1)::float8 as seconds,
         ${leastIdAt(`(extract(epoch from coalesce(created_at, clock_timestamp())) * 1000)::bigint - ${SLACK_SECONDS * 1000}`)} as before
    from (select) as one
    left join (select created_at from event_outbox where id >= :since::uuid order by id limit 1) as oldest on true`
