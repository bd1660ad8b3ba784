import type { Knex } from 'knex'

/**
 * Questions that an owner has dealt with, how far workers have read first questions, and the
 * ungrounded replies in order.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists handled_questions (
      organization_id uuid not null references organizations on delete cascade,
      key text not null,
      handled_at timestamptz not null default now(),
      primary key (organization_id, key)
    );
    comment on table handled_questions is 'a hash of each question that was taken off the list of those that need a look';
    comment on column handled_questions.handled_at is 'the same question is listed again if it is asked after this';

    create table if not exists first_questions_read (
      organization_id uuid primary key references organizations on delete cascade,
      last_id uuid not null default '00000000-0000-0000-0000-000000000000'
    ) with (fillfactor = 50);
    comment on column first_questions_read.last_id is 'the last message that a worker has looked at; ids of messages begin with their time';
  `)
  await knex.raw('drop index concurrently if exists messages_ungrounded_by_time')
  await knex.raw(`
    create index concurrently messages_ungrounded_by_time on messages (organization_id, created_at) include (thread_id, agent_id)
      where not grounded`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table handled_questions, first_questions_read')
  await knex.raw('drop index concurrently if exists messages_ungrounded_by_time')
}
