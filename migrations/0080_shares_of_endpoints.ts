import type { Knex } from 'knex'

/**
 * Claims of deliveries step from endpoint to endpoint, as those of replies step from organization
 * to organization.
 */
export const config = { transaction: false }

const INDEXES = {
  open_jobs_waiting_of_endpoint:
    '(lane, endpoint_id, sweep_at) where worker is null and endpoint_id is not null',
  open_jobs_held_of_endpoint:
    '(lane, endpoint_id, claimed_at) where worker is not null and endpoint_id is not null',
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create index concurrently ${name} on open_jobs ${columns}`)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES))
    await knex.raw(`drop index concurrently if exists ${name}`)
}
