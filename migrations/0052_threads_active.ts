import type { Knex } from 'knex'

/** With `threads_by_activity` in its place, the updates of threads can be HOT. */
export const contract =
  'No release lies between 0050 and this one. Code from before lists threads by activity without it, slower where an organization has very many'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists threads_active')
}

export async function down(knex: Knex): Promise<void> {
  // Left behind by an attempt that failed half-way.
  await knex.raw('drop index concurrently if exists threads_active')
  await knex.raw(
    'create index concurrently threads_active on threads (organization_id, active_at, id)',
  )
}
