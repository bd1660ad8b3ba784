import type { Knex } from 'knex'

/**
 * A citation opens a PDF at the page of its chunk. Chunks from before have none until their entry
 * is indexed again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chunks add column page integer;
    comment on column chunks.page is 'the page of its file on which it begins, from 1 on; null: the file has no pages'
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table chunks drop column page')
}
