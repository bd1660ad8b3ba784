import type { Knex } from 'knex'

/** Whose key a message was posted with, for the budgets of applications. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table open_jobs add column application_id uuid;
    comment on column open_jobs.application_id is 'null: posted by a user of the dashboard, or before budgets';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table open_jobs drop column application_id')
}
