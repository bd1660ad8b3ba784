import type { Knex } from 'knex'

/**
 * An unfinished reply can be rated, too, and is no row of `messages`. What is rated goes with its
 * thread all the same.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table feedback drop constraint feedback_organization_id_message_id_fkey')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table feedback add constraint feedback_organization_id_message_id_fkey
      foreign key (organization_id, message_id) references messages (organization_id, id) on delete cascade`)
}
