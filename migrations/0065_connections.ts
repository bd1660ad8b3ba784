import type { Knex } from 'knex'

/**
 * Connections to providers of models: an organization's own, or the operator's, which serve every
 * organization. Keys are sealed with SECRET_KEYS.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connections (
      id uuid primary key,
      organization_id uuid references organizations on delete cascade,
      name text not null,
      provider text not null,
      base_url text,
      options jsonb not null default '{}',
      sealed_key text,
      key_hint text,
      models text[] not null default '{}',
      prices jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique nulls not distinct (organization_id, name)
    );
    comment on column connections.organization_id is 'null: the operator''s, for every organization';
    comment on column connections.base_url is 'null: the provider''s own address';
    comment on column connections.sealed_key is 'see shared/lib/sealing.ts; null: the server needs no key';
    comment on column connections.key_hint is 'the key''s last four characters';
    comment on column connections.models is 'empty: any model of the server';
    comment on column connections.prices is 'USD per million tokens by model: input, output';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table connections')
}
