import type { Knex } from 'knex'

/**
 * What is unfinished of a thread; over an expression, for the reason that the migration 0033 tells:
 * with the index of all of a thread's messages, which the planner takes for as good, a claim in a
 * thread of 20,000 messages read all of them (7,700 pages, 20 ms).
 *
 * `messages_unfinished` is for releases before this one, and can go when none of them runs any more.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // Left behind by an attempt that failed half-way.
  await knex.raw('drop index concurrently if exists messages_unfinished_of')
  await knex.raw(`
    create index concurrently messages_unfinished_of
      on messages ((case when completed_at is null then thread_id end), seq) where completed_at is null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently messages_unfinished_of')
}
