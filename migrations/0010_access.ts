import type { Knex } from 'knex'

/** Who else may come in: visitors by a widget's token, people by the dashboard. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table threads add column subject text;
    comment on column threads.subject is 'the visitor whose token opened the session; null: a server did';

    create index on applications using gin (allowed_origins);

    create table users (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'viewer')),
      password_hash text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id)
    );
    create unique index users_email on users (lower(email));

    create table dashboard_sessions (
      token_hash bytea primary key,
      organization_id uuid not null references organizations on delete cascade,
      user_id uuid not null,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
    );
    create index on dashboard_sessions (organization_id, user_id);
    create index on dashboard_sessions (last_seen_at);
    comment on column dashboard_sessions.token_hash is 'SHA-256 of what the cookie carries, which has 256 random bits';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table dashboard_sessions, users;
    drop index applications_allowed_origins_idx;
    alter table threads drop column subject;
  `)
}
