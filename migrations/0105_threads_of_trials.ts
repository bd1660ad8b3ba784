import type { Knex } from 'knex'

/**
 * A suggested answer is a trial with the words of a thread, which go with the thread. The table
 * holds about an hour of trials; each statement locks it, or `threads`, for some milliseconds.
 */
export const config = { transaction: false }

const KEY = 'agent_trials_of_thread'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table agent_trials add column if not exists thread_id uuid')
  await knex.raw(
    "comment on column agent_trials.thread_id is 'the thread whose question is asked; null: the words are the caller''s own'",
  )
  // An attempt that failed leaves an index that no statement uses.
  await knex.raw('drop index concurrently if exists agent_trials_by_thread')
  await knex.raw(`
    create index concurrently agent_trials_by_thread on agent_trials (organization_id, thread_id)
      where thread_id is not null`)
  await knex.raw(`alter table agent_trials drop constraint if exists ${KEY}`)
  await knex.raw(`
    alter table agent_trials add constraint ${KEY} foreign key (organization_id, thread_id)
      references threads (organization_id, id) on delete cascade not valid`)
  await knex.raw(`alter table agent_trials validate constraint ${KEY}`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table agent_trials drop column thread_id')
}
