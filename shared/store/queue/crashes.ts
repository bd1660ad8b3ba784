import type { Lane } from '../../jobs.ts'
import { msBetween, queuedSince } from './due.ts'

/** What a lease that ran out says of its row and of who held it. */

/**
 * A row whose workers died so often may be the reason itself: a poison message. A worker holds few such rows at a time, see
 * `workers/runtime/suspects.ts`, so that it cannot take others with it again and again until they, too, are given up.
 */
export const SUSPECT_CRASHES = 2

/** How long a lease lasts, in a statement that has the value `leaseMs`. */
export const LEASE = `:leaseMs::float8 * interval '1 millisecond'`

/**
 * Whether a lease that ran out is its holder's end. A worker that was seen when it should have renewed the lease is alive: it was kept
 * from the row, by a lock or an outage, and gets one more lease before its call of the model is repeated. A worker that died was last
 * seen before that, for it renews after 0.3 of a lease and says that it is alive every half of one.
 */
export const HOLDER_IS_GONE = `(r.wake_at < now() - ${LEASE} or not exists (
  select from workers w where w.name = r.worker and w.seen_at > r.wake_at - 0.6 * ${LEASE}))`

/** How many crashes a claim of the row finds: a lease that ran out is one more. */
export const CRASHES = `r.crashes + (r.status = 'processing')::int`

/** No suspects, or none but those: of any number of crashes, or of this one, with the value `crashes`; or whichever comes. */
export type SuspectsDue = boolean | number | 'too'

export const crashesOf = (suspects: SuspectsDue) =>
  suspects === 'too'
    ? 'true'
    : `${CRASHES} ${typeof suspects === 'number' ? '= :crashes::int' : `${suspects ? '>=' : '<'} ${SUSPECT_CRASHES}`}`

/** Records the attempts whose workers ended with them; with the value `leaseMs`. @param found a common table expression of a lane's rows, whole */
export const recordCrashes = (lane: Lane, found: string) => `
  insert into jobs (id, organization_id, lane, target_id, request_id, worker, attempt, outcome, error_code, wait_ms, run_ms)
  select gen_random_uuid(), organization_id, '${lane}', id, request_id, coalesce(worker, 'unknown'), attempt, 'crashed',
         'worker_crashed', ${msBetween(queuedSince(lane, found), 'claimed_at')},
         ${msBetween('claimed_at', `wake_at - ${LEASE}`)}
    from ${found} where status = 'processing'`
