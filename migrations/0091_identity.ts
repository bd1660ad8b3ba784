import type { Knex } from 'knex'

/**
 * Verified users of applications (docs/decisions/0061-verified-users.md). Each statement locks one
 * table, for some milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists identity_secrets (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      application_id uuid not null,
      sealed_secret text not null,
      hint text not null,
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      foreign key (organization_id, application_id) references applications (organization_id, id) on delete cascade
    );
    create index if not exists identity_secrets_of_application on identity_secrets (organization_id, application_id);
    comment on table identity_secrets is 'the secrets by which servers of an application sign who their users are';
    comment on column identity_secrets.hint is 'the last four characters of the secret';
    comment on column identity_secrets.expires_at is 'null: it is the newest of its application'`)
  await knex.raw(`
    create table if not exists erased_customers (
      organization_id uuid not null references organizations on delete cascade,
      reference_hash bytea not null,
      erased_at timestamptz not null default now(),
      primary key (organization_id, reference_hash)
    );
    create index if not exists erased_customers_by_time on erased_customers (erased_at);
    comment on table erased_customers is 'who was erased in the last two days, so that an older identity token makes nobody anew'`)
  await knex.raw('drop index concurrently if exists threads_of_subject')
  await knex.raw(`
    create index concurrently threads_of_subject on threads (organization_id, subject, id)
      where subject is not null and customer_id is null`)
  await knex.raw(
    `comment on column threads.customer_id is
       'the organization''s own id of a known customer; of a session: whom an identity token has vouched for, and null: anonymous'`,
  )
}

export async function down(knex: Knex): Promise<void> {
  // Older code gives a session to whoever opened it, and would show it after a logout.
  await knex.raw(
    "update threads set subject = null where kind = 'session' and customer_id is not null",
  )
  await knex.raw('comment on column threads.customer_id is null')
  await knex.raw('drop index concurrently if exists threads_of_subject')
  await knex.raw('drop table erased_customers')
  await knex.raw('drop table identity_secrets')
}
