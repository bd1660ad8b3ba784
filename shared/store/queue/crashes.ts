import { msBetween } from './openJobs.ts'

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
export const HOLDER_IS_GONE = `(j.lease_expires_at < now() - ${LEASE} or not exists (
  select from workers w where w.name = j.worker and w.seen_at > j.lease_expires_at - 0.6 * ${LEASE}))`

/** How many crashes a claim of the row finds: a lease that ran out is one more. */
const CRASHES = `j.crashes + (j.worker is not null)::int`

/** No suspects, or none but those: of any number of crashes, or of this one, with the value `crashes`; or whichever comes. */
export type SuspectsDue = boolean | number | 'too'

export const crashesOf = (suspects: SuspectsDue) =>
  suspects === 'too'
    ? 'true'
    : `${CRASHES} ${typeof suspects === 'number' ? '= :crashes::int' : `${suspects ? '>=' : '<'} ${SUSPECT_CRASHES}`}`

/** The attempt that ended with its worker, as the columns of `jobs`; with the value `leaseMs`. @param job a row that was held */
export const crashedAttempt = (job: string) => `
  ${job}.organization_id, ${job}.lane, ${job}.id as target_id, ${job}.request_id, ${job}.worker, ${job}.attempt,
  'crashed' as outcome, 'worker_crashed' as error_code, ${msBetween(`${job}.run_at`, `${job}.claimed_at`)} as wait_ms,
  ${msBetween(`${job}.claimed_at`, `${job}.lease_expires_at - ${LEASE}`)} as run_ms`
