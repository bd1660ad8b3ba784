/**
 * SQL for whether a thread is only a trial: a test key opened it, or a user of the dashboard opened
 * it in the playground.
 */
export const isTried = (thread = '') => `(${thread}is_test or ${thread}is_playground)`

/** SQL that leaves out the rows of trial threads. These are few, and each kind has an index. */
export const OF_NO_TEST = `thread_id not in (
  select id from threads where organization_id = :organization_id and is_test
  union all select id from threads where organization_id = :organization_id and is_playground)`

/** The `outcome` of usages in threads of test keys, and the `lane` of these threads' jobs. */
export const TEST = 'test'
