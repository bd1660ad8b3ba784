import type { Knex } from 'knex'

/** The identity provider by which an organization's people sign in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table single_sign_ons (
      id uuid primary key,
      organization_id uuid not null unique references organizations on delete cascade,
      issuer text not null,
      client_id text not null,
      sealed_client_secret text not null,
      client_secret_hint text not null,
      domains text[] not null,
      role_claim text,
      roles jsonb not null default '{}',
      default_role text check (default_role in ('owner', 'editor', 'viewer')),
      is_required boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    comment on column single_sign_ons.sealed_client_secret is 'see shared/lib/sealing.ts';
    comment on column single_sign_ons.domains is 'of the addresses of people who may become users by signing in; in small letters';
    comment on column single_sign_ons.roles is 'by value of the claim: owner, editor or viewer';
    comment on column single_sign_ons.default_role is 'of people whose claim has no value of roles; null: they may not sign in';
    comment on column single_sign_ons.is_required is 'whether passwords are refused, but for owners with an authenticator app';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table single_sign_ons')
}
