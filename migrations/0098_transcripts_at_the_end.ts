import type { Knex } from 'knex'

/**
 * Whether agents mail the transcript of a chat that is closed
 * (docs/decisions/0066-transcripts-by-mail.md).
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table agents add column if not exists mail_transcripts boolean not null default false',
  )
  await knex.raw(
    `comment on column agents.mail_transcripts is 'whether a chat that is closed is mailed to its customer, whose address is proven'`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table agents drop column mail_transcripts')
}
