import type { Knex } from 'knex'

/**
 * Which workers are alive; and indexes that have all the overview sums up, so that it reads no
 * table: `bench/README.md` has what it takes with 1,000,000 replies in each of its two windows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table workers (
      name text not null,
      lane text not null check (lane in ('reply', 'index')),
      version text not null,
      slots integer not null,
      busy integer not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      primary key (name, lane)
    ) with (fillfactor = 50);
    comment on table workers is 'who works, of the service as a whole; each worker says so every few seconds';

    create index messages_replied on messages (organization_id, created_at) include (status, agent_id, model, completed_at)
      where role = 'assistant';
    drop index messages_posted;
    create index messages_failed on messages (organization_id, created_at) where status = 'failed';

    create index usages_called on usages (organization_id, created_at)
      include (agent_id, model, outcome, input_tokens, output_tokens, cost_usd, model_ms);
    drop index usages_organization_id_created_at_idx;

    create index jobs_ended on jobs (organization_id, created_at) include (lane, wait_ms);
    drop index jobs_organization_id_created_at_idx;

    create index threads_opened on threads (organization_id, created_at) include (kind, agent_id);
    create index feedback_given on feedback (organization_id, created_at) include (rating, thread_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index feedback_given, threads_opened;
    create index on jobs (organization_id, created_at);
    drop index jobs_ended;
    create index on usages (organization_id, created_at);
    drop index usages_called;
    drop index messages_failed;
    create index messages_posted on messages (organization_id, created_at) include (status, agent_id, model)
      where role = 'assistant';
    drop index messages_replied;
    drop table workers;
  `)
}
