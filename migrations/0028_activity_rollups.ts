import type { Knex } from 'knex'

/**
 * What was posted, answered and spent, by the hour: for figures of long windows, and of messages
 * that are deleted. Workers fill them behind the messages, so that none waits for a sum; the first
 * time, with all hours that there are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activity_rollups (
      organization_id uuid not null references organizations on delete cascade,
      hour timestamptz not null,
      agent_id uuid not null,
      model text,
      messages integer not null,
      replies integer not null,
      failed_replies integer not null,
      cancelled_replies integer not null,
      calls integer not null,
      unpriced_calls integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cost_usd numeric(16, 8) not null,
      conversations integer not null,
      sessions integer not null,
      unique nulls not distinct (organization_id, hour, agent_id, model)
    );
    comment on table activity_rollups is 'sums of messages, usages and threads; they outlive what they were made of, and have nothing of anybody';
    comment on column activity_rollups.model is 'null: of messages that no model answered, and of threads';

    create table activity_durations (
      organization_id uuid not null references organizations on delete cascade,
      hour timestamptz not null,
      what text not null check (what in ('reply', 'model', 'wait')),
      agent_id uuid,
      duration_bucket smallint not null,
      count integer not null,
      unique nulls not distinct (organization_id, hour, what, agent_id, duration_bucket)
    );
    comment on table activity_durations is 'how long replies, calls of models and waits for a worker took, by duration_bucket()';
    comment on column activity_durations.agent_id is 'null: of a wait, which is of no agent';

    create table activity_failures (
      organization_id uuid not null references organizations on delete cascade,
      hour timestamptz not null,
      agent_id uuid not null,
      code text not null,
      count integer not null,
      primary key (organization_id, hour, agent_id, code)
    );
    comment on table activity_failures is 'why replies failed';

    create table activity_rolled (
      organization_id uuid primary key references organizations on delete cascade,
      until timestamptz not null
    ) with (fillfactor = 50);
    comment on table activity_rolled is 'up to which hour an organization''s activity is rolled up; without a row: not at all';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table activity_rolled, activity_failures, activity_durations, activity_rollups',
  )
}
