import type { Knex } from 'knex'

/** What people think of a session or conversation, or of one reply in it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table feedback (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      message_id uuid,
      reviewer text not null,
      rating smallint not null check (rating between 1 and 5),
      comment text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique nulls not distinct (thread_id, message_id, reviewer),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, message_id) references messages (organization_id, id) on delete cascade
    );
    create index on feedback (organization_id, thread_id, id);
    create index on feedback (message_id) where message_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table feedback')
}
