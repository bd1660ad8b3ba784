import type { Knex } from 'knex'

/** What a request with an Idempotency-Key made, so that its repetition finds it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_keys (
      organization_id uuid not null references organizations on delete cascade,
      endpoint text not null,
      key text not null,
      body_hash bytea not null,
      record_id uuid not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, endpoint, key)
    );
    create index on idempotency_keys (created_at);
    comment on column idempotency_keys.endpoint is 'method and path: the same key means another request elsewhere';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_keys')
}
