import type { Knex } from 'knex'

/**
 * By this index, workers find customers who have waited too long, however many handoffs of closed
 * threads are open.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  // An attempt that failed leaves an index that no statement uses.
  await knex.raw('drop index concurrently if exists handoffs_waits')
  await knex.raw(`
    create index concurrently handoffs_waits on handoffs (waiting_since)
     where returned_at is null and waiting_since is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists handoffs_waits')
}
