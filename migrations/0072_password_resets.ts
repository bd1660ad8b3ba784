import type { Knex } from 'knex'

/** Links by which people who forgot their password choose another. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table password_resets (
      organization_id uuid not null,
      user_id uuid not null,
      token_hash bytea not null unique,
      expires_at timestamptz not null,
      primary key (organization_id, user_id),
      foreign key (organization_id, user_id) references users (organization_id, id) on delete cascade
    );
    create index on password_resets (expires_at);
    comment on table password_resets is 'one for each user: another link ends the earlier one';
    comment on column password_resets.token_hash is 'SHA-256 of what the link carries, which has 256 random bits';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table password_resets')
}
