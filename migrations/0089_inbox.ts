import type { Knex } from 'knex'

/**
 * The inbox of people: since when a customer waits, and the answers that people have ready. The
 * default of `waiting_since` is for processes that do not know the column yet.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table handoffs add column if not exists waiting_since timestamptz default now();
    comment on column handoffs.waiting_since is 'since when the customer waits for a person; null: the last word is not theirs'`)
  // Of the open ones alone, which their index finds.
  await knex.raw(`
    update handoffs
       set waiting_since = case when last_reply_id is null then created_at
                                when last_question_id > last_reply_id then updated_at end
     where returned_at is null`)
  await knex.raw('drop index concurrently if exists handoffs_waiting')
  await knex.raw(`
    create index concurrently handoffs_waiting
        on handoffs (organization_id, coalesce(waiting_since, 'infinity'::timestamptz), id) where returned_at is null`)
  await knex.raw(`
    create table if not exists saved_answers (
      id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      content text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id)
    );
    comment on table saved_answers is 'texts that the people of an organization have ready for customers'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table saved_answers')
  await knex.raw('drop index concurrently if exists handoffs_waiting')
  await knex.raw('alter table handoffs drop column waiting_since')
}
