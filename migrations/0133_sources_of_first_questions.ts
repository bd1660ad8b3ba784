import type { Knex } from 'knex'

/**
 * What the reply to a first question cites, by which questions in other words share a topic. The
 * questions of the last 31 days are read anew, because their courtesies no longer count.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table first_questions add column if not exists source text;
    comment on column first_questions.source is
      'a hash of the section of knowledge that the first reply cites best; null: it cites none, or is older than the column';
    delete from first_questions where asked_at >= now() - interval '31 days';
    update first_questions_read set last_id = least(last_id, (
      lpad(to_hex((extract(epoch from now() - interval '31 days') * 1000)::bigint), 12, '0')
        || '0000000000000000' || '0000')::uuid)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table first_questions drop column if exists source')
}
