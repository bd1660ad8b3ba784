/**
 * The migrations that the baseline has replaced. Their rows stay in `knex_migrations`, so that
 * processes of the previous version can start again during a deployment, and the code can go back.
 * Later migrations count on from the last number, so every number is unique.
 */
const LAST = '0112_due_jobs_and_event_times'
const COUNT = 92
export const BASELINE = '0001_baseline'

/** Whether the baseline has replaced this migration. */
export const isBeforeBaseline = (name: string) =>
  /^\d{4}_/.test(name) && name !== BASELINE && name <= LAST

/**
 * Returns how many of the replaced migrations have run in a database.
 * @param applied the names of all migrations that the database has recorded
 */
export function runBeforeBaseline(applied: readonly string[]): 'none' | 'some' | 'all' {
  const before = applied.filter(isBeforeBaseline)
  if (before.length === 0) return 'none'
  return before.length === COUNT && before.includes(LAST) ? 'all' : 'some'
}

/** What to do with a database in which only some of the replaced migrations have run. */
export const UPGRADE_FIRST =
  `The database has some of the ${COUNT} migrations before the baseline, and not all. ` +
  `Run the release step of the last commit that has migrations/${LAST}.ts first, then this one.`
