import type { Knex } from 'knex'

/** People: names, invitations, their sessions one by one, and who changed what. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      add column name text,
      add column last_seen_at timestamptz;
    comment on column users.last_seen_at is 'the last request of any of their sessions, to the minute; null: never signed in';

    -- One person may work for several organizations, and none of them learns of another.
    create unique index users_organization_email on users (organization_id, lower(email));
    create index users_address on users (lower(email));
    drop index users_email;

    alter table dashboard_sessions
      add column id uuid not null default gen_random_uuid(),
      add column user_agent text;
    create unique index on dashboard_sessions (id);
    comment on column dashboard_sessions.id is 'what a session is named by: its token and the hash of it stay unseen';

    create table invitations (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'viewer')),
      token_hash bytea not null unique,
      invited_by text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id)
    );
    create unique index invitations_address on invitations (organization_id, lower(email));
    comment on column invitations.token_hash is 'SHA-256 of what the link carries, which has 256 random bits';
    comment on column invitations.invited_by is 'the address of the owner as it was then, or the admin tool';

    create table audit_events (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      actor_kind text not null check (actor_kind in ('user', 'application', 'admin_tool', 'unknown')),
      actor_id uuid,
      actor text,
      action text not null,
      target_kind text not null,
      target_id uuid,
      target_label text,
      changes jsonb not null default '{}',
      request_id text,
      address text,
      created_at timestamptz not null default now()
    );
    create index on audit_events (organization_id, id);
    create index on audit_events (organization_id, target_id, id);
    create index on audit_events (organization_id, lower(actor), id);
    create index on audit_events (created_at);
    comment on table audit_events is 'who changed what; names no other table''s rows, because it outlives them';
    comment on column audit_events.actor is 'the user''s address or the application''s client id, as it was then';
    comment on column audit_events.changes is 'by field, {"before", "after"}; cut, and without secrets';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table audit_events, invitations;
    alter table dashboard_sessions drop column id, drop column user_agent;
    -- Of a person in several organizations, the account that was made first stays.
    delete from users u using users older where lower(u.email) = lower(older.email) and older.id < u.id;
    create unique index users_email on users (lower(email));
    drop index users_organization_email, users_address;
    alter table users drop column name, drop column last_seen_at;
  `)
}
