import type { Knex } from 'knex'

/**
 * What a secret may do, for which agents, and whether it is for trying out
 * (docs/decisions/0054-keys-with-scopes.md).
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table application_secrets
      add column if not exists name text,
      add column if not exists scopes text[],
      add column if not exists agent_ids uuid[],
      add column if not exists is_test boolean not null default false;
    comment on column application_secrets.name is 'null: it was issued without one';
    comment on column application_secrets.scopes is 'null: all';
    comment on column application_secrets.agent_ids is 'the agents that it reaches; null: all of the organization';
    comment on column application_secrets.is_test is 'whether the threads that it opens are for trying out';
    comment on column application_secrets.secret_hash is
      'SHA-256 of the secret, which has 256 random bits; SHA-512/256 where it has scopes, agents or is_test, so that code that does not know these columns refuses it';
  `)
  await knex.raw('drop index concurrently if exists application_secrets_by_hash')
  await knex.raw(
    'create unique index concurrently application_secrets_by_hash on application_secrets (secret_hash)',
  )
}

export async function down(knex: Knex): Promise<void> {
  // Without their columns they could do everything.
  await knex.raw(
    'delete from application_secrets where scopes is not null or agent_ids is not null or is_test',
  )
  await knex.raw('drop index concurrently if exists application_secrets_by_hash')
  await knex.raw(
    'alter table application_secrets drop column name, drop column scopes, drop column agent_ids, drop column is_test',
  )
}
