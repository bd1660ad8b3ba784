import type { Knex } from 'knex'

/**
 * The lane of deliveries: its jobs name the endpoint, whose slots they share. Each statement locks
 * a table for some milliseconds.
 */
export const config = { transaction: false }

const KEY = 'open_jobs_endpoint_fkey'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table open_jobs add column if not exists endpoint_id uuid;
    comment on column open_jobs.endpoint_id is 'of the deliver lane: where to; jobs of one endpoint share its slots'`)
  await knex.raw(`alter table open_jobs drop constraint if exists ${KEY}`)
  await knex.raw(`
    alter table open_jobs add constraint ${KEY} foreign key (organization_id, endpoint_id)
      references webhook_endpoints (organization_id, id) on delete cascade not valid`)
  await knex.raw(`alter table open_jobs validate constraint ${KEY}`)
  await knex.raw('drop index concurrently if exists open_jobs_endpoint')
  await knex.raw(
    'create index concurrently open_jobs_endpoint on open_jobs (organization_id, endpoint_id) where endpoint_id is not null',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("delete from open_jobs where lane = 'deliver'")
  await knex.raw('alter table open_jobs drop column endpoint_id')
}
