import type { Knex } from 'knex'

/**
 * What each worker counts, for whoever asks the API for metrics: on many platforms nobody can reach
 * a worker.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workers add column figures text;
    comment on column workers.figures is 'its metrics in Prometheus text format, as of seen_at; null: metrics are off, or its version has none';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table workers drop column figures')
}
