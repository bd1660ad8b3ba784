import type { Knex } from 'knex'

/**
 * Threads for trying out, which no figure counts (docs/decisions/0054-keys-with-scopes.md). Each
 * statement locks one table, for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table threads add column if not exists is_test boolean not null default false;
    comment on column threads.is_test is 'whether a test key opened it: no figure counts it, and it is deleted a day later'`)
  await knex.raw(OUTCOMES)
  await knex.raw('drop index concurrently if exists threads_of_tests')
  await knex.raw(
    'create index concurrently threads_of_tests on threads (organization_id, id) where is_test',
  )
  // In place of messages_replied, with the thread: so figures leave out tests without reading the
  // table.
  await knex.raw('drop index concurrently if exists messages_answered')
  await knex.raw(`
    create index concurrently messages_answered on messages (organization_id, created_at)
      include (status, agent_id, model, completed_at, thread_id) where role = 'assistant'`)
  await knex.raw('drop index concurrently if exists messages_replied')
}

/** The parent first, whose constraint its partitions inherit. */
const OUTCOMES = `
  do $$
  declare constrained regclass;
  begin
    for constrained in
      select conrelid from pg_constraint where conname = 'usages_outcome_check' order by coninhcount
    loop
      execute format('alter table %s drop constraint if exists usages_outcome_check', constrained);
    end loop;
  end $$;
  comment on column usages.outcome is
    'completed; failed, of a call that came to nothing; test, of a thread for trying out, which no figure counts'`

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists messages_replied')
  await knex.raw(`
    create index concurrently messages_replied on messages (organization_id, created_at)
      include (status, agent_id, model, completed_at) where role = 'assistant'`)
  await knex.raw('drop index concurrently if exists messages_answered')
  await knex.raw("delete from usages where outcome = 'test'")
  await knex.raw(
    "alter table usages add constraint usages_outcome_check check (outcome in ('completed', 'failed'))",
  )
  await knex.raw('delete from threads where is_test')
  await knex.raw('alter table threads drop column is_test')
}
