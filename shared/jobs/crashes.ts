import { msBetween } from './openJobs.ts'

/** What an expired lease says about its row and its holder. */

/**
 * A row is a suspect when this many workers have died while they held it: it may be a poison
 * message. A worker holds only a few suspects at a time (`workers/jobs/suspects.ts`). Otherwise a
 * poison message could crash its worker so often that the worker's other rows fail, too.
 */
export const SUSPECT_CRASHES = 2

/** SQL for the length of a lease. The statement needs the value `leaseMs`. */
export const LEASE = `:leaseMs::float8 * interval '1 millisecond'`

/**
 * SQL for whether the holder of an expired lease of the row `j` is dead. A worker that was seen
 * after it should have renewed the lease is alive: a lock or an outage kept it from the row. It
 * gets one more lease before another worker repeats its call of the model. Workers renew after 0.3
 * of a lease, so a worker that died before a renewal was last seen at least 0.7 of a lease before
 * the expiry. A living worker reports every half of a lease, so it has been seen since.
 */
export const HOLDER_IS_GONE = `(j.lease_expires_at < now() - ${LEASE} or not exists (
  select from workers w where w.name = j.worker and w.seen_at > j.lease_expires_at - 0.6 * ${LEASE}))`

/**
 * SQL for the crashes of the row `j` once it is claimed: an expired lease counts as a further
 * crash.
 */
const CRASHES = `j.crashes + (j.worker is not null)::int`

/**
 * The rows to claim. false: no suspects; true: only suspects; a number: only suspects with that
 * many crashes; 'too': suspects and others.
 */
export type SuspectsDue = boolean | number | 'too'

/**
 * SQL for whether to claim the row `j`. If `suspects` is a number, the statement needs it as
 * `crashes`.
 */
export const crashesOf = (suspects: SuspectsDue) =>
  suspects === 'too'
    ? 'true'
    : `${CRASHES} ${typeof suspects === 'number' ? '= :crashes::int' : `${suspects ? '>=' : '<'} ${SUSPECT_CRASHES}`}`

/**
 * SQL for the attempt whose worker died, as columns of `jobs`. The statement needs the value
 * `leaseMs`.
 * @param job the SQL name of a row whose lease has expired
 */
export const crashedAttempt = (job: string) => `
  ${job}.organization_id, ${job}.lane, ${job}.id as target_id, ${job}.request_id, ${job}.worker, ${job}.attempt,
  'crashed' as outcome, 'worker_crashed' as error_code, ${msBetween(`${job}.run_at`, `${job}.claimed_at`)} as wait_ms,
  ${msBetween(`${job}.claimed_at`, `${job}.lease_expires_at - ${LEASE}`)} as run_ms`
