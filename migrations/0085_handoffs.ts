import type { Knex } from 'knex'

/**
 * Handoffs of threads to people (docs/decisions/0060-one-speaker-at-a-time.md). Each statement
 * locks one table, for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists handoffs (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      agent_id uuid not null,
      epoch integer not null,
      reason text not null,
      note text,
      requested_by text not null check (requested_by in ('visitor', 'key', 'user', 'rule')),
      assignee_id uuid,
      assigned_at timestamptz,
      questions integer not null default 0,
      last_question_id uuid,
      replies integer not null default 0,
      last_reply_id uuid,
      first_reply_at timestamptz,
      return_note text,
      returned_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (thread_id, epoch),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, assignee_id) references users (organization_id, id) on delete set null (assignee_id)
    ) with (fillfactor = 70);
    create unique index if not exists handoffs_open on handoffs (thread_id) where returned_at is null;
    create index if not exists handoffs_of_organization on handoffs (organization_id, created_at, id);
    create index if not exists handoffs_of_assignee on handoffs (organization_id, assignee_id) where assignee_id is not null;
    comment on table handoffs is 'each time that people had a thread; the last one of a thread without returned_at: they have it now';
    comment on column handoffs.epoch is 'of the thread while people have it';
    comment on column handoffs.assignee_id is 'the person who answers; null: nobody yet, or the person is gone';
    comment on column handoffs.questions is 'messages of the customer meanwhile';
    comment on column handoffs.replies is 'messages of people, without internal notes'`)
  await knex.raw(`
    alter table threads add column if not exists handoff_epoch integer not null default 0,
                        add column if not exists handoff_id uuid;
    comment on column threads.handoff_epoch is 'raised when people take the thread, and when they return it';
    comment on column threads.handoff_id is 'the handoff while people have the thread; null: the agent has it'`)
  await knex.raw(`
    alter table open_jobs add column if not exists epoch integer not null default 0;
    comment on column open_jobs.epoch is 'of a reply: the handoff_epoch of its thread when it was opened'`)
  await knex.raw(`
    alter table messages add column if not exists author_id uuid,
                         add column if not exists author_name text,
                         add column if not exists is_internal boolean not null default false;
    comment on column messages.author_id is 'of a human agent: the user of the dashboard, who may be gone; null: it came with a key';
    comment on column messages.author_name is 'of a human agent: what the customer sees';
    comment on column messages.is_internal is 'a note among colleagues, which neither customers nor models see'`)
  await knex.raw(
    'alter table messages drop constraint if exists messages_role_check, drop constraint if exists messages_roles',
  )
  await knex.raw(`
    alter table messages add constraint messages_roles
      check (role in ('user', 'assistant', 'human_agent')) not valid`)
  await knex.raw('alter table messages validate constraint messages_roles')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("delete from messages where role = 'human_agent'")
  await knex.raw('alter table messages drop constraint messages_roles')
  await knex.raw(
    "alter table messages add constraint messages_role_check check (role in ('user', 'assistant'))",
  )
  await knex.raw(
    'alter table messages drop column is_internal, drop column author_name, drop column author_id',
  )
  await knex.raw('alter table open_jobs drop column epoch')
  await knex.raw('alter table threads drop column handoff_id, drop column handoff_epoch')
  await knex.raw('drop table handoffs')
}
