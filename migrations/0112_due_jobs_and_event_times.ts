import type { Knex } from 'knex'

/**
 * What a sweep looks for by time, over all shares of a lane: jobs that are due, and those past their deadline
 * (docs/decisions/0069-a-sweep-costs-the-same.md). And an event has the time at which it was written: the beginning of its
 * transaction was before what the transaction waited for.
 */
export const config = { transaction: false }

/**
 * The index of each time. It serves only statements that have its second condition: with `worker is null` alone, the
 * planner could look here for the jobs of one organization, and read all others'.
 */
const TIMES = { open_jobs_due: 'sweep_at', open_jobs_overdue: 'deadline_at' }

export async function up(knex: Knex): Promise<void> {
  for (const [name, time] of Object.entries(TIMES)) {
    // An attempt that failed leaves an index that no statement uses.
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(
      `create index concurrently ${name} on open_jobs (lane, ${time}) where worker is null and ${time} > '-infinity'`,
    )
  }
  await knex.raw('alter table event_outbox alter column created_at set default clock_timestamp()')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event_outbox alter column created_at set default now()')
  for (const name of Object.keys(TIMES)) await knex.raw(`drop index concurrently if exists ${name}`)
}
