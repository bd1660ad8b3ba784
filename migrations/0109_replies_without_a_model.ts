import type { Knex } from 'knex'

/** Replies that no model writes run while all models are down. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table open_jobs add column if not exists needs_model boolean not null default true;
    comment on column open_jobs.needs_model is 'of a reply: whether it waits while all models are down'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table open_jobs drop column if exists needs_model')
}
