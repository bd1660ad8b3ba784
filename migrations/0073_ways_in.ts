import type { Knex } from 'knex'

/**
 * What people show beside their password: the code of an authenticator app, or a backup code; who
 * they are for an identity provider; and whether they may still come in.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table authenticators (
      id uuid primary key,
      organization_id uuid not null,
      sealed_secret text not null,
      last_step bigint not null,
      created_at timestamptz not null default now(),
      unique (organization_id, id),
      foreign key (organization_id, id) references users (organization_id, id) on delete cascade
    );
    comment on column authenticators.id is 'the user''s';
    comment on column authenticators.sealed_secret is 'see shared/lib/sealing.ts';
    comment on column authenticators.last_step is 'the 30 s, counted from 1970, of the last code that was used: it and earlier ones work no more';

    create table backup_codes (
      organization_id uuid not null,
      user_id uuid not null,
      code_hash bytea not null,
      primary key (organization_id, user_id, code_hash),
      foreign key (organization_id, user_id) references authenticators (organization_id, id) on delete cascade
    );
    comment on column backup_codes.code_hash is 'SHA-256 of a code of 80 random bits; a used code is deleted';

    create table user_identities (
      organization_id uuid not null,
      issuer text not null,
      subject text not null,
      user_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, issuer, subject),
      unique (organization_id, user_id, issuer),
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
    );
    comment on table user_identities is 'who a user is for an identity provider; an address alone identifies nobody';

    create table passkeys (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
    );
    create index on passkeys (organization_id, user_id);
    comment on column passkeys.credential_id is 'what the authenticator calls it, in base64url';
    comment on column passkeys.counter is 'how often it was used, where the authenticator counts; a smaller one tells of a copy';

    alter table users add column deactivated_at timestamptz;
    comment on column users.deactivated_at is 'since when they may not sign in; null: they may';
  `)
}

export async function down(knex: Knex): Promise<void> {
  // Without the column they could sign in again: no password has this hash.
  await knex.raw(`
    update users set password_hash = regexp_replace(password_hash, '[^$]+$', repeat('A', length(split_part(password_hash, '$', 6))))
     where deactivated_at is not null`)
  await knex.raw(`
    alter table users drop column deactivated_at;
    drop table passkeys, user_identities, backup_codes, authenticators;
  `)
}
