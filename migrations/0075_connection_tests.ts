import type { Knex } from 'knex'

/** What the last test of a connection found. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connections add column last_test jsonb;
    comment on column connections.last_test is 'works, detail, tested_at; null: not tested since it was made or its server, key or models changed';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table connections drop column last_test')
}
