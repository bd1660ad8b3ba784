import type { Knex } from 'knex'

/** The agents that an application's visitors reach. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table applications add column agent_ids uuid[] check (cardinality(agent_ids) > 0);
    comment on column applications.agent_ids is
      'the agents that its widget tokens reach; null: every active agent of the organization. One that was deleted stays on the list, and is reached by nobody';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table applications drop column agent_ids')
}
