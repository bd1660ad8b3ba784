import type { Knex } from 'knex'

/**
 * Replies that try an agent's settings before they are saved. No thread or message has them, so no
 * figure counts them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agent_trials (
      id uuid primary key,
      organization_id uuid not null,
      agent_id uuid not null,
      asked jsonb not null,
      outcome jsonb,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade
    );
    create index on agent_trials (organization_id, agent_id);
    create index on agent_trials (created_at);
    comment on table agent_trials is 'the open job of a trial has its id, the lane reply and no thread';
    comment on column agent_trials.asked is 'the settings, the question, the traits and the history';
    comment on column agent_trials.outcome is 'null: not ended';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table agent_trials')
}
