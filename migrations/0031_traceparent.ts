import type { Knex } from 'knex'

/**
 * The trace that a job belongs to, in its row: a worker that finds the row without its doorbell
 * goes on with it too.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['messages', 'knowledge_entries'])
    await knex.raw(`
      alter table ${table} add column traceparent text;
      comment on column ${table}.traceparent is 'W3C trace context of the request that it is from; null: not traced';
    `)
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['messages', 'knowledge_entries'])
    await knex.raw(`alter table ${table} drop column traceparent`)
}
