import type { Knex } from 'knex'

/** An agent with very many messages is gone at once, and they go in batches. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agents add column deleted_at timestamptz;
    comment on column agents.deleted_at is 'nobody finds it or its threads any more; housekeeping deletes them, and then this row'
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table agents drop column deleted_at')
}
