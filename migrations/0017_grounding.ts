import type { Knex } from 'knex'

/** Whether knowledge supports a reply, and agents that say nothing else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages add column grounded boolean;
    comment on column messages.grounded is
      'of a completed reply: whether it cites knowledge; null: not completed, a question, or older than the column';
    alter table agents add column require_grounding boolean not null default false;
    comment on column agents.require_grounding is 'replies that no knowledge supports are replaced by the fallback message';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agents drop column require_grounding;
    alter table messages drop column grounded;
  `)
}
