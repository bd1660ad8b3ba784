import type { Knex } from 'knex'

/**
 * PostgreSQL knows how many buckets of duration there are. Without it, it took each of the 200,000
 * requests of an hour for one of its own and sorted them on disk: 830 ms instead of 260.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'create statistics request_logs_duration_bucket on (duration_bucket(duration_ms)) from request_logs',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop statistics request_logs_duration_bucket')
}
