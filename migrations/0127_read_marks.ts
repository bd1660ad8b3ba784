import type { Knex } from 'knex'

/** Stores how far each user has read each thread (decision 115). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists thread_reads (
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      user_id uuid not null,
      seq integer not null,
      primary key (organization_id, thread_id, user_id),
      foreign key (organization_id, thread_id)
        references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, user_id)
        references users (organization_id, id) on delete cascade
    ) with (fillfactor = 70);
    create index if not exists thread_reads_of_user on thread_reads (organization_id, user_id);
    comment on table thread_reads is
      'how far users have read the threads that they opened in the inbox';
    comment on column thread_reads.seq is 'the place of the last message that the user has seen'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table if exists thread_reads')
}
