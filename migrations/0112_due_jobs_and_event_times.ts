import type { Knex } from 'knex'

/**
 * What a sweep looks for by time, over all shares of a lane: jobs that are due, suspects among
 * them, and those past their deadline (docs/decisions/0069-a-sweep-costs-the-same.md). And an event
 * has the time at which it was written: the beginning of its transaction was before what the
 * transaction waited for.
 */
export const config = { transaction: false }

/**
 * Each index serves only statements that have its second condition: with `worker is null` alone,
 * the planner could look here for the jobs of one organization, and read all others'.
 */
const INDEXES = {
  open_jobs_due: "(lane, sweep_at) where worker is null and sweep_at > '-infinity'",
  open_jobs_overdue: "(lane, deadline_at) where worker is null and deadline_at > '-infinity'",
  open_jobs_suspects: '(lane, sweep_at) where worker is null and crashes >= 2',
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    // An attempt that failed leaves an index that no statement uses.
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create index concurrently ${name} on open_jobs ${columns}`)
  }
  await knex.raw('alter table event_outbox alter column created_at set default clock_timestamp()')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table event_outbox alter column created_at set default now()')
  for (const name of Object.keys(INDEXES))
    await knex.raw(`drop index concurrently if exists ${name}`)
}
