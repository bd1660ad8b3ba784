import type { Knex } from 'knex'

/** An organization's owners share its limits out among their applications. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table applications
      add column hourly_limit integer check (hourly_limit > 0),
      add column widget_hourly_limit integer check (widget_hourly_limit > 0);
    comment on column applications.hourly_limit is 'API requests an hour; null: only the organization''s limit';
    comment on column applications.widget_hourly_limit is 'widget requests an hour; null: only the service''s limit';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table applications drop column widget_hourly_limit, drop column hourly_limit',
  )
}
