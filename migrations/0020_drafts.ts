import type { Knex } from 'knex'

/** The text of a reply while it is written, for those who want to see it come. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages
      add column streamed boolean not null default false,
      add column draft text;
    comment on column messages.streamed is 'whether somebody wants to see the reply while it is written';
    comment on column messages.draft is
      'of an unfinished reply: what its latest attempt has written, about once a second; null: nothing yet, or finished';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table messages drop column draft, drop column streamed')
}
