import type { Knex } from 'knex'

/** Stores how many sentences of a reply its sources support, and the model that checks them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages add column supported jsonb;
    comment on column messages.supported is
      'of a reply: how many of its checked sentences the sources support {sentences, of}; null: '
      'none was checked, or older than the column';
    alter table agents add column grounding_model text;
    comment on column agents.grounding_model is
      'the model that checks replies; off: none; null: GROUNDING_MODEL'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages drop column supported;
    alter table agents drop column grounding_model`)
}
