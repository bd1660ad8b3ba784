import type { Knex } from 'knex'

/** Why a model refused, in its provider's own names. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table jobs add column provider_code text, add column provider_type text;
    comment on column jobs.provider_code is 'of an attempt that the model''s provider refused: the code in its answer, such as model_not_found';
    comment on column jobs.provider_type is 'the type in that answer, such as invalid_request_error';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table jobs drop column provider_code, drop column provider_type')
}
