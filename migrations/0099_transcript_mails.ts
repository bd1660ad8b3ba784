import type { Knex } from 'knex'

/**
 * Transcripts by mail, to addresses that a code from a mail, or the company's server, has proven
 * (docs/decisions/0066-transcripts-by-mail.md). Each statement locks one table, for some
 * milliseconds.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table contacts add column if not exists proven_at timestamptz,
                         add column if not exists code_hash bytea,
                         add column if not exists code_expires_at timestamptz,
                         add column if not exists code_tries integer not null default 0;
    comment on column contacts.proven_at is 'when it was known that the address is the customer''s; null: it is only said to be';
    comment on column contacts.code_hash is 'hash of the code that was mailed to the address and proves it; null: none was, or it was used';
    comment on column contacts.code_tries is 'codes that were tried since the last one was mailed'`)
  await knex.raw(
    'alter table mails drop constraint if exists mails_kind_check, drop constraint if exists mails_kinds',
  )
  await knex.raw(
    "alter table mails add constraint mails_kinds check (kind in ('handoff', 'answer', 'transcript')) not valid",
  )
  await knex.raw('alter table mails validate constraint mails_kinds')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw("delete from mails where kind = 'transcript'")
  await knex.raw('alter table mails drop constraint mails_kinds')
  await knex.raw(
    "alter table mails add constraint mails_kind_check check (kind in ('handoff', 'answer'))",
  )
  await knex.raw(
    'alter table contacts drop column code_tries, drop column code_expires_at, drop column code_hash, drop column proven_at',
  )
}
