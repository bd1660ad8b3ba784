import type { Knex } from 'knex'

/**
 * The index of what is waiting keeps an entry of every reply that was answered since the last
 * vacuum, and each look at it passes them all. By default a table is vacuumed when a fifth of it
 * has changed: with a million messages, after 100,000 replies; and its indexes are left out while
 * few of its pages have changed, which of a large table is always so.
 *
 * Only the table's options are set: nobody waits for that, and older code does not notice.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messages set (
      autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000, vacuum_index_cleanup = on)
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table messages reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, vacuum_index_cleanup)',
  )
}
