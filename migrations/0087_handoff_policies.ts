import type { Knex } from 'knex'

/** When agents hand off by themselves, and when people of an organization are there. */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table agents add column if not exists handoff_policy jsonb')
  await knex.raw(
    `comment on column agents.handoff_policy is 'when the agent hands off by itself, and when customers are told that nobody has answered; null: the defaults'`,
  )
  await knex.raw('alter table organizations add column if not exists office_hours jsonb')
  await knex.raw(
    `comment on column organizations.office_hours is 'the time zone, and the spans of each day in which people are there; null: always'`,
  )
  await knex.raw(`
    create index concurrently if not exists handoffs_waiting on handoffs (created_at)
     where returned_at is null and first_reply_at is null and unanswered_at is null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists handoffs_waiting')
  await knex.raw('alter table organizations drop column if exists office_hours')
  await knex.raw('alter table agents drop column if exists handoff_policy')
}
