import type { Knex } from 'knex'

/**
 * What people ask, by the words of each thread's first question, which workers read a minute after
 * it was asked; and the page on which a widget opened a session
 * (docs/decisions/0046-topics-by-words.md).
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists first_questions (
      thread_id uuid primary key,
      organization_id uuid not null,
      agent_id uuid not null,
      asked_at timestamptz not null,
      terms text[] not null check (cardinality(terms) <= 24),
      forms text[] not null check (cardinality(forms) = cardinality(terms)),
      is_answered boolean not null,
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade
    );
    create index if not exists first_questions_by_time on first_questions (organization_id, asked_at);
    comment on table first_questions is 'the telling words of the first question of each thread, without small talk';
    comment on column first_questions.terms is 'language and stem, or two stems that follow each other: en:return, en:cost deliveri';
    comment on column first_questions.forms is 'the same words as they were written, in the order of terms';
    comment on column first_questions.is_answered is 'whether knowledge supports the first reply';

    alter table threads add column if not exists page_origin text;
    comment on column threads.page_origin is
      'the origin of the page whose widget opened the session; null: a server or the dashboard did, or the demo page of this service';
  `)
  await knex.raw('drop index concurrently if exists threads_of_pages')
  await knex.raw(
    'create index concurrently threads_of_pages on threads (organization_id, id) where page_origin is not null',
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table first_questions')
  await knex.raw('alter table threads drop column page_origin')
}
