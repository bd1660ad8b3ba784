import type { Knex } from 'knex'

/**
 * Mails to people about handoffs, and to visitors with people's answers
 * (docs/decisions/0062-mails-of-chats.md). Each statement locks one table, for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists contacts (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null unique,
      sealed_email text not null,
      mailed_seq integer not null default 0,
      seen_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade
    );
    comment on table contacts is 'the address at which the customer of a thread wants to be answered';
    comment on column contacts.mailed_seq is 'messages of people up to this place have been mailed';
    comment on column contacts.seen_at is 'when the customer last looked at the thread, to some seconds'`)
  await knex.raw(`
    create table if not exists mails (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      kind text not null check (kind in ('handoff', 'answer')),
      handoff_id uuid,
      user_id uuid,
      attempts integer not null default 0,
      due_at timestamptz not null,
      created_at timestamptz not null default now(),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
    ) with (fillfactor = 70);
    create unique index if not exists mails_once on mails (thread_id, kind, coalesce(user_id, thread_id));
    create index if not exists mails_due on mails (due_at);
    create index if not exists mails_of_user on mails (organization_id, user_id) where user_id is not null;
    comment on table mails is 'mails that are to be sent; without words and addresses, which are read when it is sent; the row goes with the mail';
    comment on column mails.user_id is 'of a handoff: who is told; null: the customer, at the address of the thread''s contact';
    comment on column mails.attempts is 'the fence: raised by each claim';
    comment on column mails.due_at is 'when it is sent; while a worker sends it, the end of its lease'`)
  await knex.raw(`
    alter table handoffs add column if not exists notified_at timestamptz;
    comment on column handoffs.notified_at is 'when mails to people were made; null: not yet, or it was not necessary'`)
  await knex.raw(`
    alter table users add column if not exists mail_handoffs boolean;
    comment on column users.mail_handoffs is 'whether they are mailed when nobody takes a handoff; null: only as an owner'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column mail_handoffs')
  await knex.raw('alter table handoffs drop column notified_at')
  await knex.raw('drop table mails; drop table contacts')
}
