import type { Knex } from 'knex'

/**
 * Files of messages (docs/decisions/0065-attachments.md). Each statement locks one table, for some
 * milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table agents add column if not exists allow_attachments boolean not null default false',
  )
  await knex.raw(
    `comment on column agents.allow_attachments is 'whether messages to the agent may have images and PDFs'`,
  )
  await knex.raw(`
    create table if not exists attachments (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      message_id uuid,
      file_name text not null,
      media_type text not null,
      size_bytes integer not null,
      bytes bytea,
      object_key text,
      extract text,
      created_at timestamptz not null default now(),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      check ((bytes is null) <> (object_key is null))
    );
    create index if not exists attachments_of_thread on attachments (thread_id, created_at);
    create index if not exists attachments_of_organization on attachments (organization_id, created_at) include (size_bytes);
    create index if not exists attachments_unsent on attachments (created_at) where message_id is null;
    create unique index if not exists attachments_object on attachments (object_key) where object_key is not null;
    comment on table attachments is 'images and PDFs that were uploaded for messages';
    comment on column attachments.message_id is 'null: no message has it yet; such a file is deleted after a day';
    comment on column attachments.extract is 'of a PDF: the beginning of its text; empty: none can be read; null: it was not read yet'`)
  await knex.raw('alter table messages add column if not exists attachments jsonb')
  await knex.raw(
    `comment on column messages.attachments is 'the files of the message [{id, name, type, bytes}]; null: none'`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table messages drop column attachments')
  await knex.raw('drop table attachments')
  await knex.raw('alter table agents drop column allow_attachments')
}
