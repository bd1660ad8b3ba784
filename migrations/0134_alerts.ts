import type { Knex } from 'knex'

/** Alerts to owners, the mails about them, and the weekly mail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists alerts (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      kind text not null check (kind in ('limit', 'budget', 'failures', 'connection')),
      subject text not null,
      facts jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      ends_at timestamptz,
      resolved_at timestamptz,
      unique (organization_id, id)
    );
    create unique index if not exists alerts_open on alerts (organization_id, kind, subject) where resolved_at is null;
    create index if not exists alerts_resolved on alerts (resolved_at) where resolved_at is not null;
    comment on table alerts is 'what owners were warned of: one row for each time that a threshold was crossed';
    comment on column alerts.subject is
      'what it is about: the rate limit and its owner, the budget and its period, the connection and its model; empty: the organization';
    comment on column alerts.facts is 'the figures at the crossing; without names and texts of people';
    comment on column alerts.ends_at is 'when it resolves by itself, at the end of its window; null: once all is well again';
    create table if not exists owner_mails (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organizations on delete cascade,
      user_id uuid not null,
      kind text not null check (kind in ('alert', 'week')),
      alert_id uuid,
      week date,
      attempts integer not null default 0,
      due_at timestamptz default now(),
      created_at timestamptz not null default now(),
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade,
      foreign key (organization_id, alert_id) references alerts (organization_id, id) on delete cascade,
      check ((kind = 'alert') = (alert_id is not null) and (kind = 'week') = (week is not null))
    ) with (fillfactor = 70);
    create unique index if not exists owner_mails_of_alert on owner_mails (alert_id, user_id) where alert_id is not null;
    create unique index if not exists owner_mails_of_week on owner_mails (user_id, week) where week is not null;
    create index if not exists owner_mails_of_user on owner_mails (organization_id, user_id);
    create index if not exists owner_mails_due on owner_mails (due_at) where due_at is not null;
    comment on table owner_mails is
      'mails about alerts and weeks, which are sent once; without words and addresses, which are read when they are sent';
    comment on column owner_mails.week is 'the Monday on which the week began';
    comment on column owner_mails.due_at is 'null: it was sent, or given up';
    alter table users add column if not exists mail_alerts boolean;
    alter table users add column if not exists mail_weekly boolean;
    comment on column users.mail_alerts is 'whether the user gets mails about alerts; null: as the role says';
    comment on column users.mail_weekly is 'whether the user gets the weekly mail; null: as the role says'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users drop column if exists mail_alerts, drop column if exists mail_weekly;
    drop table if exists owner_mails;
    drop table if exists alerts`)
}
