/** SQL that leaves out the rows of threads for trying out. They are few: each is deleted a day after it was opened. */
export const OF_NO_TEST =
  'thread_id not in (select id from threads where organization_id = :organization_id and is_test)'

/** The `outcome` of usages of such threads, and the `lane` of their jobs. */
export const TEST = 'test'
