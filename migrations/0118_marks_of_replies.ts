import type { Knex } from 'knex'

/** Stores where a reply's marks stood, so that later prompts show it as its model wrote it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages add column marks jsonb;
    comment on column messages.marks is
      'where a reply cites: a list of [offset in content, id of the chunk]; null: it does not, or is '
      'older than this column';`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table messages drop column marks')
}
