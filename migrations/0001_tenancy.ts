import type { Knex } from 'knex'

/**
 * Organizations and their credentials. Here and later, a reference to another noun's record names
 * its organization as well, so that the database itself refuses a row of one organization that
 * points to another's.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations (
      id uuid primary key,
      name text not null unique,
      hourly_limit integer check (hourly_limit > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table applications (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      client_id text not null unique,
      allowed_origins text[] not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id)
    );

    create table application_secrets (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      application_id uuid not null,
      secret_hash bytea not null,
      hint text not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      created_at timestamptz not null default now(),
      foreign key (organization_id, application_id) references applications (organization_id, id) on delete cascade
    );
    create index on application_secrets (organization_id, application_id);
    comment on column application_secrets.secret_hash is 'SHA-256 of the secret, which has 256 random bits';
    comment on column application_secrets.hint is 'the secret''s last four characters, so that people can tell two apart';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table application_secrets, applications, organizations')
}
