import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table widget_configurations
      add column remember boolean not null default false,
      add column offers_people boolean not null default false`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table widget_configurations drop column remember, drop column offers_people',
  )
}
