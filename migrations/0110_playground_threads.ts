import type { Knex } from 'knex'

/**
 * Conversations of the dashboard's playground, which no figure of people and questions counts
 * (docs/decisions/0049-trials.md). Each statement locks `threads` for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table threads add column if not exists is_playground boolean not null default false',
  )
  await knex.raw(`
    comment on column threads.is_playground is
      'whether a user of the dashboard opened it to try the agent: figures count what it costs, and nothing else of it'`)
  // An attempt that failed leaves an index that no statement uses.
  await knex.raw('drop index concurrently if exists threads_of_playground')
  await knex.raw(
    'create index concurrently threads_of_playground on threads (organization_id, id) where is_playground',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table threads drop column is_playground')
}
