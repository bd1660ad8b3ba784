import type { Knex } from 'knex'

/**
 * Stores the language in which each user reads the dashboard, for mails that no request begins, and
 * when mails about handoffs last went to them, so that many come as one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column language text, add column handoffs_mailed_at timestamptz;
    comment on column users.language is
      'BCP 47, of the dashboard as they last used it, for their mails; null: not known';
    comment on column users.handoffs_mailed_at is
      'when a mail about handoffs last went to them: the next one waits some minutes; null: never';`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop column language, drop column handoffs_mailed_at')
}
