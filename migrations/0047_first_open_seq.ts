import type { Knex } from 'knex'

/**
 * From where on a thread's unfinished replies are looked for. Alone, so that no two tables are
 * locked at a time.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table threads add column first_open_seq integer not null default 0;
    comment on column threads.first_open_seq is 'no reply of a lower seq is unfinished'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table threads drop column first_open_seq')
}
